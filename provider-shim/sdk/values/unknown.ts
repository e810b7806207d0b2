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
