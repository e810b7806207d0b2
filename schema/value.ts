/** An object whose members have not been looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object literal, of whatever JavaScript realm, as opposed to an instance of a class. */
export function isRecord(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Stands for a value that is not known yet: a token at synth, a value "(known after apply)" at plan.
 * Checks leave it alone.
 */
export const unknown: unique symbol = Symbol('unknown');

export type Unknown = typeof unknown;

export function isUnknown(value: unknown): value is Unknown {
  return value === unknown;
}

/** True when the value is there to be judged: neither unset nor unknown. */
export function isKnown<T>(value: T): value is Exclude<T, null | undefined | Unknown> {
  return value !== null && value !== undefined && !isUnknown(value);
}

/** Whether no part of a value is unknown. */
export function isWhollyKnown(value: unknown): boolean {
  if (isUnknown(value)) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWhollyKnown);
}

/** Whether two values are the same. The order of an object's members does not count; undefined is the same as null. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || canonicalJson(one) === canonicalJson(other);
}

/** The JSON of a value with the members of its objects in order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // The one symbol among values is the unknown one.
  if (typeof value === 'symbol') return 'unknown';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
