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
