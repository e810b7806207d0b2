import { refuse } from '../http/operation';
import { jobById } from './job-by-id';
import { logpushOperation } from './logpush-operation';

/** docs/service.md 5.1. */
export const getJob = logpushOperation({
  name: 'logpush.jobs.get',
  doing: 'reading',
  method: 'GET',
  path: '/zones/:zone_id/logpush/jobs/:job_id',
  body: 'none',
  run: (call) => {
    const found = jobById(call);
    return 'refusal' in found ? refuse(found.refusal) : { kind: 'result', result: found.job };
  },
});
