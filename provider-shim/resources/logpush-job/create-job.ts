import { ServiceError, type LogpushJob, type LogpushJobInput } from '../../api';
import type { Call } from '../../framework';
import type { Configured } from '../configured';
import { equalJobs } from './adopt';
import type { Declared } from './claims';

/** A job, and whether it was there already. */
export interface MadeJob {
  readonly job: LogpushJob;
  readonly adopted: boolean;
}

/**
 * Makes a job, unless one that is exactly the same is left over from an earlier run that was ended in the middle. A
 * creation whose answer was lost is never sent again: the job that is there then, and was not before, is what it made.
 */
export async function createJob(
  { api, jobClaims }: Configured,
  declared: Declared,
  body: LogpushJobInput,
  { signal, log }: Pick<Call, 'signal' | 'log'>,
): Promise<MadeJob> {
  const { zoneId } = declared;
  const take = (jobs: readonly LogpushJob[]): LogpushJob | undefined =>
    equalJobs(jobs, declared).find(({ id }) => jobClaims.hold(zoneId, id));

  return jobClaims.alone(zoneId, async () => {
    const before = await api.listLogpushJobs(zoneId, { signal });
    const left = take(before);
    if (left) {
      log('info', 'an equal log push job is there already and is taken', { job_id: left.id });
      return { job: left, adopted: true };
    }
    try {
      const job = await api.createLogpushJob(zoneId, body, { signal });
      jobClaims.hold(zoneId, job.id);
      return { job, adopted: false };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.outcome !== 'unknown') throw error;
      const known = new Set(before.map(({ id }) => id));
      const now = await api.listLogpushJobs(zoneId, { signal }).catch(() => []);
      const made = take(now.filter(({ id }) => !known.has(id)));
      if (!made) throw error;
      log('info', 'the answer was lost, and the log push job was made', { job_id: made.id });
      return { job: made, adopted: false };
    }
  });
}
