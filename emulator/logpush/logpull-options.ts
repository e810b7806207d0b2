import { FUTURE_MEMBER, type Reader } from '../checks/reader';
import type { Fields } from './datasets';

/**
 * How a job writes its log entries: the meaning of `output_options` or `logpull_options` (docs/internals/service.md 5.3,
 * 5.4).
 */
export interface Output {
  readonly fieldNames: readonly string[];
  readonly type: 'ndjson' | 'csv';
  readonly timestampFormat: 'unixnano' | 'unix' | 'rfc3339' | 'rfc3339ms' | 'rfc3339ns';
  /** From 0, which logs nothing, to 1, which logs everything. */
  readonly sampleRate: number;
  readonly batchPrefix: string;
  readonly batchSuffix: string;
  readonly recordPrefix: string;
  readonly recordSuffix: string;
  readonly recordDelimiter: string;
  readonly fieldDelimiter: string;
  /** A template for the whole record; empty if there is none. */
  readonly recordTemplate: string;
  /** Replaces `${` in log lines with `x{`, so that no reader of logs expands it. */
  readonly guardsLookups: boolean;
  /** Whether the requests of a worker are part of the entry of the request that it served. */
  readonly mergesSubrequests: boolean;
  /** Whether objects are written as text, in JSON. */
  readonly stringifiesObjects: boolean;
}

/**
 * The longest `destination_conf`, `logpull_options` and `ownership_challenge`, in characters
 * (docs/internals/service.md 5.2).
 */
export const MAX_TEXT = 4096;

/** The keys of `logpull_options` (docs/internals/service.md 5.3). */
const LOGPULL_KEYS = ['fields', 'timestamps', 'sample', 'CVE-2021-44228'] as const;

/** The timestamp formats that `logpull_options` knows; the first is the default (docs/internals/service.md 5.3). */
export const LOGPULL_TIMESTAMPS = [
  'unixnano',
  'unix',
  'rfc3339',
] as const satisfies readonly Output['timestampFormat'][];

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
