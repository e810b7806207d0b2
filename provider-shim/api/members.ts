import { isRecord, type JsonObject } from '../../schema/record';
import type { Parsed } from './parsed';
import { describe } from './seen';

/** What a member of an object must be. No fault shows the value of a hidden one, which may hold a secret. */
export type MemberKind = 'id' | 'text' | 'hidden text' | 'boolean' | 'whole number' | 'object';

const KINDS: Readonly<
  Record<MemberKind, { readonly spelt: string; readonly fits: (value: unknown) => boolean }>
> = {
  id: { spelt: 'a text', fits: (value) => nonEmpty(value) !== undefined },
  text: { spelt: 'a text', fits: (value) => typeof (value ?? '') === 'string' },
  'hidden text': { spelt: 'a text', fits: (value) => typeof (value ?? '') === 'string' },
  boolean: { spelt: 'a boolean', fits: (value) => typeof (value ?? false) === 'boolean' },
  'whole number': { spelt: 'a whole number', fits: (value) => Number.isSafeInteger(value ?? 0) },
  object: { spelt: 'an object', fits: (value) => isRecord(value ?? {}) },
};

/**
 * Checks an object's members and leaves everything else as it came. All but an `id`, a text that is not empty, may be
 * absent or null.
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

/** These members, with a value in the place of each that is absent or null. */
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
