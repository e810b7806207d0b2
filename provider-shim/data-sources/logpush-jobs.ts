import { logpushJobsSchema } from '../../schema';
import { shownDestination } from '../../schema/logpush/destination-secrets';
import type { LogpushJob } from '../api/operations/logpush-job';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';

/** The log push jobs of a zone (docs/internals/service.md 5.2). */
export const logpushJobs = defineDataSource<typeof logpushJobsSchema, Configured>({
  schema: logpushJobsSchema,

  async read({ client, config, signal }) {
    const { zone_id: zoneId } = config;
    // The list that the jobs of the zone are read from, so it costs no request of its own.
    const answered = await client.reads.listLogpushJobs(zoneId, { signal });
    return {
      ...config,
      jobs: answered.map((job) => described(zoneId, job)).sort((a, b) => a.job_id - b.job_id),
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
