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
