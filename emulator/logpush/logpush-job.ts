import type { JsonObject } from '../checks/json-object';

/** A stored job with the service's own member names (docs/service.md 5.2). What is unset is null. */
export interface LogpushJob {
  /** A whole number from 1. */
  readonly id: number;
  readonly dataset: string;
  readonly name: string | null;
  readonly enabled: boolean;
  /** `''` or `'edge'`. */
  readonly kind: string;
  readonly destination_conf: string;
  /** JSON as text. */
  readonly filter: string | null;
  readonly frequency: 'high' | 'low' | null;
  readonly logpull_options: string | null;
  /** As sent; `outputOf` fills in the defaults. */
  readonly output_options: JsonObject | null;
  readonly max_upload_bytes: number | null;
  readonly max_upload_interval_seconds: number | null;
  readonly max_upload_records: number | null;
  /** ISO 8601; null until the first push. */
  readonly last_complete: string | null;
  /** ISO 8601; null when the last push went well. */
  readonly last_error: string | null;
  readonly error_message: string | null;
}
