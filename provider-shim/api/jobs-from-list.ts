import { ServiceError } from './errors';
import type { LogpushOperations } from './logpush';
import type { LogpushJob } from './logpush-job';

/**
 * Reads jobs from the list of their zone, which is requested once for all jobs. A job that is not in the list is not
 * assumed to be deleted, nor is one whose list cannot be read because of another job: it is requested by itself.
 */
export function jobsFromList({
  listLogpushJobs,
  getLogpushJob,
}: LogpushOperations): Pick<LogpushOperations, 'getLogpushJob'> {
  const indexes = new WeakMap<readonly LogpushJob[], ReadonlyMap<number, LogpushJob>>();
  const indexed = (jobs: readonly LogpushJob[]): ReadonlyMap<number, LogpushJob> => {
    const index = indexes.get(jobs) ?? new Map(jobs.map((job) => [job.id, job]));
    indexes.set(jobs, index);
    return index;
  };
  return {
    async getLogpushJob(zoneId, jobId, options) {
      const jobs = await listLogpushJobs(zoneId, options).catch((error: unknown) => {
        if (error instanceof ServiceError && PASSED_OVER.includes(error.kind)) return [];
        throw error;
      });
      return indexed(jobs).get(jobId) ?? getLogpushJob(zoneId, jobId, options);
    },
  };
}

const PASSED_OVER: readonly ServiceError['kind'][] = ['malformed-answer', 'not-found'];
