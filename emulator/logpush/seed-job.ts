import type { JsonObject } from '../checks/json-object';

/** A log push job in a seed; what is left out is as in a request that leaves it out. */
export interface SeedLogpushJob {
  readonly destination_conf: string;
  /** A whole number from 1. @default - the next one */
  readonly id?: number;
  /** @default 'http_requests' */
  readonly dataset?: string | null;
  readonly name?: string | null;
  /** @default false */
  readonly enabled?: boolean;
  /** @default '' */
  readonly kind?: string;
  readonly filter?: string | null;
  readonly frequency?: 'high' | 'low' | null;
  readonly logpull_options?: string | null;
  readonly output_options?: JsonObject | null;
  readonly max_upload_bytes?: number | null;
  readonly max_upload_interval_seconds?: number | null;
  readonly max_upload_records?: number | null;
  /** ISO 8601, UTC. */
  readonly last_complete?: string | null;
  /** ISO 8601, UTC. */
  readonly last_error?: string | null;
  readonly error_message?: string | null;
}

/** A log entry that its job had not pushed yet. */
export interface SeedPendingRecord {
  /** Id of a job of the seed. */
  readonly job: number;
  /** When the entry was made: ISO 8601, UTC. */
  readonly at: string;
  readonly text: string;
}
