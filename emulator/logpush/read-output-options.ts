import type { JsonObject } from '../checks/json';
import type { Reader } from '../checks/reader';
import type { ServiceSettings } from '../service/settings';
import { type Fields, REQUESTS_DATASET } from './datasets';

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
