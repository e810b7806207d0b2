/** An object whose members have not been looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object literal, of whatever JavaScript realm, as opposed to an instance of a class. */
export function isRecord(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
