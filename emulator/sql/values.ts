import { SqlError } from './tokens';

/** A value in a query. A time is a `Date`; a whole number beyond those that a double holds is a `bigint`. */
export type SqlValue =
  null | boolean | number | bigint | string | Date | readonly SqlValue[] | SqlRecord | undefined;

/** A log record: values by the names of its fields. */
export interface SqlRecord {
  readonly [name: string]: SqlValue;
}

export function isRecord(value: SqlValue): value is SqlRecord {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);
}

/** The most characters and values that a query may make of one record. */
const MAX_SIZE = 1_000_000;

/** The text, if it is not too long: queries can double one again and again. @throws SqlError */
export function sized(text: string): string {
  if (text.length > MAX_SIZE) throw new SqlError(`the output has more than ${MAX_SIZE} characters`);
  return text;
}

/** The value as JSON, with the members of objects in the order of their names. @throws SqlError if it is too large */
export function toJson(value: SqlValue): string {
  const room = { left: MAX_SIZE };
  return sized(jsonOf(value, room));
}

function jsonOf(value: SqlValue, room: { left: number }): string {
  room.left -= typeof value === 'string' ? value.length : 1;
  if (room.left < 0) throw new SqlError(`the output has more than ${MAX_SIZE} characters`);
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: SqlValue) => jsonOf(item, room)).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${jsonOf(value[name], room)}`);
  return `{${members.join(',')}}`;
}

/** The value as text; null stays null. */
export function toText(value: SqlValue): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return value instanceof Date ? value.toISOString() : toJson(value);
}

/** The value as a number; null if it is none. */
export function toNumber(value: SqlValue): number | null {
  const number =
    typeof value === 'string' && value.trim() !== ''
      ? Number(value)
      : typeof value === 'bigint' || typeof value === 'number'
        ? Number(value)
        : Number.NaN;
  return Number.isNaN(number) ? null : number;
}

/** The value as a time: RFC 3339 text, or seconds since the Unix epoch. */
export function toTime(value: SqlValue): Date | null {
  if (value instanceof Date) return value;
  const time = typeof value === 'string' ? Date.parse(value) : (toNumber(value) ?? Number.NaN) * 1000;
  return Number.isNaN(new Date(time).getTime()) ? null : new Date(time);
}

/** Negative, 0 or positive; null if one of them is null or they cannot be compared. */
export function compare(one: SqlValue, other: SqlValue): number | null {
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other);
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  if (one instanceof Date || other instanceof Date) {
    const [left, right] = [toTime(one), toTime(other)];
    return left === null || right === null ? null : left.getTime() - right.getTime();
  }
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other ? -1 : Number(one > other);
  const [left, right] = [toNumber(one), toNumber(other)];
  return left === null || right === null ? null : left - right;
}

/** Whether the text has the form of a pattern, in which `%` stands for any text and `_` for any character. */
export function isLike(text: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let wildcard = -1;
  let resume = 0;
  while (at < text.length) {
    if (pattern[next] === '%') {
      wildcard = next;
      resume = at;
      next += 1;
    } else if (next < pattern.length && (pattern[next] === '_' || pattern[next] === text[at])) {
      next += 1;
      at += 1;
    } else if (wildcard >= 0) {
      resume += 1;
      at = resume;
      next = wildcard + 1;
    } else return false;
  }
  while (pattern[next] === '%') next += 1;
  return next === pattern.length;
}
