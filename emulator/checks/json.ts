/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object without the members that are `undefined`. */
export function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Applies a JSON merge patch to a document (RFC 7396): null removes a member, objects are merged. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/**
 * Parses a document that may be stored. Minus zero becomes zero, because a snapshot would not keep it.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!/-\d/.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_name, value: unknown) => (value === 0 ? 0 : value)) as unknown;
}

/** The deepest nesting of a JSON document that is read. */
export const MAX_JSON_DEPTH = 64;

/**
 * The nesting depth of arrays and objects, determined before parsing, because code that walks the document is
 * recursive.
 */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text[index];
    if (inString) {
      if (mark === '\\') index += 1;
      else if (mark === '"') inString = false;
    } else if (mark === '"') inString = true;
    else if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return deepest;
}

/**
 * A copy in objects and arrays of this realm, so that it deeply equals the same value from a request; `undefined` if
 * JSON cannot express the value. Minus zero becomes zero, because a snapshot would not keep it.
 */
export function copyOf(value: unknown, levels: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : undefined;
  if (typeof value !== 'object' || levels === 0) return undefined;
  if (Array.isArray(value)) {
    const items = Array.from(value, (item: unknown) => copyOf(item, levels - 1));
    return items.includes(undefined) ? undefined : items;
  }
  if (!isPlain(value)) return undefined;
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, copyOf(member, levels - 1)] as const);
  return entries.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(entries);
}

/** Whether the value is an object as JSON has it, in any realm: not a date, a map or an instance of a class. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
