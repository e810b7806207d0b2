import { logpushJobSchema } from '../../schema';
import { JOB_REQUESTS, resourceOf } from '../resources';
import type { Change, RequestEstimate } from './model';

/** The requests of a data source that is read during apply; those of a migration read more than once. */
const READ_REQUESTS = 1;

/** The service's limit for each user (docs/internals/service.md 2.4). */
export const REQUEST_LIMIT = { requests: 1200, minutes: 5 } as const;

/** The service takes up to an hour for a migration's end (docs/internals/service.md 7.5). */
export const LONGEST_FINISH_MINUTES = 60;

/** What the changes of all plans need: the requests of apply, and the waits. */
export function estimateRequests(changes: readonly Change[], reads: number): RequestEstimate {
  const ours = changes.filter((change) => change.ours);
  const counts = ours.map(requestsOf);
  const apply = sum(counts.map((count) => count ?? 0)) + firstCreations(ours) + reads * READ_REQUESTS;
  const waits = ours.filter(({ migration }) => migration?.waits === true).length;
  return {
    apply,
    minutes: Math.ceil((apply * REQUEST_LIMIT.minutes) / REQUEST_LIMIT.requests),
    not_counted: counts.filter((count) => count === undefined).length,
    waits,
    wait_minutes: waits === 0 ? 0 : LONGEST_FINISH_MINUTES,
  };
}

/** The requests of one change; undefined when none are documented for its type. */
function requestsOf(change: Change): number | undefined {
  if (change.kind === 'forget') return 0;
  return resourceOf(change.type)?.requests(change);
}

/** The requests that the jobs created in one zone share. */
function firstCreations(changes: readonly Change[]): number {
  const created = changes.filter(
    ({ type, action }) => type === logpushJobSchema.type && (action === 'create' || action === 'replace'),
  );
  const zones = new Set(created.map(({ stack, zone, address }) => `${stack}\n${zone?.id ?? address}`));
  return zones.size * JOB_REQUESTS.firstCreation;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
