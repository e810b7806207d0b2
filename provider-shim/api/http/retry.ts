import { ServiceError } from '../answers/errors';
import { isoSeconds } from '../pacing/pacing';
import { LATER } from '../answers/known-errors';
import type { ClientSettings } from './options';

const BACK_OFF: BackOff = { firstMs: 500, longestMs: 8_000, growth: 2 };

interface RetryPolicy {
  readonly settings: Pick<ClientSettings, 'maxRetries' | 'longestWaitMs' | 'time' | 'random'>;
  /** Whether a request that may already have taken effect may be sent again. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
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
  attempt: (attempt: number) => Promise<T | ServiceError>,
  { settings, idempotent, signal, onWait, cancelled }: RetryPolicy,
): Promise<T> {
  const { maxRetries, longestWaitMs, time, random } = settings;
  const waits = backOff(BACK_OFF);
  let inDoubt = false;
  for (let tries = 1; ; tries += 1) {
    const result = await attempt(tries);
    if (!(result instanceof ServiceError)) return result;
    inDoubt ||= result.outcome === 'unknown';
    const error = inDoubt ? result.with({ outcome: 'unknown' }) : result;
    const mayRepeat = error.transient && (idempotent || error.outcome !== 'unknown');
    if (tries > maxRetries || !mayRepeat) throw error;

    const askedMs = error.retryAfterMs ?? 0;
    if (askedMs > longestWaitMs()) throw tellWhen(error, askedMs, time.now());
    // Every request of these credentials waits then, in the pacer.
    if (error.kind === 'rate-limited' && error.retryAfterMs !== undefined) continue;
    const waitMs = Math.max(askedMs, withJitter(waits.next().value, random()));
    onWait(error, waitMs);
    await time.sleep(waitMs, signal);
    if (signal?.aborted === true) {
      const stopped = cancelled(tries);
      throw inDoubt ? stopped.with({ outcome: 'unknown' }) : stopped;
    }
  }
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
