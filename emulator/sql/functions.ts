import { createHash } from 'node:crypto';
import { depthOf, MAX_JSON_DEPTH } from '../checks/json';
import type { SqlValue } from './values';
import { isRecord, sized, toNumber, toText, toTime } from './values';

/** A scalar function with the numbers of arguments that it takes. */
interface SqlFunction {
  readonly least: number;
  readonly most: number;
  readonly apply: (values: readonly SqlValue[]) => SqlValue;
}

/** A function of texts, which is null if one of them is null. */
function ofTexts(least: number, most: number, apply: (...texts: readonly string[]) => SqlValue): SqlFunction {
  return {
    least,
    most,
    apply: (values) => {
      const texts = values.map(toText);
      return texts.every((text) => text !== null) ? apply(...texts) : null;
    },
  };
}

function ofNumber(apply: (number: number) => number): SqlFunction {
  return {
    least: 1,
    most: 1,
    apply: ([value]) => {
      const number = toNumber(value);
      return number === null ? null : apply(number);
    },
  };
}

/** The functions that the emulator runs, a part of those of the service (docs/service.md 5.9). */
export const FUNCTIONS: Readonly<Record<string, SqlFunction>> = {
  abs: ofNumber(Math.abs),
  btrim: ofTexts(1, 1, (text = '') => text.trim()),
  ceil: ofNumber(Math.ceil),
  char_length: ofTexts(1, 1, (text = '') => [...text].length),
  character_length: ofTexts(1, 1, (text = '') => [...text].length),
  coalesce: { least: 1, most: Infinity, apply: (values) => values.find(isGiven) ?? null },
  concat: {
    least: 1,
    most: Infinity,
    apply: (values) => sized(values.map((value) => toText(value) ?? '').join('')),
  },
  concat_ws: {
    least: 2,
    most: Infinity,
    apply: ([separator, ...values]) =>
      sized(
        values
          .filter(isGiven)
          .map(toText)
          .join(toText(separator) ?? ''),
      ),
  },
  date_part: { least: 2, most: 2, apply: ([part, value]) => timePart(toText(part) ?? '', toTime(value)) },
  ends_with: ofTexts(2, 2, (text = '', end = '') => text.endsWith(end)),
  floor: ofNumber(Math.floor),
  left: ofTexts(2, 2, (text = '', count = '') => text.slice(0, Number(count))),
  length: ofTexts(1, 1, (text = '') => [...text].length),
  lower: ofTexts(1, 1, (text = '') => text.toLowerCase()),
  ltrim: ofTexts(1, 1, (text = '') => text.trimStart()),
  make_array: { least: 0, most: Infinity, apply: (values) => values },
  md5: ofTexts(1, 1, (text = '') => createHash('md5').update(text).digest('hex')),
  named_struct: { least: 2, most: Infinity, apply: struct },
  nullif: {
    least: 2,
    most: 2,
    apply: ([value, other]) => (toText(value) === toText(other) ? null : value),
  },
  replace: ofTexts(3, 3, (text = '', from = '', to = '') =>
    from === '' ? text : sized(text.replaceAll(from, () => to)),
  ),
  round: ofNumber(Math.round),
  rtrim: ofTexts(1, 1, (text = '') => text.trimEnd()),
  split_part: ofTexts(3, 3, (text = '', mark = '', at = '') => text.split(mark)[Number(at) - 1] ?? ''),
  starts_with: ofTexts(2, 2, (text = '', start = '') => text.startsWith(start)),
  strpos: ofTexts(2, 2, (text = '', part = '') => text.indexOf(part) + 1),
  substr: ofTexts(2, 3, part),
  substring: ofTexts(2, 3, part),
  to_timestamp: { least: 1, most: 1, apply: ([value]) => toTime(value) },
  trim: ofTexts(1, 1, (text = '') => text.trim()),
  upper: ofTexts(1, 1, (text = '') => text.toUpperCase()),
};

function isGiven(value: SqlValue): boolean {
  return value !== null && value !== undefined;
}

function part(text = '', from = '', count = 'Infinity'): string {
  const start = Number(from) - 1;
  return text.slice(Math.max(0, start), Math.max(0, start + Number(count)));
}

/** Names and values in turn. */
function struct(values: readonly SqlValue[]): SqlValue {
  const names = values.filter((_value, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [toText(name) ?? '', values[2 * index + 1]]));
}

/** A part of a time in UTC, such as `year`; `epoch` is in seconds. */
export function timePart(name: string, time: Date | null): number | null {
  if (time === null) return null;
  switch (name.toLowerCase()) {
    case 'epoch':
      return time.getTime() / 1000;
    case 'year':
      return time.getUTCFullYear();
    case 'month':
      return time.getUTCMonth() + 1;
    case 'day':
      return time.getUTCDate();
    case 'hour':
      return time.getUTCHours();
    case 'minute':
      return time.getUTCMinutes();
    case 'second':
      return time.getUTCSeconds() + time.getUTCMilliseconds() / 1000;
    default:
      return null;
  }
}

/** The types that `CAST` knows, each with its conversion; a value that cannot be converted becomes null. */
export const CASTS: Readonly<Record<string, (value: SqlValue) => SqlValue>> = {
  bigint: toWhole,
  boolean: (value) =>
    typeof value === 'boolean' ? value : (BOOLEANS[toText(value)?.toLowerCase() ?? ''] ?? null),
  double: toNumber,
  float: toNumber,
  int: toWhole,
  integer: toWhole,
  real: toNumber,
  smallint: toWhole,
  string: toText,
  text: toText,
  timestamp: toTime,
  varchar: toText,
};

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

function toWhole(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') return value;
  const number = typeof value === 'boolean' ? Number(value) : toNumber(value);
  return number === null ? null : Math.trunc(number);
}

/** A member of an object, or of the JSON object that a text contains; or an item of a list, counted from 0. */
export function jsonMember(value: SqlValue, key: SqlValue): SqlValue {
  const from = typeof value === 'string' ? parsed(value) : value;
  const name = toText(key) ?? '';
  if (Array.isArray(from)) return (from as readonly SqlValue[])[Number(name)] ?? null;
  return isRecord(from ?? null) && Object.hasOwn(from as object, name)
    ? ((from as Record<string, SqlValue>)[name] ?? null)
    : null;
}

function parsed(text: string): SqlValue {
  if (depthOf(text) > MAX_JSON_DEPTH) return null;
  try {
    return JSON.parse(text) as SqlValue;
  } catch {
    return null;
  }
}
