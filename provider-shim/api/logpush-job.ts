import { destinationSecrets } from '../../schema/logpush/destination-secrets';
import { isRecord, type JsonObject } from '../../schema/record';
import { MAX_DESTINATION, MAX_MESSAGE } from './limits';
import { collect, distinct, parseMembers, withDefault, type MemberKind, type Parsed } from './parsed';
import { createRedactor } from './redaction';
import { describe } from './seen';

/** A job as it is sent (docs/service.md 5.2). What is absent stays as it is, what is null is unset. */
export interface LogpushJobInput {
  readonly destination_conf?: string;
  readonly dataset?: string;
  readonly name?: string | null;
  readonly enabled?: boolean;
  readonly kind?: string;
  /** JSON as text. */
  readonly filter?: string | null;
  readonly frequency?: string | null;
  readonly logpull_options?: string | null;
  /** Replaced as a whole. */
  readonly output_options?: JsonObject | null;
  readonly max_upload_bytes?: number | null;
  readonly max_upload_interval_seconds?: number | null;
  readonly max_upload_records?: number | null;
  readonly ownership_challenge?: string;
}

/** A job as the service returns it; null, "" and 0 are the same to it, and here they are "" and 0. */
export interface LogpushJob {
  readonly id: number;
  readonly destination_conf: string;
  readonly dataset: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly kind: string;
  readonly filter: string;
  readonly frequency: string;
  readonly logpull_options: string;
  readonly output_options: JsonObject | null;
  readonly max_upload_bytes: number;
  readonly max_upload_interval_seconds: number;
  readonly max_upload_records: number;
  /** ISO 8601, or "" before the first push. */
  readonly last_complete: string;
  /** ISO 8601, or "" while all is well. */
  readonly last_error: string;
  /** In the words of the service, without what of the destination is secret. */
  readonly error_message: string;
}

const TEXTS = [
  'name',
  'kind',
  'filter',
  'frequency',
  'logpull_options',
  'last_complete',
  'last_error',
  'error_message',
] as const;

const NUMBERS = ['max_upload_bytes', 'max_upload_interval_seconds', 'max_upload_records'] as const;

const MEMBERS: Readonly<Record<string, MemberKind>> = {
  dataset: 'hidden text',
  ...Object.fromEntries(TEXTS.map((name) => [name, 'hidden text'])),
  ...Object.fromEntries(NUMBERS.map((name) => [name, 'whole number'])),
  enabled: 'boolean',
  output_options: 'object',
};

/** Reads a job. No fault shows a value that may hold a secret. */
export function parseLogpushJob(value: unknown): Parsed<LogpushJob> {
  if (!isRecord(value)) return { fault: `a job is ${describe(value)}, not an object` };
  const { id, destination_conf: destination, dataset, enabled, output_options: output } = value;
  if (!Number.isSafeInteger(id) || Number(id) < 1)
    return { fault: `id is ${describe(id)}, not a positive whole number below 2^53` };
  if (typeof destination !== 'string' || destination === '')
    return { fault: `destination_conf is a ${typeof destination}, not a text` };
  if (destination.length > MAX_DESTINATION)
    return {
      fault: `destination_conf has ${destination.length} characters; at most ${MAX_DESTINATION} are read`,
    };
  const parsed = parseMembers('a job', value, MEMBERS);
  if ('fault' in parsed) return parsed;
  return {
    value: {
      id: Number(id),
      destination_conf: destination,
      // The service's default, which an old job may not have written out.
      dataset: typeof dataset === 'string' && dataset !== '' ? dataset : 'http_requests',
      enabled: enabled === true,
      output_options: isRecord(output) ? output : null,
      ...withDefault(value, TEXTS, ''),
      error_message: withoutSecrets(String(value['error_message'] ?? ''), destination),
      ...withDefault(value, NUMBERS, 0),
    },
  };
}

function withoutSecrets(text: string, destination: string): string {
  if (text === '') return '';
  // A secret of the destination is no longer than that, so what is shown of a long text holds none that is cut in two.
  const beginning = text.slice(0, MAX_MESSAGE + MAX_DESTINATION);
  const shown = createRedactor(destinationSecrets(destination)).text(beginning);
  return beginning === text ? shown : `${shown.slice(0, MAX_MESSAGE)}… (${text.length} characters)`;
}

/** Reads a list of jobs; a null result counts as an empty list. */
export function parseLogpushJobs(value: unknown): Parsed<readonly LogpushJob[]> {
  const items = value ?? [];
  if (!Array.isArray(items)) return { fault: `the result is ${describe(items)}, not an array` };
  const jobs = collect(items, parseLogpushJob, 'result');
  return 'fault' in jobs ? jobs : distinct(jobs.value, 'result');
}
