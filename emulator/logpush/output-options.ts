import type { JsonObject } from '../checks/json';
import { FUTURE_MEMBER } from '../checks/reader';
import * as is from '../checks/shape';
import type { Model } from '../service/settings';
import { type Fields, REQUESTS_DATASET } from './datasets';

/**
 * The longest `destination_conf`, `logpull_options` and `ownership_challenge`, in characters
 * (docs/internals/service.md 5.2).
 */
export const MAX_TEXT = 4096;

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

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)$/;

/** The keys of `logpull_options` (docs/internals/service.md 5.3), and what is wrong with a value. */
const LOGPULL: Readonly<Record<string, (value: string, fields: Fields | undefined) => readonly string[]>> = {
  fields: (value, fields) => {
    const unknown = fieldList(value).filter((name) => fields !== undefined && !fields.has(name));
    return unknown.map((name) => `the dataset has no field '${name}'`);
  },
  timestamps: (value) => {
    const known = LOGPULL_TIMESTAMPS.some((format) => format === value);
    return known ? [] : [`timestamps must be ${LOGPULL_TIMESTAMPS.join(', ')}, not '${value}'`];
  },
  sample: (value) => {
    const fits = DECIMAL.test(value) && Number(value) > 0 && Number(value) <= 1;
    return fits ? [] : [`sample must be more than 0 and at most 1, not '${value}'`];
  },
  'CVE-2021-44228': (value) =>
    /^(?:true|false)$/.test(value) ? [] : [`CVE-2021-44228 must be true or false, not '${value}'`],
};

/** `logpull_options` (docs/internals/service.md 5.2, 5.3). Empty text means none. The text is kept as sent. */
export function logpullOptions(fields: Fields | undefined): is.Shape<string> {
  return (reader) => {
    const text = is.atMost(MAX_TEXT)(reader);
    if (text === undefined || text === '') return text;
    const seen = new Set<string>();
    const reasons = logpullEntries(text).flatMap(([key, value]) => {
      if (FUTURE_MEMBER.test(key)) return [];
      const wrongValue = Object.hasOwn(LOGPULL, key) ? LOGPULL[key] : undefined;
      if (wrongValue === undefined)
        return [`there is no option '${key}'; allowed here: ${Object.keys(LOGPULL).join(', ')}`];
      if (seen.has(key)) return [`${key} is in it twice`];
      seen.add(key);
      return wrongValue(value, fields);
    });
    for (const reason of reasons) reader.refuse(reason);
    return reasons.length === 0 ? text : undefined;
  };
}

/** A field that jobs for the dataset can name. */
export function knownField(fields: Fields | undefined): is.Shape<string> {
  return is.refusedIf(is.text(), (name) =>
    fields === undefined || fields.has(name) ? undefined : 'the dataset has no such field',
  );
}

/** `output_options` (docs/internals/service.md 5.4). They are kept as sent; defaults apply only when logs are written. */
export function outputOptions(
  fields: Fields | undefined,
  dataset: string | undefined,
  model: Model,
): is.Shape<JsonObject> {
  const merges = is.refusedIf(is.flag, (value) =>
    value && dataset !== undefined && dataset !== REQUESTS_DATASET
      ? 'only the dataset http_requests has subrequests'
      : undefined,
  );
  const always = {
    field_names: is.list(knownField(fields)),
    output_type: is.oneOf(['ndjson', 'csv']),
    timestamp_format: is.oneOf(['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns']),
  };
  // Clients send null to get the default.
  const orDefault = {
    sample_rate: is.fraction,
    batch_prefix: is.text(),
    batch_suffix: is.text(),
    record_prefix: is.text(),
    record_suffix: is.text(),
    record_delimiter: is.text(),
    record_template: is.text(),
    field_delimiter: is.text(),
    'CVE-2021-44228': is.flag,
    merge_subrequests: merges,
    ...(model === 'today' && { stringify_object: is.flag }),
  };
  const nullable = Object.entries<is.Shape<unknown>>(orDefault).map(([name, shape]) => [
    name,
    is.nullable(shape),
  ]);
  return is.object(is.allOptional({ ...always, ...Object.fromEntries(nullable) }, undefined));
}
