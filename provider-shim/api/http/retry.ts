import type { ServiceError } from '../answers/errors';
import { isoSeconds } from '../pacing/pacing';
import { LATER } from '../answers/known-errors';
import type { Time } from '../pacing/time';

const BACK_OFF: BackOff = { firstMs: 500, longestMs: 8_000, growth: 2 };

interface RetryPolicy {
  /** How often a request is repeated after its first try. */
  readonly maxRetries: number;
  /** In milliseconds; when the service asks for a longer wait, the request fails at once and says until when. */
  readonly longestWaitMs: () => number;
  /** Whether a request that may already have taken effect may be sent again. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly time: Time;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Called before each wait. */
  readonly onWait: (error: ServiceError, waitMs: number) => void;
  /** The error for a request that is cancelled while it waits. */
  readonly cancelled: (attempts: number) => ServiceError;
}

/**
 * Tries a request, and retries it while that is safe and may help. The final error has the outcome of all tries: a
 * write whose first try was cut off may have taken effect, whatever the later ones found.
 *
 * @param attempt gets the number of the try, from 1.
 */
export async function withRetries<T>(
  attempt: (attempt: number) => Promise<{ readonly value: T } | { readonly error: ServiceError }>,
  policy: RetryPolicy,
): Promise<T> {
  const waits = backOff(BACK_OFF);
  let inDoubt = false;
  for (let tries = 1; ; tries += 1) {
    const result = await attempt(tries);
    if ('value' in result) return result.value;
    inDoubt ||= result.error.outcome === 'unknown';
    const error = inDoubt ? result.error.with({ outcome: 'unknown' }) : result.error;
    if (tries > policy.maxRetries || !mayRepeat(error, policy.idempotent)) throw error;

    const askedMs = error.retryAfterMs ?? 0;
    if (askedMs > policy.longestWaitMs()) throw tellWhen(error, askedMs, policy.time.now());
    // Every request of these credentials waits then, in the pacer.
    if (error.kind === 'rate-limited' && error.retryAfterMs !== undefined) continue;
    const waitMs = Math.max(askedMs, withJitter(waits.next().value, policy.random()));
    policy.onWait(error, waitMs);
    await policy.time.sleep(waitMs, policy.signal);
    if (policy.signal?.aborted === true) {
      const cancelled = policy.cancelled(tries);
      throw inDoubt ? cancelled.with({ outcome: 'unknown' }) : cancelled;
    }
  }
}

function mayRepeat(error: ServiceError, idempotent: boolean): boolean {
  return error.transient && (idempotent || error.outcome !== 'unknown');
}

/** Between half of the wait and the whole, so that many clients do not come back at once. */
function withJitter(waitMs: number, random: number): number {
  return Math.round(waitMs * (0.5 + random / 2));
}

function tellWhen(error: ServiceError, waitMs: number, now: number): ServiceError {
  const when = `It asks to wait until ${isoSeconds(now + waitMs)}: try again then.`;
  const hint = `${error.hint.replace(` ${LATER}`, '')} ${when}`;
  return error.with({ hint });
}

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
