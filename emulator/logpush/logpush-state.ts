import type { JobDescription } from './read-job';

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
export interface LogpushState {
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
