import { Budget } from './budget';
import type { LimitWait } from './limit-wait';
import type { RateLimit } from './rate-limit';
import type { RequestCount } from './request-count';
import type { Time } from './time';

export interface PacingSettings {
  /** Requests under way at one time. */
  readonly maxConcurrent: number;
  /** Milliseconds from one request to the next, once the burst is used up. */
  readonly minIntervalMs: number;
  /** Requests that may start without any interval after a quiet time. */
  readonly burst: number;
}

/** Ten at a time is the engine's own default parallelism. What the service's limit leaves decides how fast. */
export const DEFAULT_PACING: PacingSettings = { maxConcurrent: 10, minIntervalMs: 0, burst: 1 };

/** A request whose turn has come. */
export interface Turn {
  /** What it waited for when its caller gave up. */
  readonly waitedFor?: LimitWait;
  /** Takes what the headers of its answer tell; undefined when they tell nothing. Not called without an answer. */
  readonly learn: (limit: RateLimit | undefined) => void;
  /** Lets nothing start for this many milliseconds: the service said that there were too many requests. */
  readonly hold: (waitMs: number, limit?: RateLimit) => void;
}

/** Holds requests back so that the service does not have to refuse them. */
export interface Pacer {
  /**
   * Runs `work` when its turn comes. When `signal` is aborted first, `work` runs at once: it finds the signal aborted
   * and sends nothing.
   */
  readonly run: <T>(work: (turn: Turn) => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export interface PacerOptions {
  readonly settings: PacingSettings;
  readonly time: Time;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Counts all requests. Its limit applies where answers tell none. @default - no limit there */
  readonly count?: RequestCount | undefined;
  /** Is told once of each wait for a reset, and once in each window in which requests are spread far apart. */
  readonly onWait?: (wait: LimitWait) => void;
}

/** Requests that are spread wait again and again; a shorter pause between two of them is not worth a message. */
const REPORTED_PAUSE_MS = 5_000;

export function createPacer({ settings, time, random, count, onWait }: PacerOptions): Pacer {
  const budget = new Budget({ maxConcurrent: settings.maxConcurrent, random, count });
  const waiting: (() => void)[] = [];
  let running = 0;
  /** What the next request waits for, and what `onWait` was told last. */
  let wait: LimitWait | undefined;
  let reported: LimitWait | undefined;
  let timer: { readonly at: number; readonly stop: AbortController } | undefined;
  // Generic cell rate algorithm: the time at which the whole burst is available again.
  let recoveredAt = 0;

  const begin = (): Turn => {
    running += 1;
    const now = time.now();
    recoveredAt = Math.max(recoveredAt, now) + settings.minIntervalMs;
    const number = budget.start(now);
    return {
      learn: (limit) => budget.learn(limit, number, time.now()),
      hold: (waitMs, limit) => budget.refused(waitMs, time.now(), limit),
    };
  };

  /** The turn of a request whose caller gave up: it is not sent, so it counts nowhere. */
  const giveUp = (waitedFor?: LimitWait): Turn => {
    running += 1;
    return { ...(waitedFor && { waitedFor }), learn: () => undefined, hold: () => undefined };
  };

  /** When the next one may start. */
  const nextAt = (now: number): number => {
    const next = budget.next(now, running);
    const longestPause = next.wait?.state === 'used-up' ? 0 : REPORTED_PAUSE_MS;
    wait = next.at - now > longestPause ? next.wait : undefined;
    if (wait !== undefined) report(wait, now);
    const inside = recoveredAt - (settings.burst - 1) * settings.minIntervalMs;
    return Math.max(inside, next.at);
  };

  /** Once until the end that was reported, and once more when spreading was not enough. */
  const report = (wait: LimitWait, now: number): void => {
    const isWorse = reported?.state === 'nearly-used-up' && wait.state === 'used-up';
    if (reported !== undefined && now < reported.until && !isWorse) return;
    reported = wait;
    onWait?.(wait);
  };

  /** Starts what may start, and comes back when more may. */
  const advance = (): void => {
    while (waiting.length > 0 && running < settings.maxConcurrent) {
      const now = time.now();
      const at = nextAt(now);
      if (at > now) {
        wakeAt(at, now);
        return;
      }
      waiting.shift()?.();
    }
    if (waiting.length === 0) sleepNoMore();
  };

  const wakeAt = (at: number, now: number): void => {
    if (timer !== undefined && timer.at <= at) return;
    sleepNoMore();
    const stop = new AbortController();
    timer = { at, stop };
    void time.sleep(at - now, stop.signal).then(() => {
      if (stop.signal.aborted) return;
      timer = undefined;
      advance();
    });
  };

  const sleepNoMore = (): void => {
    timer?.stop.abort();
    timer = undefined;
  };

  const turnFor = (signal?: AbortSignal): Promise<Turn> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve(giveUp());
        return;
      }
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve(begin());
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(start), 1);
        resolve(giveUp(wait));
        advance();
      };
      waiting.push(start);
      signal?.addEventListener('abort', leave, { once: true });
      advance();
    });

  return {
    async run(work, signal) {
      const turn = await turnFor(signal);
      try {
        return await work(turn);
      } finally {
        running -= 1;
        advance();
      }
    },
  };
}
