import type { RateLimit } from './rate-limit';

/** Why requests wait. */
export interface LimitWait {
  /** Whether all requests wait for the reset, or are spread over the time until then. */
  readonly state: 'used-up' | 'nearly-used-up';
  readonly limit: RateLimit;
  /** The end of the wait, which is when the limit resets: milliseconds since 1970 UTC. */
  readonly until: number;
}

/** Names the limit and the end of the wait, for messages: a sentence without its full stop. */
export function describeWait({ state, limit: { quota, windowMs }, until }: LimitWait): string {
  const often = quota === undefined ? '' : ` of ${quota} requests`;
  const window = windowMs === undefined ? '' : ` in ${windowMs / 1000} s`;
  const isUsedUp =
    state === 'used-up'
      ? 'is used up until'
      : 'is nearly used up, so requests are spread over the time until';
  return `the limit${often}${window} for these credentials, over all programs that use them, ${isUsedUp} ${isoSeconds(until)}`;
}

/** A time to the second, as in 2026-01-01T00:04:00Z. */
export function isoSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
