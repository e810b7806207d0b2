import type { JsonObject } from '../checks/json';
import { accepted } from '../errors/refusal';
import type { ServiceOperation } from '../service/operation';
import { onZone } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { logpushOperation } from './logpush-operation';
import type { EdgeJob } from './logpush-state';
import { checkBody } from './read-bodies';
import { EDGE_SETTINGS, readEdgeSettings } from './read-edge-job';

const EDGE_JOBS_PATH = '/logpush/edge/jobs';

/** Where a browser would read the entries; the host is one that nobody can have (RFC 2606), so nobody connects. */
const SESSION_URL = 'wss://logs.invalid/instant-logs/ws/sessions/';

/** docs/service.md 5.10. */
const list = logpushOperation({
  name: 'logpush.edge.jobs.list',
  doing: 'reading',
  method: 'GET',
  path: EDGE_JOBS_PATH,
  body: 'none',
  run: ({ scope }) => ({ kind: 'result', result: scope.logpush.edgeJobs.map(view) }),
});

/** Begins a session of instant logs (docs/service.md 5.10). */
const create = logpushOperation({
  name: 'logpush.edge.jobs.create',
  doing: 'creating',
  method: 'POST',
  path: EDGE_JOBS_PATH,
  body: 'json',
  run: ({ service, scope, body, dryRun }) => {
    const settings = accepted(checkBody(body, (reader) => readEdgeSettings(reader.members(EDGE_SETTINGS))));
    if (dryRun) return { kind: 'result', result: null };
    timeOfWrite(service);
    const job: EdgeJob = { session_id: service.identifiers.next(), ...settings };
    scope.logpush.edgeJobs.push(job);
    return { kind: 'result', result: view(job) };
  },
});

export const EDGE_JOB_OPERATIONS: readonly ServiceOperation[] = [list, create].map(onZone);

function view(job: EdgeJob): JsonObject {
  return { destination_conf: SESSION_URL + job.session_id, ...job };
}
