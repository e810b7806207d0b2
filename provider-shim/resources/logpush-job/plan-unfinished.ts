import { isKnown, logpushJobSchema, type PlannedState } from '../../../schema';
import { importBlock, type ModifyPlanCall, type PrivateState } from '../../sdk/framework';
import type { LogpushJob } from '../../api';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { deliversElsewhere, remembersDestination } from './destination';
import { declaredMeaning, type Declared } from './job-meaning';
import {
  creationCompleted,
  equalJobThere,
  replacementFinished,
  replacementUnfinished,
} from './ownership-problems';
import { challengeMissing } from './plan-destination';
import { mayBeTooMany, USUAL_JOBS } from './plan-warnings';
import { hasSettings, settingsIn, type Schema, type Settings, type State } from './settings';
import { findUnfinished, isEqualJob, jobOf } from './unfinished-job';
import { JobRegistry } from './job-registry';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/** Warns where a new job may be one too many: the service does not say how many a zone may have (docs/internals/service.md 5.2). */
export async function announceQuota(
  { client, diagnostics, signal }: PlanCall,
  { zoneId }: Declared,
  token: string,
): Promise<void> {
  if (!client) return;
  const { reads, runState } = client;
  const jobs = runState.of(JobRegistry);
  const created = jobs.markNew(zoneId, token);
  const there = await jobs.listed(zoneId, signal, () => reads.listLogpushJobs(zoneId, { signal }));
  // A zone that has more already may have more.
  const mayBeRefused = there.length <= USUAL_JOBS && there.length + created > USUAL_JOBS;
  if (mayBeRefused) diagnostics.warning(mayBeTooMany(zoneId, there.length, created));
}

/** Warns about an existing job that is identical to the new one or was created for it. */
export async function announceJobsThere(
  { client, diagnostics, signal }: PlanCall,
  { destination_conf_wo_version: version }: PlannedState<Schema>,
  declared: Declared,
): Promise<void> {
  if (!client) return;
  const { reads, creationRecords, folder } = client;
  const { zoneId } = declared;
  const free = await freeJobs(client, zoneId, signal);
  const unfinished = findUnfinished(await creationRecords.interrupted(zoneId, signal), free, declared);
  if (unfinished) return diagnostics.warning(creationCompleted(unfinished.job.id, unfinished.action));
  const equal = free.find((job) => isEqualJob(job, declared));
  if (!equal) return;
  const id = `${zoneId}/${equal.id}${isKnown(version) ? `/${String(version)}` : ''}`;
  const zone = await zoneInMessages({ api: reads, zoneId, signal });
  diagnostics.warning(equalJobThere(zone, equal.id, importBlock(logpushJobSchema.type, id, folder)));
}

/**
 * Requires the replacement that an interrupted run began, if its job can be completed. The state still has only the old
 * job, so no plan would show the new one unless an attribute has changed as well.
 *
 * @returns whether the job is to be replaced
 */
export async function finishReplacement(
  { client, config, diagnostics, signal, privateState, requireReplacement }: PlanCall,
  state: State,
  declared: Declared,
): Promise<boolean> {
  const { job_id: jobId } = state;
  if (!client || !config || jobId === null) return false;
  const { zoneId } = declared;
  const creations = await client.creationRecords.interrupted(zoneId, signal);
  if (creations.length === 0) return false;
  const free = await freeJobs(client, zoneId, signal);
  const meaning = declaredMeaning(declared);
  const replacements = creations.filter((creation) => {
    const job = jobOf(creation, free);
    return job && (creation.matches(meaning) || isTwin(job, state, privateState));
  });
  const unfinished = findUnfinished(replacements, free, declared);
  if (!unfinished) return false;
  // The plan of a new job is refused without its challenge.
  const isRefused = challengeMissing(config, true, null) !== undefined;
  diagnostics.warning((isRefused ? replacementUnfinished : replacementFinished)(jobId, unfinished.job.id));
  if (!isRefused) requireReplacement('job_id');
  return !isRefused;
}

/** Whether another job is what the state has. */
function isTwin(job: LogpushJob, state: State, privateState: PrivateState): boolean {
  const isDestination =
    remembersDestination(privateState) && !deliversElsewhere(privateState, job.destination_conf);
  return isDestination && hasSettings(job, settingsIn(state) as Settings);
}

/** The zone's jobs that no state has, as far as this run has seen. */
async function freeJobs(
  { reads, runState }: Configured,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly LogpushJob[]> {
  const jobs = runState.of(JobRegistry);
  const listed = await jobs.listed(zoneId, signal, () => reads.listLogpushJobs(zoneId, { signal }));
  return listed.filter(({ id }) => !jobs.isInState(zoneId, id));
}
