import { isObject } from './json';
import type { Reader } from './reader';

/** Reads a time in a seed, ISO 8601 in UTC, as milliseconds since the Unix epoch. */
export function readTime(reader: Reader | undefined): number | undefined {
  const text = reader?.matching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time such as 2025-01-01T00:00:00Z');
  if (reader === undefined || text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? reader.refuse('there is no such time') : time;
}

/** The same, but keeps the text. */
export function readTimeText(reader: Reader | undefined): string | undefined {
  return readTime(reader) === undefined ? undefined : reader?.string();
}

/** A whole number in this range. */
export function readWholeNumber(reader: Reader, least: number, greatest: number): number | undefined {
  const { value } = reader;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= greatest)
    return value;
  return reader.refuse(`it must be a whole number from ${least} to ${greatest}`);
}

/** The value, with null as absent: client libraries send null for unset members. */
export function unlessNull(reader: Reader | undefined): Reader | undefined {
  return reader?.value === null ? undefined : reader;
}

/** At least one item, without duplicates. */
export function readDistinct<T extends string>(
  reader: Reader,
  read: (item: Reader) => T | undefined,
): readonly T[] | undefined {
  const items = reader.items();
  if (items === undefined) return undefined;
  if (items.length === 0) return reader.refuse('it must have at least one item');
  const seen = new Set<T>();
  for (const item of items) {
    const value = read(item);
    if (value === undefined) continue;
    if (seen.has(value)) item.refuse('another item is the same');
    seen.add(value);
  }
  return [...seen];
}

/** An object of modes or actions by id. */
export function readById<T>(
  reader: Reader,
  read: (value: Reader, id: string) => T | undefined,
): ReadonlyMap<string, T> | undefined {
  const { value } = reader;
  if (!isObject(value)) return reader.refuse('it must be an object');
  const entries = Object.keys(value).map((id): [string, T | undefined] => [id, read(reader.member(id), id)]);
  return new Map(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
}

/** RFC 9110 section 5.6.2: a method or the name of a header. */
export const HTTP_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
