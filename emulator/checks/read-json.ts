import { type JsonObject, isObject, MAX_JSON_DEPTH } from './json';
import { FUTURE_MEMBER, type Reader } from './reader';

/**
 * Reads an object of any form, and returns a copy. Only what JSON can express is accepted: a seed in a program may
 * contain anything.
 */
export function readJsonObject(reader: Reader): JsonObject | undefined {
  if (!isObject(reader.value)) return reader.refuse('it must be an object');
  const copy = copyOf(reader.value, MAX_JSON_DEPTH);
  if (copy === undefined)
    return reader.refuse(`it must be JSON with at most ${MAX_JSON_DEPTH} levels of nesting`);
  return copy as JsonObject;
}

/** The future members of an object, to be kept beside those that it is read for. */
export function readFuture(reader: Reader): JsonObject {
  const members = Object.entries(isObject(reader.value) ? reader.value : {});
  const future = Object.fromEntries(members.filter(([name]) => FUTURE_MEMBER.test(name)));
  return readJsonObject(reader.with('future members', future)) ?? {};
}

/**
 * A copy in objects and arrays of this realm, so that it deeply equals the same value from a request; `undefined` if
 * JSON cannot express the value. Minus zero becomes zero, because a snapshot would not keep it.
 */
function copyOf(value: unknown, levels: number): unknown {
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
