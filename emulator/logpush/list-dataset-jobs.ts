import { refuse } from '../http/operation';
import { datasetByName } from './dataset-by-name';
import { logpushOperation } from './logpush-operation';
import { jobsInOrder } from './logpush-state';

/** docs/service.md 5.1. */
export const listDatasetJobs = logpushOperation({
  name: 'logpush.datasets.jobs',
  doing: 'reading',
  method: 'GET',
  path: '/zones/:zone_id/logpush/datasets/:dataset/jobs',
  body: 'none',
  run: (call) => {
    const found = datasetByName(call);
    if ('refusal' in found) return refuse(found.refusal);
    const jobs = jobsInOrder(call.zone.logpush).filter((job) => job.dataset === found.dataset);
    return { kind: 'result', result: jobs };
  },
});
