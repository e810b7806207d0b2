/** An object whose members have not been checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a plain object, of any JavaScript realm, and not an instance of a class. */
export function isRecord(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An object for members that others name, without a prototype: `__proto__` is a name like any other. */
export function byName<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** Whether a member says something: not one that is unset, empty or off. */
export function isSet(value: unknown): boolean {
  return ![null, undefined, '', 0, false].includes(value as null);
}

/** Whether all members are null. What is not known yet may set something. */
export function setsNothing(members: object): boolean {
  return Object.values(members).every((value) => value === null || value === undefined);
}

/** The names of the members that say something. */
export function namesSet(of: JsonObject): readonly string[] {
  return Object.keys(of).filter((name) => isSet(of[name]));
}

/** An object without some of its members. */
export function without(of: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)));
}

/**
 * Represents a value that is not known yet: a token at synth, "(known after apply)" at plan. Checks skip it.
 */
export const unknown: unique symbol = Symbol('unknown');

/** The value of what is known only after apply. */
export type Unknown = typeof unknown;

/** Whether a value is known only after apply. */
export function isUnknown(value: unknown): value is Unknown {
  return value === unknown;
}

/** Whether a value can be checked: neither unset nor unknown. */
export function isKnown<T>(value: T): value is Exclude<T, null | undefined | Unknown> {
  return value !== null && value !== undefined && !isUnknown(value);
}

/** Whether no part of a value is unknown. */
export function isWhollyKnown(value: unknown): boolean {
  if (isUnknown(value)) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isWhollyKnown);
}

/** Whether two values are equal. The order of an object's members does not matter; undefined equals null. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || canonicalJson(one) === canonicalJson(other);
}

/** The JSON of a value with the members of its objects sorted. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // The only symbol among values is `unknown`.
  if (typeof value === 'symbol') return 'unknown';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** Whether arrays and objects of a JSON text are nested deeper than this. What walks them calls itself for each level. */
export function isNestedDeeper(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  let isQuoted = false;
  for (let position = 0; position < text.length && depth <= levels; position += 1) {
    const character = text[position];
    if (isQuoted) {
      if (character === '\\') position += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > levels;
}
