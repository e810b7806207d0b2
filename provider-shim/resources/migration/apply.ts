import {
  acknowledgementMissing,
  durationMs,
  isBackwards,
  isIrreversible,
  isKnown,
  MIGRATION_TIME_LIMIT,
  PHASE_MANAGED_RULES,
  type MigrationStep,
  type Problem,
} from '../../../schema';
import { ServiceError, type MigrationTrigger, type Ruleset, type ZoneClient } from '../../api';
import type { Call } from '../../sdk/framework';
import { digestOf, savedRules } from '../rules/rule';
import { awaitState, MigrationProblem, readStatus, rememberingEnd, statusSentence } from './status';
import { zoneInWords } from '../messages';
import type { Configured } from '../configured';
import {
  changeSincePlan,
  noteGenerated,
  noteStored,
  overwrittenVersions,
  storedDifferences,
} from './changes';
import { tellStored } from '../stored-form';
import { forgetPlanNotes } from '../rule-list/plan-notes';
import { PROBLEM } from './problems';
import { inputsOf, stateAfter, type Inputs, type Plan, type State, type Transition } from './state';
import { computeTransition } from './transition';
import { comparesApproval, isUnacknowledged, refusalOfApproval, stepAhead, stepToApprove } from './approval';
import { findLosses, generatedDigest, listedOverride } from './previous-waf';
import { MigrationRegistry } from './registry';

interface ApplyCall extends Call {
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
  const migrations = client.runState.of(MigrationRegistry);
  const zone = zoneInWords(plan.zone_id, plan.zone_name);
  const refused = (): boolean => {
    const refusal = migrations.refusal(zone, hasBegun(call.state), client.maxFailedMigrations);
    if (refusal !== undefined) diagnostics.error(refusal);
    return refusal !== undefined;
  };
  forgetPlanNotes(privateState);
  if (WRITING_STEPS.has(plan.step) && refused()) return undefined;
  let isRefused = false;
  try {
    const state = await applyPlan(call, () => (isRefused = refused()));
    const error = diagnostics.all.find(({ severity }) => severity === 'error');
    if (error !== undefined && !isRefused) migrations.noteFailure(zone, error.summary);
    return state;
  } catch (error) {
    if (!signal.aborted) migrations.noteFailure(zone, error instanceof Error ? error.message : String(error));
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
      const place = { api: client.api, zoneId, signal };
      const saved = await saveRules({ ...place, zone }, transition, trigger);
      const lost = await overwrittenVersions(place, transition, saved);
      if (lost.length > 0 && !signal.aborted)
        diagnostics.warning(PROBLEM.managed_rules_overwritten(zone, lost, transition));
      const differences = storedDifferences(transition, saved);
      const isLast = trigger === 'pending';
      const follows = isLast ? LAST : undefined;
      await tellStored(diagnostics, place, 'the rules of the migration', differences, follows);
      const stored = savedRules(saved?.rules ?? []);
      if (isLast && digestOf(stored) !== transition.digest) noteStored(privateState, stored);
    }
    const reached = await awaitState(service, waiting, call);
    noteGenerated(privateState, await generatedAfter(client.api, zoneId, transition, signal));
    return stateAfter(plan, transition, reached);
  } catch (error) {
    const deleted = transition.base.deletions;
    if (deleted.length > 0) diagnostics.warning(PROBLEM.migration_overrides_deleted(zone, deleted));
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
  if (isBackwards(target, status.state))
    return void diagnostics.error(PROBLEM.migration_backwards(zone, target, status));
  if ('problems' in transition) return void diagnostics.errors(transition.problems);
  const change = changeSincePlan(plan, state, transition);
  if (change !== undefined)
    return void diagnostics.error(PROBLEM.migration_changed_since_plan(zone, change, status));
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
      if (index > 0)
        diagnostics.warning(PROBLEM.migration_overrides_deleted(zone, deletions.slice(0, index)));
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

/** How often to send the same rules at most, when it is unknown whether they arrived. */
const MOST_TRIES = 3;

interface SavePlace {
  readonly api: ZoneClient;
  readonly zoneId: string;
  /** As `zoneInWords` returns it. */
  readonly zone: string;
  readonly signal: AbortSignal;
}

/**
 * Saves the computed rules as a step of the migration. After a lost answer the zone is looked at: what
 * arrived is not sent again, what did not is sent again unchanged, and what somebody else did meanwhile is left alone.
 *
 * @returns the entry point as saved; undefined when the service has none, which saving no rules can come to
 * @throws ServiceError, MigrationProblem
 */
async function saveRules(
  { api, zoneId, zone, signal }: SavePlace,
  transition: Transition,
  trigger: MigrationTrigger,
): Promise<Ruleset | undefined> {
  const { name, rules } = transition;
  for (let tries = 1; ; tries += 1) {
    try {
      // A generated rule is sent back unchanged, with its id (docs/internals/service.md 7.4).
      return await api.saveManagedRules(zoneId, { name, rules }, trigger, { signal });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const inDoubt = error.outcome === 'unknown';
      if (error.kind === 'cancelled') throw error;
      if (inDoubt || tries > 1) {
        const arrived = await whatArrived(api, zoneId, transition, signal, zone);
        if (arrived !== undefined) return arrived.entryPoint;
      }
      if (!inDoubt || tries === MOST_TRIES) throw refusedByService(zone, transition, trigger, error);
    }
  }
}

/**
 * The entry point when the zone has the rules and has taken the step; undefined when nothing has changed.
 *
 * @throws MigrationProblem when it is neither
 */
async function whatArrived(
  api: ZoneClient,
  zoneId: string,
  { status, trigger, digest, saved }: Transition,
  signal: AbortSignal,
  zone: string,
): Promise<{ readonly entryPoint: Ruleset | undefined } | undefined> {
  const [now, entryPoint] = await Promise.all([
    readStatus(api, zoneId, signal),
    api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal }),
  ]);
  const there = digestOf(savedRules(entryPoint?.rules ?? []));
  const moved = now.state !== status.state;
  const isStep = trigger !== undefined && trigger !== status.state;
  if (there === digest && (moved || !isStep)) return { entryPoint };
  if (there === digestOf(saved) && !moved) return undefined;
  const seen = 'somebody else changed it during the save, or the service stores a form of its own';
  throw new MigrationProblem(PROBLEM.migration_changed_since_plan(zone, seen, now));
}

