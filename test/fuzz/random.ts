import { mulberry32 } from '../support/mulberry32';

/** A source of chance that a number repeats. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** True once in `times`. */
  readonly once: (times: number) => boolean;
}

export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const below = (limit: number): number => (limit <= 1 ? 0 : next() % limit);
  return {
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    once: (times) => below(times) === 0,
  };
}
