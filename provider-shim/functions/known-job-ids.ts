import { isKnown, knownJobIdsFunction } from '../../schema';
import { defineFunction } from '../sdk/framework';

/**
 * `known_job_ids([zone_logpush_job.one.job_id])`. The engine defers the read of a data source while any part of its
 * configuration is unknown; without the jobs that do not exist yet, it is read at plan.
 */
export const knownJobIds = defineFunction({
  ...knownJobIdsFunction,

  run({ job_ids: ids }) {
    // Of which jobs it is the list is unknown too, so the data source has to wait.
    if (!isKnown(ids)) return ids;
    return ids.filter((id) => isKnown(id) && id !== null);
  },
});
