import { logpushJobsSchema } from '../../schema';
import { shownDestination } from '../../schema/logpush/destination-secrets';
import type { LogpushJob } from '../api/operations/logpush-job';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import { JobRegistry } from '../resources/logpush-job/job-registry';

/** The log push jobs of a zone (docs/internals/service.md 5.2), and those of them that nobody declares. */
export const logpushJobs = defineDataSource<typeof logpushJobsSchema, Configured>({
  schema: logpushJobsSchema,

  async read({ client, config, signal }) {
    const { zone_id: zoneId, declared_job_ids: declared } = config;
    // The list that the jobs of the zone are read from, so it costs no request of its own.
    const answered = await client.reads.listLogpushJobs(zoneId, { signal });
    const jobs = answered.map((job) => described(zoneId, job)).sort((a, b) => a.job_id - b.job_id);
    const managed = client.runState.of(JobRegistry);
    return {
      ...config,
      jobs,
      // The number of a job that this run replaces is unknown, and a job that it destroys is no longer declared.
      undeclared_jobs: jobs.filter(
        ({ job_id: id }) => !declared?.includes(id) && !managed.isInState(zoneId, id),
      ),
    };
  },
});

function described(zoneId: string, { id, name, dataset, kind, enabled, destination_conf }: LogpushJob) {
  return {
    job_id: id,
    import_id: `${zoneId}/${id}`,
    name,
    dataset,
    kind,
    enabled,
    destination: shownDestination(destination_conf),
  };
}
