/** A source of chance that a number repeats. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** True once in `times`. */
  readonly once: (times: number) => boolean;
}

/** Mulberry32: 32 bits of state, public domain. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => (limit <= 1 ? 0 : next() % limit);
  return {
    below,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    once: (times) => below(times) === 0,
  };
}
