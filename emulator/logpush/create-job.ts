import { refusedBody } from '../http/envelope';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import { ownershipRefused } from './check-ownership';
import { readNewJob } from './job-bodies';
import type { LogpushJob } from './logpush-job';
import { logpushOperation } from './logpush-operation';
import { nextJobId } from './next-job-id';
import { zoneIsGone } from './zone-is-gone';
import { refusedByDestination } from './test-destination';

/** docs/service.md 5.1. */
export const createJob = logpushOperation({
  name: 'logpush.jobs.create',
  doing: 'creating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/jobs',
  body: 'json',
  run: async (call) => {
    const { service, zone, body, dryRun } = call;
    const sent = readNewJob(body);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    const { description, challenge } = sent.value;
    const refusal =
      ownershipRefused(call, description.destination_conf, challenge) ??
      (await refusedByDestination(service, description.destination_conf)) ??
      zoneIsGone(call);
    if (refusal !== undefined) return refuse(refusal);
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    const job: LogpushJob = {
      id: nextJobId(zone.logpush),
      ...description,
      last_complete: null,
      last_error: null,
      error_message: null,
    };
    zone.logpush.jobs.set(job.id, job);
    return { kind: 'result', result: job };
  },
});
