import type { RateLimit } from './rate-limit';

/** The limit that requests wait for, and until when (milliseconds since 1970 UTC). */
export interface LimitWait {
  readonly limit: RateLimit;
  readonly until: number;
}

/** Describes the limit and the end of the wait, for messages: a clause without a full stop. */
export function describeWait({ limit: { quota, windowMs }, until }: LimitWait): string {
  const often = quota === undefined ? '' : ` of ${quota} requests`;
  const window = windowMs === undefined ? '' : ` in ${windowMs / 1000} s`;
  return (
    `the limit${often}${window} for these credentials, over all programs that use them, is used up until ` +
    isoSeconds(until)
  );
}

/** A time to the second, as in 2026-01-01T00:04:00Z. */
export function isoSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