/** The service's refusal of a step, with its most likely cause. Other failures stay as they are. */
function refusedByService(
  zone: string,
  { status }: Transition,
  trigger: MigrationTrigger,
  error: ServiceError,
): MigrationProblem | ServiceError {
  const refused = error.kind === 'invalid' || error.kind === 'authorization' || error.kind === 'conflict';
  if (!refused) return error;
  const forbidden = trigger === 'pending' && error.kind === 'authorization';
  const permission = forbidden
    ? 'The credentials may lack the permission Zone WAF Write for this zone. '
    : '';
  const hint = `${permission}${MEANING[trigger]} ${statusSentence(zone, status)} This has not changed.`;
  return new MigrationProblem(refusal(error, trigger, hint));
}

/** The permission is that of docs/internals/service.md 3.4. */
const MEANING = {
  validation:
    'Only Enterprise zones can enter validation: on another plan, a zone migrates in one step, with target_state = "finished". ' +
    'For an Enterprise zone, check that the credentials have the permission Zone WAF Write and may edit its firewall settings.',
  pending:
    'At least one managed ruleset must be deployed and enabled when the previous version is disabled, and the ' +
    'credentials must be allowed to edit the firewall settings of the zone.',
} as const;

function refusal(error: ServiceError, trigger: keyof typeof MEANING, hint: string): Problem {
  return {
    code: `migration_${trigger}_refused`,
    path: ['target_state'],
    message: `The service refuses to ${trigger === 'validation' ? 'begin validation' : 'finish the migration'}: ${error.said}.`,
    hint,
  };
}
