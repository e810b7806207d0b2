import { isJsonObject } from './json';
import type { JsonObject } from './json';
import { MAX_TEXT } from './limits';
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
  if (!isJsonObject(value)) return { fault: `${what} is ${describe(value)}, not an object` };
  for (const [name, kind] of Object.entries(members)) {
    const fault = faultOf(kind, value[name]);
    if (fault !== undefined) return { fault: `${name} of ${what} is ${fault}` };
  }
  return { value };
}

function faultOf(kind: MemberKind, value: unknown): string | undefined {
  switch (kind) {
    case 'id':
      return value === '' || value === null || value === undefined
        ? `${describe(value)}, not a text`
        : textFault(value);
    case 'text':
      return textFault(value);
    case 'boolean':
      return typeof (value ?? false) === 'boolean' ? undefined : `${describe(value)}, not a boolean`;
  }
}

/** What a member is that should be a text, absent or null. */
export function textFault(value: unknown): string | undefined {
  if (typeof (value ?? '') !== 'string') return `${describe(value)}, not a text`;
  const { length } = String(value ?? '');
  return length > MAX_TEXT ? `a text of ${length} characters; at most ${MAX_TEXT} are read` : undefined;
}
