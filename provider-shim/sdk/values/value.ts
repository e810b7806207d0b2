import type { ExactNumber } from './exact-number';

/** A bound of a number that is not known yet. */
export interface NumberBound {
  readonly value: number | ExactNumber;
  readonly inclusive: boolean;
}

/** What is already known about an unknown value. */
export interface Refinements {
  /** Only ever true: the value will not be null. */
  readonly notNull?: boolean;
  readonly stringPrefix?: string;
  readonly numberMin?: NumberBound;
  readonly numberMax?: NumberBound;
  /** The fewest elements of a collection. */
  readonly lengthMin?: number;
  /** The most elements of a collection. */
  readonly lengthMax?: number;
}

/** A value that the engine will know later, at apply at the latest. */
export class Unknown {
  static readonly plain = new Unknown();

  readonly refinements?: Refinements;

  constructor(refinements?: Refinements) {
    if (refinements !== undefined) this.refinements = refinements;
  }
}

export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown;
}

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

/** Whether no part of a value is unknown. Null is known. */
export function isWhollyKnown(value: Value): boolean {
  const pending: Value[] = [value];
  while (pending.length > 0) {
    const part = pending.pop();
    if (isUnknown(part)) return false;
    if (isSequence(part)) for (const item of part) pending.push(item);
    else if (isMembers(part)) for (const member of Object.values(part)) pending.push(member);
  }
  return true;
}
