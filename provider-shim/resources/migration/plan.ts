import {
  acknowledgementMissing,
  isAhead,
  isBackwards,
  isIrreversible,
  unknown,
  type DraftOf,
  type MigrationStep,
  type PlanDraftOf,
} from '../../../schema';
import type { ZoneFacts } from '../../api';
import type { ModifyPlanCall } from '../../framework';
import type { Configured } from '../configured';
import { zoneInMessages, zoneInWords } from '../messages';
import { changeSinceRefresh, replacedRules } from './changes';
import {
  backwards,
  changedSincePlan,
  declaredTwice,
  notApproved,
  notKnown,
  providerNotKnown,
  replacementRefused,
  validationNotIncluded,
  zoneChanged,
} from './errors';
import { findLosses, isBelowEnterprise, listedOverride, shownLosses, type Losses } from './previous-waf';
import { earlierOf, notePlanned, replacesItself } from './private-state';
import { digestOf, savedRules } from './rules';
import {
  inputsOf,
  notConfirmedYet,
  notKnownYet,
  reported,
  storedRules,
  type Inputs,
  type Schema,
  type State,
} from './state';
import { statusSentence } from './status';
import { computeTransition, type Transition } from './transition';
import { announcements } from './warnings';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/** Whether an object may be destroyed or replaced as far as the state tells. */
export function isProtected({
  migration_state,
  on_destroy,
}: Pick<State, 'migration_state' | 'on_destroy'>): boolean {
  return migration_state !== 'start' && on_destroy !== 'abandon';
}

/**
 * Plans a migration, new or going on: everything that will happen is known in the plan, and what cannot be known is
 * refused.
 */
export async function planMigration(
  call: PlanCall,
  config: DraftOf<Schema>,
): Promise<Partial<PlanDraftOf<Schema>> | undefined> {
  const { client, state, diagnostics, signal, private: facts } = call;
  if (!client) return void diagnostics.error(providerNotKnown());
  const missing = notKnownYet(config);
  if (missing.length > 0) return void diagnostics.error(notKnown(missing));
  const inputs = inputsOf(config);
  const { zoneId, target } = inputs;
  if (state && state.zone_id !== zoneId) {
    const before = zoneInWords(state.zone_id, state.zone_name);
    const heldByAnother = client.migrationClaims.heldIn(zoneId) !== undefined;
    if (isProtected(state))
      diagnostics.error(zoneChanged(before, zoneId, state.migration_state ?? 'under way', heldByAnother));
    return undefined;
  }
  if (!(await mayBeDeclared(call, client, zoneId))) return undefined;

  const transition = await computeTransition(
    client.api,
    inputs,
    earlierOf(state?.adjustments, facts),
    signal,
  );
  const { status } = transition;
  const ahead = isAhead(target, status.state);
  const step = 'problems' in transition ? undefined : stepOf(transition, state);
  const isSettled = state !== null && step === undefined && !('problems' in transition);
  // The name of a zone is not worth a request where nothing happens, nor a change of the state.
  const zone = isSettled ? KNOWN_BY_ID : await client.api.zoneFacts(zoneId, { signal });
  const label = zoneInWords(zoneId, state?.zone_name ?? zone.name);
  // Begun by somebody else: the object of the state is not in its start any more, though the state says so.
  if (!state && status.state !== 'start' && client.migrationClaims.heldIn(zoneId) !== undefined)
    return void diagnostics.error(replacementRefused(label, status.state));
  if (isBackwards(target, status.state)) return void diagnostics.error(backwards(label, target, status));
  if (target === 'validation' && status.state === 'start' && isBelowEnterprise(zone.plan))
    return void diagnostics.error(validationNotIncluded(label, String(zone.plan)));
  const unconfirmed = ahead ? notConfirmedYet(config) : [];
  if (unconfirmed.length > 0) return void diagnostics.error(notKnown(unconfirmed));
  if (ahead && target === 'finished' && !inputs.acknowledged)
    diagnostics.error(acknowledgementMissing(zoneId, statusSentence(label, status)));
  if ('problems' in transition) return void diagnostics.errors(transition.problems);
  checkApproval(call, inputs, transition, label);
  if (diagnostics.hasError) return undefined;

  const losses = ahead ? await findLosses(client.api, zoneId, signal) : undefined;
  for (const problem of announcements(label, { transition, made: !state, losses }))
    diagnostics.warning(problem);
  return { ...planned(state, config, label, transition, losses), zone_name: state?.zone_name ?? zone.name };
}

const KNOWN_BY_ID: ZoneFacts = { name: null, plan: null };

