import { acknowledgementMissing, durationMs, isBackwards, MIGRATION_TIME_LIMIT } from '../../../schema';
import type { Call } from '../../framework';
import { displacedBy } from '../../managed-rules/adjust';
import { standingSentence } from '../../managed-rules/standing';
import type { Configured } from '../configured';
import { deletedSoFar } from './announcements';
import { awaitState } from './await-state';
import { changeSincePlan } from './changes';
import { earlierOf, forgetPlanned, keepDisplaced } from './facts';
import { inputsOf, type Inputs } from './inputs';
import { backwards, changedSincePlan } from './refusals';
import { saveRules } from './save-rules';
import { stateAfter, type Plan, type State } from './state';
import { survey, type Survey } from './survey';

export interface ToCarryOut extends Call {
  readonly client: Configured;
  readonly plan: Plan;
  /** Null when the object is made. */
  readonly state: State | null;
}

/**
 * Brings the zone to the plan, from wherever it stands by now: an earlier run may have been killed at any moment. Only
 * what was planned is done. Nothing is answered while it is not reached, so that the engine never takes an object for
 * half made.
 */
export async function carryOut(call: ToCarryOut): Promise<State | undefined> {
  const { client, plan, state, signal, diagnostics, private: facts } = call;
  forgetPlanned(facts);
  // Not the configuration: what ignore_changes holds back is in the plan only.
  const inputs = inputsOf(plan);
  const { zoneId } = inputs;
  const earlier = earlierOf(state?.adjustments, facts);
  const look = (): Promise<Survey | undefined> => lookAgain(call, inputs, earlier);
  let found = await look();
  if (!found) return undefined;

  await deleteOverrides(call, zoneId, found);
  const waiting = { zoneId, reached: found.reached, limitMs: limitOf(plan, state) };
  try {
    if (found.standing.state === 'finishing') {
      // The step's own rules are in force until it has finished, and others may change them meanwhile.
      await awaitState(client, waiting, call);
      found = await look();
      if (!found) return undefined;
    }
    if (found.saves) await saveRules(client.api, zoneId, found, signal);
    const { rules, generated } = found.basis;
    keepDisplaced(facts, displacedBy(rules, inputs.adjustments, generated, earlier.displaced));
    return stateAfter(plan, found, await awaitState(client, waiting, call));
  } catch (error) {
    const deleted = found?.basis.deletions ?? [];
    if (deleted.length > 0) diagnostics.warning(deletedSoFar(zoneId, deleted));
    throw error;
  }
}

/** The zone as it is now; undefined when it is not what was planned any more, which the diagnostics then tell. */
async function lookAgain(
  { client, plan, state, signal, diagnostics }: ToCarryOut,
  inputs: Inputs,
  earlier: Parameters<typeof survey>[2],
): Promise<Survey | undefined> {
  const { zoneId, target, acknowledged } = inputs;
  const found = await survey(client.api, inputs, earlier, signal);
  const { standing } = found;
  if (isBackwards(target, standing.state)) return void diagnostics.error(backwards(zoneId, target, standing));
  if ('problems' in found) return void diagnostics.errors(found.problems);
  const change = changeSincePlan(plan, state, found);
  if (change !== undefined) return void diagnostics.error(changedSincePlan(zoneId, change, standing));
  if (found.trigger === 'pending' && found.saves && !acknowledged)
    return void diagnostics.error(acknowledgementMissing(zoneId, standingSentence(zoneId, standing)));
  return found;
}

/** @throws ServiceError, after a warning that tells what is deleted by then */
async function deleteOverrides(
  { client: { api }, signal, log, diagnostics }: ToCarryOut,
  zoneId: string,
  { basis: { deletions } }: Survey,
): Promise<void> {
  for (const [index, { id }] of deletions.entries()) {
    log('info', `deleting URI-based override ${id} of zone ${zoneId}`);
    try {
      await api.deleteUriOverride(zoneId, id, { signal });
    } catch (error) {
      if (index > 0) diagnostics.warning(deletedSoFar(zoneId, deletions.slice(0, index)));
      throw error;
    }
  }
}

function limitOf({ timeouts }: Plan, state: State | null): number {
  const given = state === null ? timeouts?.create : timeouts?.update;
  return durationMs(given ?? MIGRATION_TIME_LIMIT) ?? 0;
}
