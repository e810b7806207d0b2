import {
  acknowledgementMissing,
  isAhead,
  isBackwards,
  isIrreversible,
  PHASE_MANAGED_RULES,
  unknown,
  type ConfigAtPlan,
  type MigrationStep,
  type PlannedState,
  type Problem,
} from '../../../schema';
import type { ZoneDetails } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages, zoneInWords } from '../messages';
import { noteEvidence } from '../proofs';
import { adjusted, adjustmentsBetween, notInForce, type Adjustments } from './adjustments';
import { changeSinceRefresh, replacedRules } from './changes';
import { acknowledgementMissingInState, announcements, PROBLEM } from './problems';
import { comparesApproval, isUnacknowledged, refusalOfApproval, stepAhead, stepToApprove } from './approval';
import { findLosses, isBelowEnterprise, listedOverride, shownLosses, type Losses } from './previous-waf';
import { MigrationRegistry } from './registry';
import { inServiceForm } from '../rules/rule';
import { noteReplaced, plannedObject } from '../rule-list/plan-notes';
import {
  inputsOf,
  notConfirmedYet,
  notKnownYet,
  reported,
  type Inputs,
  type Schema,
  type State,
  type Transition,
} from './state';
import { rememberingEnd, statusSentence } from './status';
import { computeTransition, type TransitionOrProblems } from './transition';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/**
 * Plans a migration, new or going on: everything that will happen is known in the plan, and what cannot be known is
 * refused.
 */
export async function planMigration(
  call: PlanCall,
  config: ConfigAtPlan<Schema>,
): Promise<Partial<PlannedState<Schema>> | undefined> {
  const { client, state, diagnostics, signal, privateState } = call;
  if (!client) return void diagnostics.error(PROBLEM.provider_not_known());
  const missing = notKnownYet(config);
  if (missing.length > 0) return void diagnostics.error(PROBLEM.migration_not_known(missing));
  const inputs = inputsOf(config);
  const { zoneId } = inputs;
  if (state) noteReplaced(privateState, state);
  if (state && state.zone_id !== zoneId) return void refuseZoneChange(call, client, state, zoneId);
  if (!(await mayBeDeclared(call, client, zoneId))) return undefined;

  const transition = await computeTransition(rememberingEnd(client.reads, state), inputs, state, signal);
  // The name of a zone is not worth a request where nothing happens, nor a change of the state.
  const isSettled = state !== null && !('problems' in transition) && stepOf(transition, state) === undefined;
  const details = isSettled ? NOT_ASKED_FOR : await client.api.listedDetails(zoneId, { signal });
  const zone = zoneInWords(zoneId, state?.zone_name ?? details.name);
  checkTransition(call, client, { config, inputs, transition, zone, plan: details.plan });
  if (diagnostics.hasError || 'problems' in transition) return undefined;
  const inVain = await adjustmentsInVain(call, client, inputs, transition, zone);
  // A zone that others have finished does not hold up the rest of its stack.
  if (inVain && inputs.skipsIncompatible && !state?.finish) diagnostics.warning(inVain);
  else if (inVain) return void diagnostics.error(inVain);
  const isOutdated = checkState(call, transition, zone);
  if (isOutdated === undefined) return undefined;

  const losses = stepAhead(inputs, transition) ? await findLosses(client.reads, zoneId, signal) : undefined;
  const refusal =
    stepToApprove(inputs, transition) && comparesApproval(inputs, client.requiresApproval)
      ? await refusalOfApproval({ zone, zoneName: details.name, inputs, transition, losses })
      : undefined;
  if (refusal) return void diagnostics.error(refusal);
  const announced = announcements(zone, {
    ...{ transition, made: !state, waits: inputs.waits, losses },
    approved: inputs.approved !== null,
    listRules: (...rules) => client.runState.of(MigrationRegistry).listRules(...rules),
  });
  for (const warning of announced) diagnostics.warning(warning);
  const writes = transition.saves || transition.base.deletions.length > 0;
  // The service documents no dry run of a step, and might take it.
  if (client.proofs.isOn && writes) noteEvidence(privateState, { outcome: 'step' });
  const planned = { state, config, inputs, zone, transition, losses };
  // The engine reads, or plans again at apply, only what differs from the state.
  return { ...plannedAttributes(planned), ...(isOutdated && { new_waf_status: unknown }) };
}

const NOT_ASKED_FOR: ZoneDetails = { name: null, plan: null };

/** Whether the state allows an object to be destroyed or replaced. */
export function isProtected({
  migration_state,
  on_destroy,
}: Pick<State, 'migration_state' | 'on_destroy'>): boolean {
  return migration_state !== 'start' && on_destroy !== 'abandon';
}

/**
 * Another zone would be a replacement: its plan compares what happens to one zone with what happened to the other, and the
 * engine drops its warnings.
 */
function refuseZoneChange(
  { diagnostics }: PlanCall,
  { runState }: Configured,
  state: State,
  zoneId: string,
): void {
  const before = zoneInWords(state.zone_id, state.zone_name);
  const isOfAnother = runState.of(MigrationRegistry).inState(zoneId) !== undefined;
  const say = isOfAnother ? PROBLEM.migration_zones_exchanged : PROBLEM.migration_zone_changed;
  diagnostics.error(say(before, zoneId, state.migration_state ?? 'under way'));
}

