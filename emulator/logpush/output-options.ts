import { type Reader, FUTURE_MEMBER } from '../checks/reader';
import { type Fields, REQUESTS_DATASET } from './datasets';
import type { JsonObject } from '../checks/json';
import type { ServiceSettings } from '../service/settings';

/**
 * The longest `destination_conf`, `logpull_options` and `ownership_challenge`, in characters
 * (docs/internals/service.md 5.2).
 */
export const MAX_TEXT = 4096;

/** The keys of `logpull_options` (docs/internals/service.md 5.3). */
const LOGPULL_KEYS = ['fields', 'timestamps', 'sample', 'CVE-2021-44228'] as const;

/** The timestamp formats that `logpull_options` knows; the first is the default (docs/internals/service.md 5.3). */
export const LOGPULL_TIMESTAMPS = ['unixnano', 'unix', 'rfc3339'] as const;

/**
 * The keys and values of a query-string text, or of the query of a whole URL, in their order
 * (docs/internals/service.md 5.3).
 */
export function logpullEntries(text: string): readonly (readonly [key: string, value: string])[] {
  const query = text.slice(text.indexOf('?') + 1);
  return [...new URLSearchParams(query)];
}

/** The field names of a comma-separated list. */
export function fieldList(value: string): readonly string[] {
  return value.split(',').map((name) => name.trim());
}

type LogpullKey = (typeof LOGPULL_KEYS)[number];

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)$/;

/** Reads `logpull_options` (docs/internals/service.md 5.2, 5.3). Empty text means none. The text is kept as sent. */
export function readLogpullOptions(reader: Reader, fields: Fields | undefined): string | undefined {
  const text = reader.string();
  if (text === undefined || text === '') return text;
  if (text.length > MAX_TEXT) return reader.refuse(`it must have at most ${MAX_TEXT} characters`);
  const seen = new Set<string>();
  const reasons = logpullEntries(text).flatMap(([key, value]) => {
    if (FUTURE_MEMBER.test(key)) return [];
    if (!isLogpullKey(key)) return [`there is no option '${key}'; allowed here: ${LOGPULL_KEYS.join(', ')}`];
    if (seen.has(key)) return [`${key} is in it twice`];
    seen.add(key);
    return wrongValue(key, value, fields);
  });
  for (const reason of reasons) reader.refuse(reason);
  return reasons.length === 0 ? text : undefined;
}

function isLogpullKey(key: string): key is LogpullKey {
  return LOGPULL_KEYS.some((known) => known === key);
}

function wrongValue(key: LogpullKey, value: string, fields: Fields | undefined): readonly string[] {
  switch (key) {
    case 'fields': {
      const unknown = fieldList(value).filter((name) => fields !== undefined && !fields.has(name));
      return unknown.map((name) => `the dataset has no field '${name}'`);
    }
    case 'timestamps': {
      const known = LOGPULL_TIMESTAMPS.some((format) => format === value);
      return known ? [] : [`timestamps must be ${LOGPULL_TIMESTAMPS.join(', ')}, not '${value}'`];
    }
    case 'sample': {
      const fits = DECIMAL.test(value) && Number(value) > 0 && Number(value) <= 1;
      return fits ? [] : [`sample must be more than 0 and at most 1, not '${value}'`];
    }
    case 'CVE-2021-44228':
      return value === 'true' || value === 'false' ? [] : [`${key} must be true or false, not '${value}'`];
  }
}

type Read = (
  reader: Reader,
  context: { readonly fields: Fields | undefined; readonly dataset: string | undefined },
) => unknown;

const text: Read = (reader) => reader.string();

/** The members of `output_options` and their types (docs/internals/service.md 5.4). */
const MEMBERS = {
  field_names: readFieldNames,
  output_type: (reader) => reader.oneOf(['ndjson', 'csv']),
  timestamp_format: (reader) => reader.oneOf(['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns']),
  sample_rate: orNull(readSampleRate),
  batch_prefix: orNull(text),
  batch_suffix: orNull(text),
  record_prefix: orNull(text),
  record_suffix: orNull(text),
  record_delimiter: orNull(text),
  record_template: orNull(text),
  field_delimiter: orNull(text),
  'CVE-2021-44228': orNull((reader) => reader.boolean()),
  merge_subrequests: orNull(readMergeSubrequests),
  stringify_object: orNull((reader) => reader.boolean()),
} as const satisfies Readonly<Record<string, Read>>;

const NAMES = Object.keys(MEMBERS) as readonly (keyof typeof MEMBERS)[];

const MEMBERS_OF_TODAY: readonly string[] = ['stringify_object'];

/** Reads `output_options`. They are kept as sent; defaults apply only when logs are written. */
export function readOutputOptions(
  reader: Reader,
  fields: Fields | undefined,
  dataset: string | undefined,
  { model }: ServiceSettings,
): JsonObject | undefined {
  const names = model === 'today' ? NAMES : NAMES.filter((name) => !MEMBERS_OF_TODAY.includes(name));
  const members = reader.members(names);
  if (members === undefined) return undefined;
  const read = names.flatMap((name) => {
    const sent = members.optional(name);
    return sent === undefined ? [] : [[name, MEMBERS[name](sent, { fields, dataset })] as const];
  });
  return { ...Object.fromEntries(read), ...reader.future() };
}

/** Members for which clients send null to get the default. */
function orNull(read: Read): Read {
  return (reader, context) => (reader.value === null ? null : read(reader, context));
}

function readFieldNames(reader: Reader, { fields }: Parameters<Read>[1]): unknown {
  return reader.items()?.map((item) => {
    const name = item.string();
    if (name === undefined || fields === undefined || fields.has(name)) return name;
    return item.refuse('the dataset has no such field');
  });
}

function readSampleRate(reader: Reader): unknown {
  const rate = reader.value;
  const fits = typeof rate === 'number' && rate >= 0 && rate <= 1;
  return fits ? rate : reader.refuse('it must be a number from 0 to 1');
}

function readMergeSubrequests(reader: Reader, { dataset }: Parameters<Read>[1]): unknown {
  const merges = reader.boolean();
  if (merges !== true || dataset === undefined || dataset === REQUESTS_DATASET) return merges;
  return reader.refuse('only the dataset http_requests has subrequests');
}
