import { fieldList, LOGPULL_TIMESTAMPS, logpullEntries } from './output-options';
import { DEFAULT_FIELDS } from './datasets';
import type { LogpushJob } from './logpush-state';

/** How a job writes times. */
export type TimestampFormat = 'unixnano' | 'unix' | 'rfc3339' | 'rfc3339ms' | 'rfc3339ns';

/** What the log entries of a job are like (docs/internals/service.md 5.3, 5.4). */
export interface Output {
  readonly fieldNames: readonly string[];
  readonly timestampFormat: TimestampFormat;
  /** Settings that the job has and that change nothing here, as `filter`. */
  readonly notSimulated: readonly string[];
}

/** The settings of a job itself, besides its options, that would change what arrives at its destination. */
const OF_JOB = [
  'filter',
  'filter_attack_traffic',
  'max_upload_bytes',
  'max_upload_interval_seconds',
  'max_upload_records',
  'transformer_id',
] as const;

/** Options that log entries follow, or that change nothing with this value. */
const FOLLOWED: Readonly<Record<string, unknown>> = { output_type: 'ndjson', sample_rate: 1, sample: 1 };

/** If both forms of options are set, `output_options` decides (docs/internals/service.md 1.2). */
export function outputOf(job: LogpushJob): Output {
  const { output_options: options, logpull_options: logpull } = job;
  // Stored options are checked, so each member has its type.
  const { field_names: names, timestamp_format: format, ...others } = options ?? ofLogpull(logpull ?? '');
  return {
    fieldNames: (names as readonly string[] | null | undefined)?.length
      ? (names as readonly string[])
      : DEFAULT_FIELDS,
    timestampFormat: (format as TimestampFormat | null | undefined) ?? 'unixnano',
    notSimulated: [
      ...OF_JOB.filter((name) => isSet(job[name]) && job[name] !== 0),
      ...Object.entries(others).flatMap(([name, value]) =>
        isSet(value) && value !== FOLLOWED[name] ? [name] : [],
      ),
    ],
  };
}

/** The meaning of `logpull_options` as `output_options`. */
function ofLogpull(text: string): Readonly<Record<string, unknown>> {
  const { fields, timestamps, sample, ...others } = Object.fromEntries(logpullEntries(text));
  return {
    field_names: fields === undefined ? undefined : fieldList(fields),
    timestamp_format: LOGPULL_TIMESTAMPS.find((format) => format === timestamps),
    sample: sample === undefined ? undefined : Number(sample),
    'CVE-2021-44228': others['CVE-2021-44228'] === 'true',
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false;
}
