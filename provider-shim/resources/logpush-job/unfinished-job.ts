import { sameDestination } from '../../../schema';
import type { LogpushJob } from '../../api';
import type { InterruptedCreation } from '../../records/creation-records';
import { jobMeaning, type Declared } from './job-meaning';
import { hasSettings } from './settings';

/** A job that an interrupted run created. */
export interface UnfinishedJob {
  readonly creation: InterruptedCreation;
  readonly job: LogpushJob;
  /** What turns it into the declared job. */
  readonly action: 'none' | 'update' | 'replace';
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

function actionFor(job: LogpushJob, declared: Declared): UnfinishedJob['action'] {
  if (isEqualJob(job, declared)) return 'none';
  const { dataset, kind } = declared.settings;
  return job.dataset === dataset && job.kind === kind ? 'update' : 'replace';
}

function isPredecessor({ creation, job, action }: UnfinishedJob, { settings }: Declared): boolean {
  const isNamesake = job.name === settings.name && (job.name !== '' || action === 'update');
  return isNamesake && creation.matches(jobMeaning(job));
}
