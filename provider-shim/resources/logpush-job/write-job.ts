import { sameDestination } from '../../../schema';
import { ServiceError, type LogpushJob, type LogpushJobInput } from '../../api';
import type { UpdateCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import {
  changedMeanwhile,
  changedSincePlan,
  jobChanged,
  jobChangedMeanwhile,
  jobGone,
  type PlannedJob,
} from './check-before-write';
import { openSettings, type Schema, type State } from './settings';

type Call = Pick<
  UpdateCall<Schema, Configured>,
  'client' | 'state' | 'diagnostics' | 'signal' | 'privateState'
>;

/**
 * Updates a job that nobody has changed since the plan. The service has no version to compare, so the job is read right
 * before. A setting that already has its planned value is not sent.
 *
 * @param body the members that the plan changes
 * @param secrets of the destination, which a refusal of the service may quote
 * @returns the job; undefined when it was not written and a diagnostic says why
 */
export async function updateJob(
  { client: { api }, state, diagnostics, signal, privateState }: Call,
  planned: PlannedJob,
  body: LogpushJobInput,
  secrets: readonly string[],
): Promise<LogpushJob | undefined> {
  const { zone_id: zoneId } = state;
  const jobId = state.job_id ?? 0;
  const zone = (): Promise<string> => zoneInMessages({ api, zoneId, signal });
  const gone = async (): Promise<void> => diagnostics.error(jobGone(await zone(), jobId));
  const before = await api.getLogpushJob(zoneId, jobId, { signal });
  if (!before) return void (await gone());
  const changes = changedSincePlan(before, state, planned, privateState);
  if (changes.length > 0) return void diagnostics.error(jobChanged(await zone(), jobId, changes));
  const open = stillOpen(before, state, planned, body);
  if (Object.keys(open).length === 0) return before;
  try {
    const answer = await api.updateLogpushJob(zoneId, before, open, { signal, secrets });
    const meanwhile = changedMeanwhile(answer, state, planned, Object.keys(open), privateState);
    if (meanwhile.length > 0) diagnostics.warning(jobChangedMeanwhile(await zone(), jobId, meanwhile));
    return answer;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not-found') throw error;
    return void (await gone());
  }
}

/** The members of an update that the job does not have yet. */
function stillOpen(
  job: LogpushJob,
  state: State,
  { settings, destination }: PlannedJob,
  { destination_conf, ownership_challenge, ...members }: LogpushJobInput,
): LogpushJobInput {
  const differing = openSettings(job, settings, state);
  const isThere = destination === undefined || sameDestination(job.destination_conf, destination);
  return {
    ...Object.fromEntries(Object.entries(members).filter(([name]) => name in differing)),
    ...(!isThere && { destination_conf, ...(ownership_challenge !== undefined && { ownership_challenge }) }),
  };
}
