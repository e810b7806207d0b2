import type { Time } from './time';

export interface PacingSettings {
  /** Requests under way at one time. */
  readonly maxConcurrent: number;
  /** Milliseconds from one request to the next, once the burst is used up. */
  readonly minIntervalMs: number;
  /** Requests that may start without any interval after a quiet time. */
  readonly burst: number;
}

/**
 * Stays within 1200 requests in any five minutes (the service's published limit for one user): 200 at once and then
 * one every 300 ms, which are 1000 more in 300 s. Ten at a time is the engine's own default parallelism.
 */
export const DEFAULT_PACING: PacingSettings = { maxConcurrent: 10, minIntervalMs: 300, burst: 200 };

/** Holds requests back so that the service does not have to refuse them. */
export interface Pacer {
  /**
   * Runs `work` when its turn comes. When `signal` is aborted first, `work` runs at once: it finds the signal aborted
   * and sends nothing.
   */
  readonly run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Lets nothing start before this time (milliseconds since 1970): the service said that there were too many. */
  readonly holdUntil: (time: number) => void;
}

export function createPacer(settings: PacingSettings, time: Time): Pacer {
  const waiting: (() => void)[] = [];
  let running = 0;
  let heldUntil = 0;
  // Generic cell rate algorithm: the time at which the whole burst is available again.
  let recoveredAt = 0;

  const place = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (running < settings.maxConcurrent || signal?.aborted === true) {
        running += 1;
        resolve();
        return;
      }
      const admit = (): void => {
        signal?.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(admit), 1);
        admit();
      };
      waiting.push(admit);
      signal?.addEventListener('abort', leave, { once: true });
    });

  const turn = async (signal?: AbortSignal): Promise<void> => {
    while (signal?.aborted !== true) {
      const now = time.now();
      const inside = recoveredAt - (settings.burst - 1) * settings.minIntervalMs;
      const startsAt = Math.max(inside, heldUntil);
      if (startsAt <= now) {
        recoveredAt = Math.max(recoveredAt, now) + settings.minIntervalMs;
        return;
      }
      await time.sleep(startsAt - now, signal);
    }
  };

  return {
    async run(work, signal) {
      await place(signal);
      try {
        await turn(signal);
        return await work();
      } finally {
        running -= 1;
        if (running < settings.maxConcurrent) waiting.shift()?.();
      }
    },
    holdUntil(until) {
      heldUntil = Math.max(heldUntil, until);
    },
  };
}
