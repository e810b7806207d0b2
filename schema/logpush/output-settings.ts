import type { ValueAttribute } from '../description/attribute';
import { defaulted, oneOf, optional } from '../zone/values';
import { logFieldName, logFieldNames, sampleRateOrNone } from './setting-checks';
import { DEFUSE_KEY } from './log-options';

/** How a job writes records: one JSON object or one row of delimited values per line (docs/internals/service.md 5.4). */
const OUTPUT_TYPES = ['ndjson', 'csv'] as const;

export type OutputType = (typeof OUTPUT_TYPES)[number];

/** One member of `output_options`: its attribute, and its form in the service's JSON. */
export interface OutputSetting extends ValueAttribute {
  /** Its name in the service's JSON, if different. */
  readonly wireName?: string;
  /** Sent even when it has its default. */
  readonly alwaysSent?: true;
  /** An empty string is not a value of it: an answer with one means the default. */
  readonly emptyIsUnset?: true;
  /** The service's default, if it depends on the output type. */
  readonly defaultByType?: Readonly<Record<OutputType, string>>;
}

/**
 * The members of `output_options` (docs/internals/service.md 5.4). The attributes and the code that reads, compares and sends
 * members derive from this table. The attribute's default is the service's.
 */
export const OUTPUT_SETTINGS = {
  field_names: {
    type: { list: 'string' },
    optional: true,
    description:
      'Names of log fields of the dataset, in the order of the columns. Without it, the service logs its default ones.',
    checks: [logFieldNames],
    elementChecks: [logFieldName],
  },
  output_type: {
    ...defaulted('string', 'ndjson', '`ndjson` or `csv`.'),
    checks: [oneOf(...OUTPUT_TYPES)],
    alwaysSent: true,
    emptyIsUnset: true,
  },
  timestamp_format: {
    ...defaulted('string', 'unixnano', '`unixnano`, `unix`, `rfc3339`, `rfc3339ms` or `rfc3339ns`.'),
    checks: [oneOf('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns')],
    alwaysSent: true,
    emptyIsUnset: true,
  },
  sample_rate: {
    ...defaulted('number', 1, 'The fraction of the log entries to keep: 0, which is none, to 1.'),
    checks: [sampleRateOrNone],
    alwaysSent: true,
  },
  batch_prefix: defaulted('string', '', 'Text before each batch.'),
  batch_suffix: defaulted('string', '', 'Text after each batch.'),
  record_prefix: {
    ...optional('string', 'Text before each record. Default: `{` for ndjson, nothing for csv.'),
    computed: true,
    defaultByType: { ndjson: '{', csv: '' },
  },
  record_suffix: {
    type: 'string',
    optional: true,
    computed: true,
    description: 'Text after each record. Default: `}` and a newline for ndjson, a newline for csv.',
    defaultByType: { ndjson: '}\n', csv: '\n' },
  },
  record_delimiter: defaulted('string', '', 'Text between records.'),
  record_template: defaulted('string', '', 'A template for the whole record instead of its fields in order.'),
  field_delimiter: defaulted('string', ',', 'Text between the fields of a record.'),
  defuse_lookups: {
    type: 'bool',
    optional: true,
    default: false,
    description: 'Whether `${` in log entries is defused (the key `CVE-2021-44228` of the service).',
    wireName: DEFUSE_KEY,
  },
  merge_subrequests: defaulted(
    'bool',
    false,
    'Whether subrequests are merged into their request; `http_requests` only.',
  ),
  stringify_object: defaulted(
    'bool',
    false,
    'Whether values that are objects are written as text, as tables of BigQuery take them.',
  ),
} as const satisfies Readonly<Record<string, OutputSetting>>;

/** The service's default for a member; an unknown type counts as ndjson. */
export function outputDefault(
  { default: otherwise = null, defaultByType }: OutputSetting,
  type: unknown,
): unknown {
  return defaultByType ? (defaultByType[type as OutputType] ?? defaultByType.ndjson) : otherwise;
}

const DEFUSE = 'Write defuse_lookups, with the same value.';

/** What `logpull_options` calls members of `output_options`, and Cloudflare's provider in versions 5, 4 and the first of 5. */
export const OUTPUT_NAMES_REFUSED = {
  fields: 'Write field_names, a list of names.',
  timestamps: 'Write timestamp_format, with the same value.',
  sample: 'Write sample_rate, with the same value.',
  cve_2021_44228: DEFUSE,
  cve20214428: DEFUSE,
  cve_2021_4428: DEFUSE,
};
