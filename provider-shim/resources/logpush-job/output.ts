import { DEFUSE_KEY, RECORD_DEFAULTS, type OutputType } from '../../../schema';
import type { LogpushJob, LogpushJobInput } from '../../api';
import type { Settings } from './settings';

/** `output_options` of a job, with every default written out. */
export type Output = NonNullable<Settings['output_options']>;

type Wire = NonNullable<LogpushJob['output_options']>;

/** What the service does when a member is left out (docs/service.md 5.4). */
const DEFAULTS = {
  batch_prefix: '',
  batch_suffix: '',
  record_delimiter: '',
  record_template: '',
  field_delimiter: ',',
} as const;

/**
 * Reads the service's `output_options`. A member that is null there has the service's default, or is the empty text
 * that it was before, in the same output type.
 *
 * @param like how the same job is written, where that is known
 */
export function outputOf(wire: Wire, like: Output | null | undefined): Output {
  const output_type = wordOf(wire['output_type'], 'ndjson') as OutputType;
  const records = RECORD_DEFAULTS[output_type] ?? RECORD_DEFAULTS.ndjson;
  const before = like?.output_type === output_type ? like : undefined;
  const text = (name: keyof typeof DEFAULTS | keyof typeof records, otherwise: string): string => {
    const value = wire[name];
    if (typeof value === 'string') return value;
    return before?.[name] === '' ? '' : otherwise;
  };
  const { field_names: names, sample_rate: rate } = wire;
  return {
    field_names: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
    output_type,
    timestamp_format: wordOf(wire['timestamp_format'], 'unixnano'),
    sample_rate: typeof rate === 'number' ? rate : 1,
    batch_prefix: text('batch_prefix', DEFAULTS.batch_prefix),
    batch_suffix: text('batch_suffix', DEFAULTS.batch_suffix),
    record_prefix: text('record_prefix', records.record_prefix),
    record_suffix: text('record_suffix', records.record_suffix),
    record_delimiter: text('record_delimiter', DEFAULTS.record_delimiter),
    record_template: text('record_template', DEFAULTS.record_template),
    field_delimiter: text('field_delimiter', DEFAULTS.field_delimiter),
    defuse_lookups: wire[DEFUSE_KEY] === true,
    merge_subrequests: wire['merge_subrequests'] === true,
  };
}

/**
 * The service's form, to be sent whole: what a PUT leaves out falls back to its default (docs/service.md 5.4). So a default
 * needs no member, and one that a dataset does not have is not sent to it.
 */
export function outputWire(output: Output): NonNullable<LogpushJobInput['output_options']> {
  const { field_names, output_type, timestamp_format, sample_rate, defuse_lookups, merge_subrequests } =
    output;
  const defaults = { ...DEFAULTS, ...RECORD_DEFAULTS[output_type as OutputType] };
  const texts = (Object.keys(defaults) as (keyof typeof defaults)[])
    .filter((name) => output[name] !== null && output[name] !== defaults[name])
    .map((name) => [name, output[name]] as const);
  return {
    field_names,
    output_type,
    timestamp_format,
    sample_rate,
    ...Object.fromEntries(texts),
    ...(defuse_lookups && { [DEFUSE_KEY]: true }),
    ...(merge_subrequests && { merge_subrequests: true }),
  };
}

function wordOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
