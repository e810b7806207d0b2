import { sameDestination, isKnown, logpushJobSchema, type PlannedState } from '../../../schema';
import type { LogpushJob } from '../../api';
import type { InterruptedCreation } from '../../records/creation-records';
import { jobMeaning, type Declared, hasSettings, declaredMeaning, type Schema, type State } from './settings';
import { importBlock, type ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { type Completion, creationCompleted, equalJobThere, replacementFinished } from './ownership-problems';
import { JobRegistry } from './job-registry';

/** A job that an interrupted run created. */
export interface UnfinishedJob {
  readonly creation: InterruptedCreation;
  readonly job: LogpushJob;
  /** What turns it into the declared job. */
  readonly action: Completion;
}

/** Whether a job is exactly the declared one. */
export function isEqualJob(job: LogpushJob, { destination, settings }: Declared): boolean {
  return sameDestination(job.destination_conf, destination) && hasSettings(job, settings);
}

/** The job that a interrupted creation made; undefined when there is none or it cannot be determined. */
export function jobOf(
  { record: { made, before }, matches }: InterruptedCreation,
  jobs: readonly LogpushJob[],
): LogpushJob | undefined {
  return made === null
    ? jobs.find((job) => !before.includes(job.id) && matches(jobMeaning(job)))
    : jobs.find(({ id }) => id === made);
}

/**
 * The job of an interrupted run that a resource completes: the one that matches its declaration, else one of the same
 * name that nobody has changed since. A job without a name must have the same dataset and kind.
 *
 * @param jobs the zone's jobs that no state has, as far as this run has seen
 */
export function findUnfinished(
  creations: readonly InterruptedCreation[],
  jobs: readonly LogpushJob[],
  declared: Declared,
): UnfinishedJob | undefined {
  const found = creations.flatMap((creation): readonly UnfinishedJob[] => {
    const job = jobOf(creation, jobs);
    return job ? [{ creation, job, action: actionFor(job, declared) }] : [];
  });
  return found.find(({ action }) => action === 'none') ?? found.find((one) => isPredecessor(one, declared));
}

function actionFor(job: LogpushJob, declared: Declared): Completion {
  if (isEqualJob(job, declared)) return 'none';
  const { dataset, kind } = declared.settings;
  return job.dataset === dataset && job.kind === kind ? 'update' : 'replace';
}

function isPredecessor({ creation, job, action }: UnfinishedJob, { settings }: Declared): boolean {
  const isNamesake = job.name === settings.name && (job.name !== '' || action === 'update');
  return isNamesake && creation.matches(jobMeaning(job));
}

type PlanCall = ModifyPlanCall<Schema, Configured>;

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
  // By its id: to complete a creation takes no more requests than to begin it.
  if (unfinished) return diagnostics.warning(creationCompleted(zoneId, unfinished.job.id, unfinished.action));
  const equal = free.find((job) => isEqualJob(job, declared));
  if (!equal) return;
  const zone = await zoneInMessages({ api: reads, zoneId, signal });
  const id = `${zoneId}/${equal.id}${isKnown(version) ? `/${String(version)}` : ''}`;
  diagnostics.warning(equalJobThere(zone, equal.id, importBlock(logpushJobSchema.type, id, folder)));
}

/**
 * Requires the replacement that an interrupted run began and that nothing in the configuration asks for (`-replace`): the
 * state still has only the old job, so no plan would show the new one.
 *
 * @returns whether the job is to be replaced
 */
export async function finishReplacement(
  { client, diagnostics, signal, requireReplacement }: PlanCall,
  { job_id: jobId }: State,
  declared: Declared,
): Promise<boolean> {
  if (!client || jobId === null) return false;
  const creations = await client.creationRecords.interrupted(declared.zoneId, signal);
  if (creations.length === 0) return false;
  const jobs = await listedJobs(client, declared.zoneId, signal);
  const old = jobs.filter(({ id }) => id === jobId);
  const meanings = [declaredMeaning(declared), ...old.map(jobMeaning)];
  const replacements = creations.filter(({ matches }) => meanings.some(matches));
  const unfinished = findUnfinished(replacements, await freeJobs(client, declared.zoneId, signal), declared);
  if (!unfinished) return false;
  diagnostics.warning(replacementFinished(declared.zoneId, jobId, unfinished.job.id));
  requireReplacement('job_id');
  return true;
}

/** The zone's jobs that no state has, as far as this run has seen. */
async function freeJobs(
  client: Configured,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly LogpushJob[]> {
  const jobs = client.runState.of(JobRegistry);
  return (await listedJobs(client, zoneId, signal)).filter(({ id }) => !jobs.isInState(zoneId, id));
}

/** The zone's jobs when this run first listed them. */
function listedJobs(
  { reads, runState }: Configured,
  zoneId: string,
  signal: AbortSignal,
): Promise<readonly LogpushJob[]> {
  return runState.of(JobRegistry).listed(zoneId, signal, () => reads.listLogpushJobs(zoneId, { signal }));
}
