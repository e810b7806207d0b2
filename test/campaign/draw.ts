import { mulberry32 } from '../support/mulberry32';

/** Random choices that follow from a seed alone. */
export interface Draw {
  /** A whole number from 0 to one below the bound. */
  int(bound: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the values, by their weights. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T;
  /** Some of the values, in their order. */
  some<T>(from: readonly T[], probability?: number): readonly T[];
}

export function drawFrom(seed: number): Draw {
  const bits = mulberry32(seed);
  const next = (): number => bits() / 2 ** 32;
  const int = (bound: number): number => Math.floor(next() * bound);
  const pick = <T>(from: readonly T[]): T => {
    const index = int(from.length);
    if (from.length === 0) throw new Error('there is nothing to choose from');
    return from[index] as T;
  };
  return {
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: (from) => {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      const found = from.find(([weight]) => (left -= weight) < 0) ?? from.at(-1);
      if (found === undefined) throw new Error('there is nothing to choose from');
      return found[1];
    },
    some: (from, probability = 0.5) => from.filter(() => next() < probability),
  };
}
