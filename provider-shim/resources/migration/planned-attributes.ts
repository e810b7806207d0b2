import {
  isAhead,
  isIrreversible,
  unknown,
  type ConfigAtPlan,
  type MigrationStep,
  type PlannedState,
} from '../../../schema';
import { stepToApprove } from './approval';
import { replacedRules } from './changes';
import { listedOverride, shownLosses, type Losses } from './previous-waf';
import { reported, type Inputs, type Schema, type State, type Transition } from './state';

/** What a plan of a migration is made of, all of it known. */
export interface Planned {
  readonly state: State | null;
  readonly config: ConfigAtPlan<Schema>;
  readonly inputs: Inputs;
  /** As `zoneInMessages` returns it. */
  readonly zone: string;
  readonly zoneName: string | null;
  readonly transition: Transition;
  /** What the migration loses; undefined when this plan does not bring it on. */
  readonly losses: Losses | undefined;
}

/** The attributes of a planned migration. */
export function plannedAttributes(planned: Planned): Partial<PlannedState<Schema>> {
  const { state, config, inputs, transition, zoneName } = planned;
  return {
    ...ofTransition(planned),
    ...(isLeftToFinish(transition, inputs) ? unlessFinished(state, transition) : {}),
    ...confirmations(state, config, inputs, transition),
    adjustments: plannedAdjustments(state, config, transition),
    zone_name: state?.zone_name ?? zoneName,
  };
}

function ofTransition({ state, zone, transition, losses }: Planned): Partial<PlannedState<Schema>> {
  const { status, reached, saves, base } = transition;
  // Adjustments alone turn neither version on or off.
  const moves = reached !== status.state || (saves && base.generated);
  return {
    ...reported(status),
    ...(moves ? { old_waf_status: unknown, new_waf_status: unknown } : {}),
    migration_state: reached,
    ...stepAttributes(state, zone, transition, losses),
    rules: transition.shown,
    replaced_rules: state ? (state.replaced_rules ?? []) : replacedRules(transition),
    not_carried_over: losses ? shownLosses(losses).not_carried_over : (state?.not_carried_over ?? null),
    skipped_because: skippedBecause(transition),
    deleted_uri_overrides: [...(state?.deleted_uri_overrides ?? []), ...base.deletions.map(listedOverride)],
  };
}

/** Whether the zone finishes, or has finished, without anything that apply does or waits for. */
function isLeftToFinish({ status }: Transition, { waits }: Inputs): boolean {
  return !waits && isIrreversible(status.state);
}

/**
 * What the service reports of such a zone. It may finish at any moment between the first plan and the one that the engine
 * makes at apply, so what is planned must not depend on it: a refresh stores the end.
 */
function unlessFinished(state: State | null, { status }: Transition): Partial<PlannedState<Schema>> {
  if (state?.migration_state === 'finishing') {
    const { migration_state, old_waf_status, new_waf_status, step } = state;
    return { migration_state, old_waf_status, new_waf_status, step };
  }
  if (state !== null || status.state === 'finished') return {};
  return { migration_state: unknown, old_waf_status: unknown, new_waf_status: unknown };
}

function skippedBecause({ base }: Transition): readonly string[] | null {
  return base.skippedBecause.length === 0 ? null : base.skippedBecause.map(({ message }) => message);
}

/**
 * Once the migration ends they have no effect, and those of the state stay, whether these are configured or not: an import
 * does not know them. What the configuration has is recorded with the end; none as an empty map, in whose place the engine
 * accepts others that are in force later.
 */
function plannedAdjustments(
  state: State | null,
  { adjustments }: ConfigAtPlan<Schema>,
  { status, reached }: Transition,
): PlannedState<Schema>['adjustments'] {
  const isOver = isIrreversible(status.state) && state?.target_state === 'finished';
  if (isOver) return state.adjustments ?? adjustments;
  return isIrreversible(reached) ? (adjustments ?? {}) : adjustments;
}

/** What a person confirmed. Where nothing is to confirm, it has no effect, and stays whether it is configured or not. */
function confirmations(
  state: State | null,
  { acknowledge_irreversible: word, approved_digest: digest }: ConfigAtPlan<Schema>,
  inputs: Inputs,
  transition: Transition,
): Partial<PlannedState<Schema>> {
  const finished = transition.status.state === 'finished';
  const isCompared = stepToApprove(inputs, transition) !== undefined;
  return {
    acknowledge_irreversible: word ?? (finished ? (state?.acknowledge_irreversible ?? null) : null),
    approved_digest: digest ?? (isCompared ? null : (state?.approved_digest ?? null)),
  };
}

type StepAttributes = Pick<State, 'step' | 'irreversible' | 'finish' | 'taken_over'>;

/**
 * What a plan does at the service; undefined when that is nothing. A zone that finishes by itself between plan and apply
 * does not change it.
 */
export function stepOf(
  { status, base, saves, trigger, reached }: Transition,
  state: Pick<State, 'migration_state'> | null,
): MigrationStep | undefined {
  if (base.deletesOnly) return 'delete URI overrides';
  if (base.skippedBecause.length > 0 && !saves) return state === null ? 'skip' : undefined;
  if (trigger !== undefined && isAhead(trigger === 'pending' ? 'finished' : 'validation', status.state))
    return trigger === 'pending' ? 'finish' : 'begin validation';
  if (saves) return 'save rules';
  if (state === null) return 'take over';
  return state.migration_state === 'finishing' && reached === 'finished' ? 'wait for the finish' : undefined;
}

/**
 * What a reviewer must know, as attributes that change in exactly the plan of the step: a saved plan has no warnings.
 * What finishing saves and loses has its own attribute, because its rules and losses are mostly those in the state
 * since validation, and the engine hides what does not change.
 *
 * @param zone as `zoneInMessages` returns it
 */
function stepAttributes(
  state: State | null,
  zone: string,
  transition: Transition,
  losses: Losses | undefined,
): StepAttributes {
  const step = stepOf(transition, state);
  const { shown, reached, status } = transition;
  return {
    step: step ?? state?.step ?? null,
    irreversible: isIrreversible(reached),
    finish:
      step === 'finish'
        ? { zone, rules: shown, ...shownLosses(losses ?? NOT_LOOKED_FOR) }
        : (state?.finish ?? null),
    taken_over: state === null ? status.state !== 'start' : state.taken_over,
  };
}

const NOT_LOOKED_FOR: Losses = { known: [], unknownBecause: 'The provider did not look for losses.' };