/** An object is not one of the state in disguise, and the only one of its zone. */
async function mayBeDeclared(
  { state, diagnostics, signal, private: facts }: PlanCall,
  { api, migrationClaims }: Configured,
  zoneId: string,
): Promise<boolean> {
  const held = migrationClaims.heldIn(zoneId);
  const isSecondHalf = !state && replacesItself(facts, zoneId);
  if (state) notePlanned(facts, zoneId);
  const isHeld = !state && held !== undefined && held !== 'start';
  if (!isHeld && (isSecondHalf || migrationClaims.declare(zoneId))) return true;
  const label = await zoneInMessages({ api, zoneId, signal });
  diagnostics.error(isHeld ? replacementRefused(label, held) : declaredTwice(label));
  return false;
}

/** What is to be saved is what was approved, and what this plan was made of: the engine plans once more at apply. */
function checkApproval(
  { state, diagnostics, private: facts }: PlanCall,
  { approvedDigest }: Inputs,
  transition: Transition,
  label: string,
): void {
  const { base, saves, digest, status } = transition;
  const approvable = [digest, digestOf(savedRules(base.rules))];
  if (base.generated && saves && approvedDigest !== null && !approvable.includes(approvedDigest))
    return diagnostics.error(notApproved(label, approvedDigest, digest, status));
  const change = state ? changeSinceRefresh(state, facts, transition) : undefined;
  if (change !== undefined) diagnostics.error(changedSincePlan(label, change, status));
}

function planned(
  state: State | null,
  config: DraftOf<Schema>,
  label: string,
  transition: Transition,
  losses: Losses | undefined,
): Partial<PlanDraftOf<Schema>> {
  const { status, reached, saves, base } = transition;
  const now = reported(status);
  // Adjustments of a finished zone turn neither version on or off.
  const moves = reached !== status.state || (saves && base.generated);
  return {
    ...confirmed(state, config, transition),
    ...(moves ? { old_waf_status: unknown, new_waf_status: unknown } : now),
    migration_state: reached,
    ...told(state, label, transition, losses),
    ...storedRules(transition),
    replaced_rules: state ? (state.replaced_rules ?? []) : replacedRules(transition),
    not_carried_over: losses ? shownLosses(losses).not_carried_over : (state?.not_carried_over ?? null),
    deleted_uri_overrides: [...(state?.deleted_uri_overrides ?? []), ...base.deletions.map(listedOverride)],
  };
}

/**
 * What a person confirmed. Once nothing is generated any more it is of no consequence, and stays whether it is written
 * or not: a digest that comes from a data source is null by then.
 */
function confirmed(
  state: State | null,
  { acknowledge_irreversible: word, approved_digest: digest }: DraftOf<Schema>,
  { status, base }: Transition,
): Partial<PlanDraftOf<Schema>> {
  const finished = status.state === 'finished';
  return {
    acknowledge_irreversible: word ?? (finished ? (state?.acknowledge_irreversible ?? null) : null),
    approved_digest: digest ?? (base.generated ? null : (state?.approved_digest ?? null)),
  };
}

type Told = Pick<State, 'step' | 'irreversible' | 'finish' | 'taken_over'>;

/**
 * What a plan does at the service; undefined when that is nothing. A zone that finishes by itself between plan and apply
 * does not change it.
 */
export function stepOf(
  { status, base, saves, trigger }: Transition,
  state: Pick<State, 'migration_state'> | null,
): MigrationStep | undefined {
  if (base.deletesOnly) return 'delete URI overrides';
  if (trigger !== undefined && isAhead(trigger === 'pending' ? 'finished' : 'validation', status.state))
    return trigger === 'pending' ? 'finish' : 'begin validation';
  if (saves) return 'save rules';
  if (state === null) return 'take over';
  return state.migration_state === 'finishing' ? 'wait for the finish' : undefined;
}

/**
 * What a reviewer has to know, as attributes that change in exactly the plan of the step: a saved plan keeps no warnings.
 * What finishing saves and loses stands in an attribute of its own, because its rules and losses are mostly those that
 * the state has had since validation, and the engine hides what does not change.
 *
 * @param zone as `zoneInWords` has it
 */
export function told(
  state: State | null,
  zone: string,
  transition: Transition,
  losses: Losses | undefined,
): Told {
  const step = stepOf(transition, state);
  const { shown, digest, reached, status } = transition;
  return {
    step: step ?? state?.step ?? null,
    irreversible: isIrreversible(reached),
    finish:
      step === 'finish'
        ? { zone, rules: shown, rules_digest: digest, ...shownLosses(losses ?? NOT_LOOKED_FOR) }
        : (state?.finish ?? null),
    taken_over: state === null ? status.state !== 'start' : state.taken_over,
  };
}

const NOT_LOOKED_FOR: Losses = { known: [], unknownBecause: 'It was not looked for.' };
