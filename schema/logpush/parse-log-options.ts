import type { Problem } from '../problem';
import type { LogOptions, LogTimestamps } from './log-options';
import { DEFUSE_KEY, LOG_TIMESTAMPS } from './log-options';

/** Options that were read, or all that is wrong with their text. */
export type ParsedLogOptions =
  | { readonly ok: true; readonly options: LogOptions }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const KEYS = ['fields', 'timestamps', 'sample', DEFUSE_KEY] as const;
type Key = (typeof KEYS)[number];

const KEYS_HINT = `The keys are ${KEYS.join(', ')}.`;

/** Reads `logpull_options`: query-string text, or a whole URL of which the query counts (docs/service.md 5.3). */
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
        message: `The key ${JSON.stringify(key)} is given more than once.`,
        hint: 'Give it once; several fields are separated by commas: fields=RayID,ClientIP.',
      });
    } else values.set(key, value);
  }
  const options = optionsOf(values, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, options };
}

/** The check of an attribute that holds such text. */
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
      hint: 'It is the part of the log entries to keep: a number above 0, at most 1, such as 0.25.',
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
