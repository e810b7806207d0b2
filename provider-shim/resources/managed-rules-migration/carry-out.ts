import {
  acknowledgementMissing,
  durationMs,
  isBackwards,
  isUnknown,
  MIGRATION_TIME_LIMIT,
  type ConfigOf,
} from '../../../schema';
import type { Call } from '../../framework';
import { displacedBy } from '../../managed-rules/adjust';
import { standingSentence } from '../../managed-rules/standing';
import type { Configured } from '../configured';
import { awaitState } from './await-state';
import { before, keepDisplaced } from './facts';
import { inputsOf, type Schema } from './inputs';
import { backwards, changedSincePlan } from './refusals';
import { saveRules } from './save-rules';
import { stateAfter, type Plan, type State } from './state';
import { survey, type Survey } from './survey';

export interface ToCarryOut extends Call {
  readonly client: Configured;
  readonly plan: Plan;
  readonly config: ConfigOf<Schema>;
  /** Null when the object is made. */
  readonly state: State | null;
}

/**
 * Brings the zone to the plan, from wherever it stands by now: an earlier run may have been killed at any moment. Only
 * what was planned is done. Nothing is answered while it is not reached, so that the engine never takes an object for
 * half made.
 */
export async function carryOut(call: ToCarryOut): Promise<State | undefined> {
  const { client, plan, config, state, signal, diagnostics, private: facts, log } = call;
  const { api } = client;
  const inputs = inputsOf(config);
  const { zoneId } = inputs;
  const earlier = before(state?.adjustments, facts);
  const found = await survey(api, inputs, earlier, signal);
  const { standing } = found;
  if (isBackwards(inputs.target, standing.state))
    return void diagnostics.error(backwards(zoneId, inputs.target, standing));
  if ('problems' in found) return void diagnostics.errors(found.problems);

  const change = changeSince(plan, found);
  if (change !== undefined) return void diagnostics.error(changedSincePlan(zoneId, change, standing));
  if (found.trigger === 'pending' && found.saves && !inputs.acknowledged)
    return void diagnostics.error(acknowledgementMissing(zoneId, standingSentence(zoneId, standing)));

  for (const { id } of found.deletions) {
    log('info', `deleting URI-based override ${id} of zone ${zoneId}`);
    await api.deleteUriOverride(zoneId, id, { signal });
  }
  const waiting = { zoneId, reached: found.reached, limitMs: limitOf(plan, state) };
  // Rules of a zone that is about to finish are saved when it has: until then the step's own rules are in force.
  if (standing.state === 'finishing') await awaitState(client, waiting, call);
  if (found.saves) await saveRules(api, zoneId, found, signal);
  const reached = await awaitState(client, waiting, call);
  keepDisplaced(facts, displacedBy(found.base, inputs.adjustments, found.generated, earlier.displaced));
  return stateAfter(plan, found, reached);
}

/** What is different from the plan, in words; undefined when nothing is. */
function changeSince(
  { migration_state, rules_digest, deleted_uri_overrides }: Plan,
  found: Survey,
): string | undefined {
  if (!isUnknown(migration_state) && migration_state !== found.reached)
    return `it was to be ${migration_state}, and now it would be ${found.reached}`;
  if (!isUnknown(rules_digest) && rules_digest !== found.digest)
    return `the planned rules have the digest ${rules_digest}, and those to be saved now have ${found.digest}`;
  const planned = isUnknown(deleted_uri_overrides) ? [] : (deleted_uri_overrides ?? []).map(idOf);
  const more = found.deletions.filter(({ id }) => !planned.includes(id));
  return more.length === 0
    ? undefined
    : `there are URI-based overrides that the plan does not delete: ${more.map(({ id }) => id).join(', ')}`;
}

function idOf(override: unknown): unknown {
  return typeof override === 'object' && override !== null && 'id' in override ? override.id : undefined;
}

function limitOf({ timeouts }: Plan, state: State | null): number {
  const given = state === null ? timeouts?.create : timeouts?.update;
  return durationMs(given ?? MIGRATION_TIME_LIMIT) ?? 0;
}
