/** A sequence of numbers from 0 to just below 1; the same seed gives the same sequence. */
export function seededDraws(seed: number): () => number {
  let state = seed >>> 0;
  // Mulberry32, by Tommy Ettinger, in the public domain: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
