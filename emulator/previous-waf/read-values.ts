import { isObject } from '../checks/json-object';
import type { Reader } from '../checks/reader';

/** A whole number in this range. */
export function readWholeNumber(reader: Reader, least: number, greatest: number): number | undefined {
  const { value } = reader;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= greatest)
    return value;
  return reader.refuse(`it must be a whole number from ${least} to ${greatest}`);
}

/** The value, with null for absent: client libraries send null for what is unset in these members. */
export function unlessNull(reader: Reader | undefined): Reader | undefined {
  return reader?.value === null ? undefined : reader;
}

/** At least one item, and none twice. */
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

/** An object of modes or actions by the id of what they are for. */
export function readById<T>(
  reader: Reader,
  read: (value: Reader, id: string) => T | undefined,
): ReadonlyMap<string, T> | undefined {
  const { value } = reader;
  if (!isObject(value)) return reader.refuse('it must be an object');
  const entries = Object.keys(value).map((id): [string, T | undefined] => [id, read(reader.member(id), id)]);
  return new Map(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
}

/** The id in a body has to be the one in the path. */
export function checkSameId(reader: Reader | undefined, id: string): void {
  if (reader !== undefined && reader.value !== id) reader.refuse(`it must be ${id}, as in the path`);
}
