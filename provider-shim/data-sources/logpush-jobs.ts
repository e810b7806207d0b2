import { logpushJobsSchema, logpushJobHealthSchema, type Explanation } from '../../schema';
import { shownDestination } from '../../schema/logpush/destination-secrets';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';

/** The log push jobs of a zone (docs/internals/service.md 5.2). */
export const logpushJobs = defineDataSource<typeof logpushJobsSchema, Configured>({
  schema: logpushJobsSchema,

  async read({ client, config, signal }) {
    const { zone_id: zoneId } = config;
    // The list that the jobs of the zone are read from, so it costs no request of its own.
    const answered = await client.reads.listLogpushJobs(zoneId, { signal });
    const jobs = answered.map(({ id, name, dataset, kind, enabled, destination_conf }) => ({
      job_id: id,
      import_id: `${zoneId}/${id}`,
      ...{ name, dataset, kind, enabled },
      destination: shownDestination(destination_conf),
    }));
    return { ...config, jobs: jobs.sort((a, b) => a.job_id - b.job_id) };
  },
});

/** How the deliveries of a log push job go (docs/internals/service.md 5.2). */
export const logpushJobHealth = defineDataSource<typeof logpushJobHealthSchema, Configured>({
  schema: logpushJobHealthSchema,

  async read({ client, config, signal, diagnostics }) {
    const { zone_id: zoneId, job_id: jobId } = config;
    const job = await client.reads.getLogpushJob(zoneId, jobId, { signal });
    if (!job) {
      diagnostics.error(noSuchJob(zoneId, jobId));
      return undefined;
    }
    return {
      zone_id: zoneId,
      job_id: jobId,
      enabled: job.enabled,
      healthy: job.last_error === '' && job.error_message === '',
      last_complete: orNull(job.last_complete),
      last_error: orNull(job.last_error),
      error_message: job.error_message,
    };
  },
});

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function noSuchJob(zoneId: string, jobId: number): Explanation {
  return {
    path: ['job_id'],
    message: `Zone ${zoneId} has no log push job ${jobId}.`,
    hint:
      'It may have been deleted. Take the number from the resource (zone_logpush_job.NAME.job_id): then a deleted job ' +
      'is planned again, and its health is read after its creation.',
  };
}
