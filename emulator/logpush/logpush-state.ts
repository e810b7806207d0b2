import { type JobDescription, checkTogether, wholeJob } from './read-job';
import * as is from '../checks/shape';
import { timestamp } from '../service/clock';
import { lastNumber, numericId } from '../service/identifiers';
import type { StoredPart } from '../service/part';
import type { ServiceSettings } from '../service/settings';
import { includesLogpush } from './logpush-operation';

/** A stored job with the service's own member names (docs/internals/service.md 5.2). Unset members are null. */
export interface LogpushJob extends JobDescription {
  /** A whole number from 1. */
  readonly id: number;
  /** ISO 8601. */
  readonly time_created: string;
  /** ISO 8601; null until the first log entries. */
  readonly last_complete: string | null;
  /** ISO 8601; null if its destination took the last ones. */
  readonly last_error: string | null;
  readonly error_message: string | null;
}

/** The log push jobs of a zone. */
interface LogpushState {
  /** By job id. */
  readonly jobs: Map<number, LogpushJob>;
  /** By job id: the newest lines of its log, oldest first, each JSON. Neither seeds nor snapshots have them. */
  readonly lines: Map<number, readonly string[]>;
  /** The highest job id ever used; 0 before the first job. */
  lastJobId: number;
}

/** The jobs by their ids. */
export function jobsInOrder({ jobs }: LogpushState): readonly LogpushJob[] {
  return [...jobs.values()].sort((one, other) => one.id - other.id);
}

/** Takes the next job id: they count from 1, and none is reused, even after a deletion. */
export function nextJobId(state: Pick<LogpushState, 'lastJobId'>): number {
  state.lastJobId += 1;
  return state.lastJobId;
}

declare module '../service/zone' {
  interface Zone {
    readonly logpush: LogpushState;
  }
}

/** A log push job in a seed, with the same defaults as in a request. */
interface SeedLogpushJob extends Partial<Omit<LogpushJob, 'dataset'>> {
  readonly destination_conf: string;
  /** A whole number from 1. @default - the next one */
  readonly id?: number;
  /** @default 'http_requests' */
  readonly dataset?: string | null;
  /** When it was created: ISO 8601, UTC. @default - the time of the clock */
  readonly time_created?: string;
}

/** The log push jobs of a zone in a seed. */
export interface LogpushDocument {
  /** @default - none */
  readonly jobs?: readonly SeedLogpushJob[];
  /** The highest job id ever used; new ids follow it. @default - the highest of `jobs`, or 0 */
  readonly last_job_id?: number;
}

/** The log push jobs in seeds and snapshots. */
export const STORED_LOGPUSH: StoredPart<LogpushDocument> = {
  member: 'logpush',
  read: (reader, { plan, settings }) => {
    const { logpushJobs: most } = settings;
    const jobs = is.refusedIf(seedJobs(settings), ({ length }) => {
      if (length > 0 && !includesLogpush(plan, settings)) return `the ${plan} plan has no log push`;
      if (most === 0 || length <= most) return undefined;
      return `a zone has at most ${most} jobs (the option logpush_jobs), not ${length}`;
    });
    const sent =
      reader && is.object({ jobs: is.optional(jobs, []), last_job_id: is.optional(lastNumber, 0) })(reader);
    return (service) => ({
      logpush: stateOf(sent?.jobs ?? [], sent?.last_job_id ?? 0, timestamp(service.clock.now())),
    });
  },
  write: ({ logpush }) => ({
    jobs: jobsInOrder(logpush).map((job) => ({ ...job })),
    last_job_id: logpush.lastJobId,
  }),
};

function stateOf(checked: readonly CheckedJob[], lastJobId: number, now: string): LogpushState {
  const highest = checked.reduce((known, { id = 0 }) => Math.max(known, id), lastJobId);
  const state: LogpushState = { jobs: new Map(), lines: new Map(), lastJobId: highest };
  for (const { id = nextJobId(state), time_created = now, ...job } of checked) {
    state.jobs.set(id, { id, ...job, time_created });
  }
  return state;
}

/** A checked job of a seed, which may have no id and no time yet. */
type CheckedJob = Omit<LogpushJob, 'id' | 'time_created'> & {
  readonly id?: number;
  readonly time_created?: string;
};

/** The jobs of a seed: as strict as requests, but without checking ownership or the destination. */
function seedJobs(service: ServiceSettings): is.Shape<readonly CheckedJob[]> {
  const seen = new Set<number>();
  const health = is.optional(is.nullable(is.timeText), null);
  return is.list((item) => {
    const job = is.object({
      id: is.optional(numericId(seen, 'another job has this id')),
      time_created: is.optional(is.timeText),
      ...wholeJob(item, service),
      last_complete: health,
      last_error: health,
      error_message: is.optional(is.nullable(is.text()), null),
    })(item);
    if (job !== undefined) checkTogether(item, job);
    return job;
  });
}
