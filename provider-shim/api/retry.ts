import type { ServiceError } from './errors';
import type { Time } from './time';

/** Milliseconds of the first wait; each further one is twice as long, up to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

export interface RetryPolicy {
  /** How often a request is repeated after its first try. */
  readonly maxRetries: number;
  /** Milliseconds; when the service asks for a longer wait, the request fails at once and says until when. */
  readonly maxRetryWaitMs: number;
  /** Whether a request that may already have taken effect may be sent again. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly time: Time;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Is told of each wait before it begins. */
  readonly onWait: (error: ServiceError, waitMs: number) => void;
  /** The error for a request that is cancelled while it waits. */
  readonly cancelled: (attempts: number) => ServiceError;
}

/**
 * Tries a request, and repeats it while that is safe and may help. The error that remains tells the outcome over all
 * tries: a write whose first try was cut off may have taken effect, whatever the later ones found.
 *
 * @param attempt gets the number of the try, from 1.
 */
export async function withRetries<T>(
  attempt: (attempt: number) => Promise<{ readonly value: T } | { readonly error: ServiceError }>,
  policy: RetryPolicy,
): Promise<T> {
  let inDoubt = false;
  for (let tries = 1; ; tries += 1) {
    const result = await attempt(tries);
    if ('value' in result) return result.value;
    inDoubt ||= result.error.outcome === 'unknown';
    const error = inDoubt ? result.error.with({ outcome: 'unknown' }) : result.error;
    if (tries > policy.maxRetries || !mayRepeat(error, policy.idempotent)) throw error;

    const askedMs = error.retryAfterMs ?? 0;
    if (askedMs > policy.maxRetryWaitMs) throw tellWhen(error, askedMs, policy.time.now());
    const waitMs = Math.max(askedMs, backOff(tries, policy.random()));
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

/** Exponential, with jitter: between half of the wait and the whole, so that many clients do not come back at once. */
function backOff(tries: number, random: number): number {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return Math.round(whole * (0.5 + random / 2));
}

function tellWhen(error: ServiceError, waitMs: number, now: number): ServiceError {
  const when = new Date(now + waitMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const hint = `${error.hint} The service asks to wait ${Math.ceil(waitMs / 1000)} s, until ${when}.`;
  return error.with({ hint });
}
