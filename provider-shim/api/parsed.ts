import { MAX_ITEMS } from './limits';
import { describe } from './seen';

/** What was read, or a sentence part that says what was seen in its place and where. */
export type Parsed<T> = { readonly value: T } | { readonly fault: string };

/** Reads each item of a list; the first fault says where it is. */
export function collect<T>(
  items: readonly unknown[],
  parse: (item: unknown) => Parsed<T>,
  at: string,
): Parsed<readonly T[]> {
  if (items.length > MAX_ITEMS) return { fault: tooMany(at, items.length) };
  const values: T[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = parse(item);
    if ('fault' in parsed) return { fault: `${at}[${index}]: ${parsed.fault}` };
    values.push(parsed.value);
  }
  return { value: values };
}

/** The items of a list of objects, or of its pages together: not too many, and none twice. */
export function distinct<T extends { readonly id: string | number }>(
  items: readonly T[],
  at: string,
): Parsed<readonly T[]> {
  if (items.length > MAX_ITEMS) return { fault: tooMany(at, items.length) };
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size === items.length) return { value: items };
  const twice = items.find(({ id }) => !ids.delete(id))?.id;
  return { fault: `${at} has the id ${describe(twice)} twice` };
}

function tooMany(at: string, count: number): string {
  return `${at} has ${count} items; at most ${MAX_ITEMS} are read`;
}
