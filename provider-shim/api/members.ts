import { isRecord, type JsonObject } from '../../schema/record';
import type { Parsed } from './parsed';
import { describe } from './seen';

/** What a member of an object must be. */
export type MemberKind = 'text' | 'id' | 'boolean';

/**
 * Checks an object's members and leaves everything else as it came. Texts and booleans may be absent or null; an `id`
 * is a text that may not be empty.
 */
export function parseMembers(
  what: string,
  value: unknown,
  members: Readonly<Record<string, MemberKind>>,
): Parsed<JsonObject> {
  if (!isRecord(value)) return { fault: `${what} is ${describe(value)}, not an object` };
  for (const [name, kind] of Object.entries(members)) {
    if (!fits(kind, value[name]))
      return { fault: `${name} of ${what} is ${describe(value[name])}, not ${SPELT[kind]}` };
  }
  return { value };
}

const SPELT: Readonly<Record<MemberKind, string>> = { text: 'a text', id: 'a text', boolean: 'a boolean' };

function fits(kind: MemberKind, value: unknown): boolean {
  switch (kind) {
    case 'id':
      return typeof value === 'string' && value !== '';
    case 'text':
      return typeof (value ?? '') === 'string';
    case 'boolean':
      return typeof (value ?? false) === 'boolean';
  }
}

/** A text that is not empty; undefined for anything else. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
