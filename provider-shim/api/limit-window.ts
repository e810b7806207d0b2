import type { RateLimit } from './rate-limit';

/** The service rounds the seconds until the reset, and does not say which way. */
const ROUNDING_MS = 1_000;

/** Clients that wait for the same reset go on within this part of the window after it, so that they do not collide. */
const RESUMING_PART = 0.02;
const LONGEST_RESUMING_MS = 5_000;

/** What one answer, or one look at the count, said about the limit. All times are milliseconds since 1970 UTC. */
export interface LimitWindow {
  readonly limit: RateLimit;
  /** The number of the last request that `limit.remaining` already includes. */
  readonly lastRequest: number;
  readonly knownAt: number;
  readonly resetAt: number;
  /** When requests that wait for the reset start: a little later, and each client at another time. */
  readonly resumeAt: number;
}

/** @param random from 0 up to, but not including, 1 */
export function limitWindow(
  limit: RateLimit,
  lastRequest: number,
  now: number,
  random: () => number,
): LimitWindow {
  const resetAt = now + limit.resetMs + ROUNDING_MS;
  const resumeAt = resetAt + resumingDelay(limit.windowMs ?? limit.resetMs, random);
  return { limit, lastRequest, knownAt: now, resetAt, resumeAt };
}

/** Milliseconds to wait after a reset, drawn anew by each client. */
export function resumingDelay(windowMs: number, random: () => number): number {
  return random() * Math.min(LONGEST_RESUMING_MS, RESUMING_PART * windowMs);
}
