import type { Problem } from '../description/problem';

/** What a log push job logs, and how: the options of `logpull_options` (docs/internals/service.md 5.2, 5.3). */
export interface LogOptions {
  /** Names of log fields. */
  readonly fields: readonly string[];
  /** The service's default is `unixnano`. */
  readonly timestamps?: LogTimestamps;
  /** The fraction of log entries to keep: above 0, at most 1. The service's default is 1. */
  readonly sample?: number;
  /** Defuses text that log readers are known to execute. The service's default is false. */
  readonly defuse?: boolean;
}

/** Formats of timestamps: nanoseconds, seconds, ISO 8601. */
export const LOG_TIMESTAMPS = ['unixnano', 'unix', 'rfc3339'] as const;

export type LogTimestamps = (typeof LOG_TIMESTAMPS)[number];

/** The service's key of `LogOptions.defuse`, and of `defuse_lookups` (docs/internals/service.md 5.3, 5.4). */
export const DEFUSE_KEY = 'CVE-2021-44228';

/** Parsed options, or everything that is wrong with their text. */
export type ParsedLogOptions =
  | { readonly ok: true; readonly options: LogOptions }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const KEYS = ['fields', 'timestamps', 'sample', DEFUSE_KEY] as const;
type Key = (typeof KEYS)[number];

const KEYS_HINT = `The keys are ${KEYS.join(', ')}.`;

/** Parses `logpull_options`: query-string text, or a URL with such a query (docs/internals/service.md 5.3). */
export function parseLogOptions(text: string): ParsedLogOptions {
  const query = text.slice(text.indexOf('?') + 1);
  const problems: Problem[] = [];
  const values = new Map<Key, string>();
  for (const part of query.split('&').filter((each) => each !== '')) {
    const [key, value] = pairOf(part);
    if (key === undefined || value === undefined) {
      problems.push(malformed(part));
    } else if (!isKey(key)) {
      problems.push({
        code: 'log_option_unknown',
        path: [],
        message: `${JSON.stringify(key)} is not a key of log options; the service would ignore it.`,
        hint: KEYS_HINT,
      });
    } else if (values.has(key)) {
      problems.push({
        code: 'log_option_repeated',
        path: [],
        message: `The key ${JSON.stringify(key)} appears more than once.`,
        hint: 'Keep one. Separate several fields with commas: fields=RayID,ClientIP.',
      });
    } else values.set(key, value);
  }
  const options = optionsOf(values, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, options };
}

/** A text without the options that are not known here, as of a newer service; and these, as they stand there. */
export function splitLogOptions(text: string): readonly [known: string, further: readonly string[]] {
  const at = text.indexOf('?') + 1;
  const parts = text.slice(at).split('&');
  const further = parts.filter((part) => part !== '' && !isKey(pairOf(part)[0] ?? part.split('=')[0] ?? ''));
  const known = parts.filter((part) => !further.includes(part)).join('&');
  return [further.length === 0 ? text : text.slice(0, at) + known, further];
}

/** The check of an attribute that holds `logpull_options`. */
export function logOptionsText(text: string): readonly Problem[] {
  const parsed = parseLogOptions(text);
  return parsed.ok ? [] : parsed.problems;
}

function optionsOf(values: ReadonlyMap<Key, string>, problems: Problem[]): LogOptions {
  const timestamps = values.get('timestamps');
  const sample = values.get('sample');
  const defuse = values.get(DEFUSE_KEY);
  if (timestamps !== undefined && !isTimestamps(timestamps))
    problems.push(wrongWord('timestamps', timestamps, LOG_TIMESTAMPS));
  if (sample !== undefined && !isSample(sample))
    problems.push({
      code: 'log_option_out_of_range',
      path: [],
      message: `sample is ${JSON.stringify(sample)}.`,
      hint: 'It is the fraction of log entries to keep: a number above 0 and at most 1, such as 0.25.',
    });
  if (defuse !== undefined && defuse !== 'true' && defuse !== 'false')
    problems.push(wrongWord(DEFUSE_KEY, defuse, ['true', 'false']));
  return {
    fields: (values.get('fields') ?? '').split(',').filter((field) => field !== ''),
    ...(isTimestamps(timestamps) && { timestamps }),
    ...(sample !== undefined && { sample: Number(sample) }),
    ...(defuse !== undefined && { defuse: defuse === 'true' }),
  };
}

function pairOf(part: string): readonly [string, string] | readonly [undefined, undefined] {
  const at = part.indexOf('=');
  if (at < 0) return [undefined, undefined];
  try {
    const decode = (piece: string): string => decodeURIComponent(piece.replaceAll('+', ' ')).trim();
    return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  } catch {
    return [undefined, undefined];
  }
}

function isKey(key: string): key is Key {
  return (KEYS as readonly string[]).includes(key);
}

function isTimestamps(word: string | undefined): word is LogTimestamps {
  return (LOG_TIMESTAMPS as readonly (string | undefined)[]).includes(word);
}

function isSample(text: string): boolean {
  const sample = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : 0;
  return sample > 0 && sample <= 1;
}

function malformed(part: string): Problem {
  return {
    code: 'log_options_malformed',
    path: [],
    message: `${JSON.stringify(part)} is not of the form key=value.`,
    hint: `Log options are query-string text such as fields=RayID,ClientIP&timestamps=rfc3339. ${KEYS_HINT}`,
  };
}

function wrongWord(key: Key, seen: string, allowed: readonly string[]): Problem {
  return {
    code: 'log_option_word',
    path: [],
    message: `${key} is ${JSON.stringify(seen)}.`,
    hint: `Allowed: ${allowed.join(', ')}.`,
  };
}

/** The text of these options: `fields=RayID,ClientIP&timestamps=rfc3339`. Unset options are omitted. */
export function formatLogOptions({ fields, timestamps, sample, defuse }: LogOptions): string {
  const parts = [
    fields.length > 0 && `fields=${fields.map(encodeURIComponent).join(',')}`,
    timestamps !== undefined && `timestamps=${timestamps}`,
    sample !== undefined && `sample=${withoutExponent(sample)}`,
    defuse !== undefined && `${DEFUSE_KEY}=${defuse}`,
  ];
  return parts.filter((part) => part !== false).join('&');
}

/** Writes a small number without an exponent, which option text does not allow: 0.0000001. */
function withoutExponent(number: number): string {
  const match = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(number));
  if (match === null) return String(number);
  const [, first = '', rest = '', places = ''] = match;
  return `0.${'0'.repeat(Number(places) - 1)}${first}${rest}`;
}

/**
 * Whether two option texts mean the same, regardless of order, encoding and defaults that are written out. Texts that
 * cannot be parsed mean the same only when they are identical.
 */
export function sameLogOptionsText(one: string, other: string): boolean {
  return one === other || logOptionsMeaning(one) === logOptionsMeaning(other);
}

/** A canonical text: the same for all option texts that mean the same, unique for one that cannot be parsed. */
export function logOptionsMeaning(text: string): string {
  const parsed = parseLogOptions(text);
  return parsed.ok ? `options ${meaning(parsed.options)}` : `text ${text}`;
}

/** The order of fields and duplicates do not matter. */
function meaning({ fields, timestamps = 'unixnano', sample = 1, defuse = false }: LogOptions): string {
  return JSON.stringify([[...new Set(fields)].sort(), timestamps, sample, defuse]);
}
