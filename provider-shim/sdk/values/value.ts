import type { ExactNumber } from './exact-number';
import type { Unknown } from './unknown';

/**
 * A value of any type. Lists and sets are arrays; maps and objects are records, without a prototype
 * when created here, so that `__proto__` and `constructor` are keys like any other.
 */
export type Value =
  | null
  | boolean
  | string
  | number
  | ExactNumber
  | Unknown
  | readonly Value[]
  | { readonly [name: string]: Value };

export type Members = { readonly [name: string]: Value };

/** Whether a value is a plain record, of any JavaScript realm. */
export function isMembers(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function isSequence(value: unknown): value is readonly Value[] {
  return Array.isArray(value);
}

/** A record without a prototype, and without members yet. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** A record without a prototype. */
export function record<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const made = emptyRecord<T>();
  for (const [name, value] of entries) made[name] = value;
  return made;
}
