import { sameDestination } from '../../../schema';
import type { LogpushJob } from '../../api';
import type { Declared } from './claims';
import { hasSettings } from './settings';

/** The jobs that are exactly what is declared, the oldest first. */
export function equalJobs(
  jobs: readonly LogpushJob[],
  { destination, settings }: Declared,
): readonly LogpushJob[] {
  return jobs
    .filter((job) => sameDestination(job.destination_conf, destination) && hasSettings(job, settings))
    .sort((one, other) => one.id - other.id);
}
