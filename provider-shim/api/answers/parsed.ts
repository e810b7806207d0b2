import { isRecord, type JsonObject } from '../../../schema/description/value';
import { MAX_ITEMS } from './size-limits';
import { describe } from './seen';

/** What was read, or what was seen instead and where, as part of a sentence. */
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

/** The items of a list of objects, or of all its pages; a fault when they are too many or one occurs twice. */
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

/** What a member of an object must be. No fault shows the value of a hidden one, which may hold a secret. */
export type MemberKind =
  'id' | 'text' | 'hidden text' | 'texts' | 'boolean' | 'number' | 'whole number' | 'object';

const KINDS: Readonly<
  Record<MemberKind, { readonly spelt: string; readonly fits: (value: unknown) => boolean }>
> = {
  id: { spelt: 'a text', fits: (value) => nonEmpty(value) !== undefined },
  text: { spelt: 'a text', fits: (value) => typeof (value ?? '') === 'string' },
  'hidden text': { spelt: 'a text', fits: (value) => typeof (value ?? '') === 'string' },
  texts: {
    spelt: 'an array of texts',
    fits: (value) => {
      const items = value ?? [];
      return Array.isArray(items) && items.every((item) => typeof item === 'string');
    },
  },
  boolean: { spelt: 'a boolean', fits: (value) => typeof (value ?? false) === 'boolean' },
  number: { spelt: 'a number', fits: (value) => typeof (value ?? 0) === 'number' },
  'whole number': { spelt: 'a whole number', fits: (value) => Number.isSafeInteger(value ?? 0) },
  object: { spelt: 'an object', fits: (value) => isRecord(value ?? {}) },
};

/**
 * Checks an object's members and leaves everything else unchanged. Only an `id`, a non-empty text, must be present;
 * the others may be absent or null.
 */
export function parseMembers(
  what: string,
  value: unknown,
  members: Readonly<Record<string, MemberKind>>,
): Parsed<JsonObject> {
  if (!isRecord(value)) return { fault: `${what} is ${describe(value)}, not an object` };
  for (const [name, kind] of Object.entries(members)) {
    const { spelt, fits } = KINDS[kind];
    if (fits(value[name])) continue;
    const seen = kind === 'hidden text' ? `a ${typeof value[name]}` : describe(value[name]);
    return { fault: `${name} of ${what} is ${seen}, not ${spelt}` };
  }
  return { value };
}

/** These members, with a default for each that is absent or null. */
export function withDefault<N extends string, V>(
  value: JsonObject,
  names: readonly N[],
  missing: V,
): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, value[name] ?? missing])) as Record<N, V>;
}

/** A text that is not empty; undefined for anything else. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Finds a whole number beyond 2^53 in a value that is kept and sent back: parsing has rounded it, and it would be sent
 * back changed. Undefined when there is none.
 */
export function roundedNumber(value: unknown): string | undefined {
  if (typeof value === 'number') {
    const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return exact ? undefined : `it holds the number ${value}, which is too large to keep exactly`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const found = roundedNumber(member);
    if (found !== undefined) return found;
  }
  return undefined;
}
