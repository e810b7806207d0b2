import {
  acknowledgementMissing,
  durationMs,
  isBackwards,
  isIrreversible,
  isKnown,
  MIGRATION_TIME_LIMIT,
  type MigrationStep,
  type Problem,
} from '../../../schema';
import { ServiceError, type ZoneClient } from '../../api';
import type { Call } from '../../sdk/framework';
import { generatedDigest } from './configuration';
import { digestOf, savedRules } from '../rules/rule';
import { awaitState, rememberingEnd, statusSentence } from './status';
import { zoneInWords } from '../messages';
import type { Configured } from '../configured';
import { deletedSoFar, overwritten } from './warnings';
import { changeSincePlan, overwrittenVersions, storedDifferences } from './changes';
import { tellStored } from '../stored-form';
import { forgetPlanNotes } from '../rule-list/plan-notes';
import { noteGenerated, noteStored } from './private-state';
import { backwards, changedSincePlan } from './errors';
import { saveRules } from './save-rules';
import { inputsOf, stateAfter, type Inputs, type Plan, type State, type Transition } from './state';
import { computeTransition } from './transition';
import { comparesApproval, isUnacknowledged, refusalOfApproval, stepAhead, stepToApprove } from './approval';
import { findLosses, listedOverride } from './previous-waf';

export interface ApplyCall extends Call {
  readonly client: Configured;
  readonly plan: Plan;
  /** Null when the object is made. */
  readonly state: State | null;
  /** Notes what has been changed so far, in case a later step fails. */
  readonly save: (state: State) => void;
}

/** The planned steps that write. Others only wait, or change nothing but the state. */
const WRITING_STEPS: ReadonlySet<unknown> = new Set<MigrationStep>([
  'delete URI overrides',
  'begin validation',
  'finish',
  'save rules',
]);

const LAST = 'The migration saves no more rules: to change them, declare them as zone_managed_rules.';

/**
 * Applies the plan of a migration, unless too many others of this run have failed. An apply that ends with an error has
 * failed, whatever the error; one that is refused for the others, or stopped by the user, has not.
 */
