import type { LogpushJob } from './logpush-job';

/** The log push jobs of a zone. */
export interface LogpushState {
  /** By job id. */
  readonly jobs: Map<number, LogpushJob>;
  /** By job id: records that were made and not pushed yet, oldest first. */
  readonly pending: Map<number, readonly PendingRecord[]>;
  /** The highest job id that was ever used; 0 before the first job. */
  lastJobId: number;
}

/** A log entry in its job's format. */
export interface PendingRecord {
  /** When the entry was made, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly text: string;
}

/** The jobs by their ids. */
export function jobsInOrder({ jobs }: LogpushState): readonly LogpushJob[] {
  return [...jobs.values()].sort((one, other) => one.id - other.id);
}
