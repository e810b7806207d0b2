export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** By how much each wait is longer than the one before it, up to the longest. */
  readonly growth: number;
}

/** The waits between the tries of one thing, in milliseconds. They do not end: who tries knows when to give up. */
export function* backOff({ firstMs, longestMs, growth }: BackOff): Generator<number, never> {
  for (let waitMs = firstMs; ; waitMs = Math.min(longestMs, waitMs * growth)) yield waitMs;
}
