import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import { jobById } from './job-by-id';
import { logpushOperation } from './logpush-operation';

/** docs/service.md 5.1: answers the id alone. What the job had not pushed yet is lost. */
export const deleteJob = logpushOperation({
  name: 'logpush.jobs.delete',
  doing: 'deleting',
  method: 'DELETE',
  path: '/zones/:zone_id/logpush/jobs/:job_id',
  body: 'none',
  run: (call) => {
    const found = jobById(call);
    if ('refusal' in found) return refuse(found.refusal);
    if (call.dryRun) return { kind: 'result', result: null };
    const { id } = found.job;
    const { jobs, pending } = call.zone.logpush;
    timeOfWrite(call.service);
    jobs.delete(id);
    pending.delete(id);
    return { kind: 'result', result: { id } };
  },
});
