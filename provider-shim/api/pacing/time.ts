/** Where the client takes the time from. Milliseconds throughout. */
export interface Time {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
  /** Resolves after `ms`, or at once when `signal` is aborted: the caller checks the signal. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemTime: Time = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake);
    }),
};

/** https://nodejs.org/api/timers.html: a longer timer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs something with a signal that is also aborted when the time is up. The timer holds what it aborts: an
 * `AbortSignal.timeout` that only an `AbortSignal.any` listens to is collected by Node.js 20, and never comes.
 */
export async function within<T>(
  limitMs: number,
  signal: AbortSignal,
  run: (timed: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeIsOver = new AbortController();
  const timer = setTimeout(() => timeIsOver.abort(), Math.min(Math.ceil(limitMs), LONGEST_TIMER_MS));
  try {
    return await run(AbortSignal.any([signal, timeIsOver.signal]));
  } finally {
    clearTimeout(timer);
  }
}
