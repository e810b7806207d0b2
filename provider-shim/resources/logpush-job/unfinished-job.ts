import { sameDestination } from '../../../schema';
import type { LogpushJob } from '../../api';
import type { LeftOverCreation } from '../../creation-records/creation-records';
import { jobMeaning } from './job-meaning';
import type { Declared } from './job-registry';
import { hasSettings } from './settings';

/** A job that an interrupted run made. */
export interface UnfinishedJob {
  readonly creation: LeftOverCreation;
  readonly job: LogpushJob;
  /** Whether it is what is declared now, too. */
  readonly isEqual: boolean;
}

/** Whether a job is exactly what is declared. */
export function isEqualJob(job: LogpushJob, { destination, settings }: Declared): boolean {
  return sameDestination(job.destination_conf, destination) && hasSettings(job, settings);
}

/** The job that a left-over creation made; undefined when there is none, or nobody can tell. */
export function jobOf(
  { record: { made, before }, matches }: LeftOverCreation,
  jobs: readonly LogpushJob[],
): LogpushJob | undefined {
  return made === null
    ? jobs.find((job) => !before.includes(job.id) && matches(jobMeaning(job)))
    : jobs.find(({ id }) => id === made);
}

/**
 * The job of an interrupted run that a resource completes: the one that is what it declares, else one of the same name,
 * dataset and kind that nobody has changed since.
 *
 * @param jobs the zone's jobs that are in no state as far as this run has seen
 */
export function findUnfinished(
  creations: readonly LeftOverCreation[],
  jobs: readonly LogpushJob[],
  declared: Declared,
): UnfinishedJob | undefined {
  const found = creations.flatMap((creation): readonly UnfinishedJob[] => {
    const job = jobOf(creation, jobs);
    return job ? [{ creation, job, isEqual: isEqualJob(job, declared) }] : [];
  });
  return found.find(({ isEqual }) => isEqual) ?? found.find((one) => isSuccessor(one, declared));
}

function isSuccessor({ creation, job }: UnfinishedJob, { settings }: Declared): boolean {
  const { name, dataset, kind } = settings;
  const isNamesake = job.name === name && job.dataset === dataset && job.kind === kind;
  return isNamesake && creation.matches(jobMeaning(job));
}