/** A new object must not be a tainted one of the state, and must be the only one of its zone. */
async function mayBeDeclared(
  { state, diagnostics, signal, privateState, newObject }: PlanCall,
  { api, runState }: Configured,
  zoneId: string,
): Promise<boolean> {
  const inState = runState.of(MigrationRegistry).inState(zoneId);
  const isUnderWay = !state && inState !== undefined && inState !== 'start';
  const object = plannedObject(state, privateState, newObject);
  if (!isUnderWay && runState.of(MigrationRegistry).reserve(zoneId, object, state !== null)) return true;
  const zone = await zoneInMessages({ api, zoneId, signal });
  diagnostics.error(
    isUnderWay ? PROBLEM.migration_not_replaced(zone, inState) : PROBLEM.migration_declared_twice(zone),
  );
  return false;
}

/** What a plan is checked with, once the transition is computed. */
interface Computed {
  readonly config: ConfigAtPlan<Schema>;
  readonly inputs: Inputs;
  readonly transition: TransitionOrProblems;
  /** As `zoneInWords` has it. */
  readonly zone: string;
  /** The zone's plan; null when it was not requested or not returned. */
  readonly plan: string | null;
}

/** Refuses a transition that the service does not offer, or that is not acknowledged or approved. */
function checkTransition(
  { state, diagnostics }: PlanCall,
  { runState, requiresApproval }: Configured,
  { config, inputs, transition, zone, plan }: Computed,
): void {
  const { zoneId, target } = inputs;
  const { status } = transition;
  // Somebody else has begun it: the migration is no longer in start, though the state says so.
  if (!state && status.state !== 'start' && runState.of(MigrationRegistry).inState(zoneId) !== undefined)
    return diagnostics.error(PROBLEM.migration_not_replaced(zone, status.state));
  if (isBackwards(target, status.state))
    return diagnostics.error(PROBLEM.migration_backwards(zone, target, status));
  if (target === 'validation' && status.state === 'start' && isBelowEnterprise(plan))
    return diagnostics.error(PROBLEM.validation_not_included(zone, String(plan)));
  const ahead = isAhead(target, status.state);
  const isSaved = 'saves' in transition && transition.saves;
  const unconfirmed = notConfirmedYet(config).filter(
    (name) => ahead || (isSaved && name === 'approved_digest'),
  );
  if (unconfirmed.length > 0) return diagnostics.error(PROBLEM.migration_not_known(unconfirmed));
  if (ahead && isUnacknowledged(inputs, requiresApproval)) {
    const sentence = statusSentence(zone, status);
    diagnostics.error(
      state
        ? acknowledgementMissingInState(zoneId, sentence, status.state)
        : acknowledgementMissing(zoneId, sentence),
    );
  }
  if ('problems' in transition) diagnostics.errors(transition.problems);
}

/**
 * Refuses adjustments that could only be saved, where nothing is saved any more: neither the rules of the end have them, nor
 * did the finish send them, nor are they in force now.
 */
async function adjustmentsInVain(
  { state, signal }: PlanCall,
  { reads }: Configured,
  { zoneId, adjustments }: Inputs,
  { status, shown }: Transition,
  zone: string,
): Promise<Problem | undefined> {
  if (!isIrreversible(status.state)) return undefined;
  const rules = inServiceForm(shown);
  const sent = adjusted(rules, state?.finish ? ((state.adjustments ?? {}) as Adjustments) : {});
  const others = notInForce(sent, notInForce(rules, adjustments));
  if (Object.keys(others).length === 0) return undefined;
  const entryPoint = await reads.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal });
  const there = entryPoint?.rules ?? [];
  const missing = notInForce(there, others);
  if (Object.keys(missing).length === 0) return undefined;
  return PROBLEM.adjusted_after_end(zone, zoneId, status, missing, adjustmentsBetween([], there));
}

/**
 * Refuses a state that is not what the zone is now. The engine plans once more at apply: what this plan was made of is what
 * the first one was made of.
 *
 * @returns whether the state is to be read before anything is applied; undefined if it is refused
 */
function checkState(
  { state, diagnostics, privateState, mayBeReadYet }: PlanCall,
  transition: Transition,
  zone: string,
): boolean | undefined {
  const change = state ? changeSinceRefresh(state, privateState, transition) : undefined;
  if (change === undefined) return false;
  const problem = PROBLEM.migration_changed_since_plan(zone, change, transition.status);
  if (!mayBeReadYet) return void diagnostics.error(problem);
  diagnostics.warning(problem);
  return true;
}

/** What a plan of a migration is made of, all of it known. */
interface Planned {
  readonly state: State | null;
  readonly config: ConfigAtPlan<Schema>;
  readonly inputs: Inputs;
  /** As `zoneInMessages` returns it. */
  readonly zone: string;
  readonly transition: Transition;
  /** What the migration loses; undefined when this plan does not bring it on. */
  readonly losses: Losses | undefined;
}

/** The attributes of a planned migration. */
function plannedAttributes(planned: Planned): Partial<PlannedState<Schema>> {
  const { state, config, inputs, transition } = planned;
  return {
    ...ofTransition(planned),
    ...(isLeftToFinish(transition, inputs) ? unlessFinished(state, transition) : {}),
    ...confirmations(state, config, inputs, transition),
    adjustments: plannedAdjustments(state, config, transition),
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
function stepOf(
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