export async function applyMigration(call: ApplyCall): Promise<State | undefined> {
  const { plan, client, diagnostics, signal, privateState } = call;
  const limit = client.runState.migrationFailures;
  const zone = zoneInWords(plan.zone_id, plan.zone_name);
  const refused = (): boolean => {
    const refusal = limit.refusal(zone, hasBegun(call.state));
    if (refusal !== undefined) diagnostics.error(refusal);
    return refusal !== undefined;
  };
  forgetPlanNotes(privateState);
  if (WRITING_STEPS.has(plan.step) && refused()) return undefined;
  let isRefused = false;
  try {
    const state = await applyPlan(call, () => (isRefused = refused()));
    const error = diagnostics.all.find(({ severity }) => severity === 'error');
    if (error !== undefined && !isRefused) limit.note(zone, error.summary);
    return state;
  } catch (error) {
    if (!signal.aborted) limit.note(zone, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/**
 * Brings the zone to the plan from its current status: an earlier run may have been killed at any moment. Only what
 * was planned is done. Nothing is returned until the plan is reached, so that the engine never taints an object.
 *
 * @param isRefused asked right before the first write
 */
async function applyPlan(call: ApplyCall, isRefused: () => boolean): Promise<State | undefined> {
  const { client, plan, state, signal, diagnostics, privateState } = call;
  // Not the configuration: what ignore_changes holds back is in the plan only.
  const inputs = inputsOf(plan);
  const { zoneId } = inputs;
  const zone = zoneInWords(zoneId, plan.zone_name);
  const transition = await recompute(call, inputs, zone);
  if (!transition) return undefined;

  const { saves, trigger } = transition;
  const writes = transition.base.deletions.length > 0 || saves;
  if (writes && isRefused()) return undefined;
  const refusal = await approvalAtWrite(call, inputs, transition, zone);
  if (refusal) return void diagnostics.error(refusal);
  await deleteOverrides(call, zoneId, zone, transition);
  const service = { api: rememberingEnd(client.api, state), time: client.time };
  const waiting = { zoneId, zone, reached: transition.reached, limitMs: limitOf(plan, state) };
  try {
    if (saves && trigger !== undefined) {
      const saved = await saveRules({ api: client.api, zoneId, zone, signal }, transition, trigger);
      const lost = await overwrittenVersions({ api: client.api, zoneId, signal }, transition, saved);
      if (lost.length > 0 && !signal.aborted) diagnostics.warning(overwritten(zone, lost, transition));
      const place = { api: client.api, zoneId, signal };
      const differences = storedDifferences(transition, saved);
      const isLast = trigger === 'pending';
      await tellStored(
        diagnostics,
        place,
        'the rules of the migration',
        differences,
        isLast ? LAST : undefined,
      );
      const stored = savedRules(saved?.rules ?? []);
      if (isLast && digestOf(stored) !== transition.digest) noteStored(privateState, stored);
    }
    const reached = await awaitState(service, waiting, call);
    noteGenerated(privateState, await generatedAfter(client.api, zoneId, transition, signal));
    return stateAfter(plan, transition, reached);
  } catch (error) {
    const deleted = transition.base.deletions;
    if (deleted.length > 0) diagnostics.warning(deletedSoFar(zone, deleted));
    throw error;
  }
}

/** The current transition of the zone; undefined when it no longer matches the plan, which the diagnostics report. */
async function recompute(
  { client, plan, state, signal, diagnostics }: ApplyCall,
  inputs: Inputs,
  zone: string,
): Promise<Transition | undefined> {
  const { zoneId, target } = inputs;
  // The engine has just planned again in this run, and compatibility does not change what is saved.
  const look = { ...client.api, checkCompatibility: client.reads.checkCompatibility };
  const transition = await computeTransition(rememberingEnd(look, state), inputs, state, signal);
  const { status } = transition;
  if (isBackwards(target, status.state)) return void diagnostics.error(backwards(zone, target, status));
  if ('problems' in transition) return void diagnostics.errors(transition.problems);
  const change = changeSincePlan(plan, state, transition);
  if (change !== undefined) return void diagnostics.error(changedSincePlan(zone, change, status));
  if (
    transition.trigger === 'pending' &&
    transition.saves &&
    isUnacknowledged(inputs, client.requiresApproval)
  )
    return void diagnostics.error(acknowledgementMissing(zoneId, statusSentence(zone, status)));
  return transition;
}

/** Reads again what the step loses, right before the first write, and compares it with the approval in the plan. */
async function approvalAtWrite(
  { client, plan, signal }: ApplyCall,
  inputs: Inputs,
  transition: Transition,
  zone: string,
): Promise<Problem | undefined> {
  if (!stepToApprove(inputs, transition) || !comparesApproval(inputs, client.requiresApproval))
    return undefined;
  const losses = stepAhead(inputs, transition)
    ? await findLosses(client.api, inputs.zoneId, signal)
    : undefined;
  const zoneName = isKnown(plan.zone_name) ? plan.zone_name : null;
  return refusalOfApproval({ zone, zoneName, inputs, transition, losses });
}

/**
 * What a refresh after apply would find generated, so that the next one stores nothing new. The base rules are not
 * requested again.
 */
async function generatedAfter(
  api: ZoneClient,
  zoneId: string,
  { base, reached }: Transition,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  if (isIrreversible(reached)) return undefined;
  if (base.generated) return digestOf(savedRules(base.rules));
  if (base.deletions.length === 0) return null;
  try {
    return await generatedDigest(api, zoneId, signal);
  } catch (error) {
    // What was applied is stored in any case.
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/**
 * Deletes what the plan lists. Each deletion is recorded at once, so that the state keeps the content of the
 * overrides.
 *
 * @throws ServiceError, after a warning with what was deleted by then
 */
async function deleteOverrides(
  { client: { api }, signal, log, diagnostics, state, save }: ApplyCall,
  zoneId: string,
  zone: string,
  { base: { deletions } }: Transition,
): Promise<void> {
  const before = state?.deleted_uri_overrides ?? [];
  for (const [index, { id }] of deletions.entries()) {
    log('info', `deleting URI-based override ${id} of zone ${zone}`);
    try {
      await api.deleteUriOverride(zoneId, id, { signal });
    } catch (error) {
      if (index > 0) diagnostics.warning(deletedSoFar(zone, deletions.slice(0, index)));
      throw error;
    }
    const deleted = deletions.slice(0, index + 1).map(listedOverride);
    // An object that is only half made would be replaced by the next run: nothing is noted of one that is new.
    if (state !== null) save({ ...state, deleted_uri_overrides: [...before, ...deleted] });
  }
}

function limitOf({ timeouts }: Plan, state: State | null): number {
  const given = state === null ? timeouts?.create : timeouts?.update;
  return durationMs(given ?? MIGRATION_TIME_LIMIT) ?? 0;
}

function hasBegun(state: State | null): boolean {
  return state !== null && state.migration_state !== 'start';
}
