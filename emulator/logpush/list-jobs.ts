import { logpushOperation } from './logpush-operation';
import { jobsInOrder } from './logpush-state';

/** docs/service.md 5.1: all at once, without paging. */
export const listJobs = logpushOperation({
  name: 'logpush.jobs.list',
  doing: 'reading',
  method: 'GET',
  path: '/zones/:zone_id/logpush/jobs',
  body: 'none',
  run: ({ zone }) => ({ kind: 'result', result: jobsInOrder(zone.logpush) }),
});
