import { jobNotFound } from '../errors/chosen-logpush';
import { refusedBody } from '../http/envelope';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import { ownershipRefused } from './check-ownership';
import { jobById } from './job-by-id';
import { readJobChange } from './job-bodies';
import type { LogpushJob } from './logpush-job';
import { logpushOperation } from './logpush-operation';
import { zoneIsGone } from './zone-is-gone';
import { refusedByDestination } from './test-destination';

/** docs/service.md 5.2: what is sent replaces what is stored, member by member; the rest stays. */
export const updateJob = logpushOperation({
  name: 'logpush.jobs.update',
  doing: 'updating',
  method: 'PUT',
  path: '/zones/:zone_id/logpush/jobs/:job_id',
  body: 'json',
  run: async (call) => {
    const { service, zone, body, dryRun } = call;
    const found = jobById(call);
    if ('refusal' in found) return refuse(found.refusal);
    const { id, destination_conf: stored } = found.job;
    const sent = readJobChange(body, found.job);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    const { settings, challenge } = sent.value;
    const destination = settings.destination_conf ?? stored;
    const isElsewhere = destination !== stored;
    const refusal =
      (isElsewhere ? ownershipRefused(call, destination, challenge) : undefined) ??
      (await refusedByDestination(service, destination)) ??
      zoneIsGone(call);
    if (refusal !== undefined) return refuse(refusal);
    // A push or another update may have changed the job meanwhile, or it was deleted.
    const current = zone.logpush.jobs.get(id);
    if (current === undefined) return refuse(jobNotFound(id));
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    const job: LogpushJob = { ...current, ...settings };
    zone.logpush.jobs.set(id, job);
    return { kind: 'result', result: job };
  },
});
