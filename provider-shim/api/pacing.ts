import { Budget } from './budget';
import type { LimitWait } from './limit-wait';
import type { RateLimit } from './rate-limit';
import type { RequestCount } from './request-count';
import type { Time } from './time';

export interface PacingSettings {
  /** The most concurrent requests. */
  readonly maxConcurrent: number;
  /** Milliseconds between requests, once the burst is used up. */
  readonly minIntervalMs: number;
  /** Requests that may start without an interval after an idle time. */
  readonly burst: number;
}

/** Ten is the engine's default parallelism. The service's limit decides the pace. */
export const DEFAULT_PACING: PacingSettings = { maxConcurrent: 10, minIntervalMs: 0, burst: 1 };

/** A request whose turn has come. */
export interface Turn {
  /** What it waited for when its caller gave up. */
  readonly waitedFor?: LimitWait;
  /** Takes the limit that the headers of its answer report; undefined when they report none. */
  readonly learn: (limit: RateLimit | undefined) => void;
  /** Holds all requests for this many milliseconds: the service answered that there were too many. */
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
  /** Counts requests for a service whose answers report no limit. @default - no limit then */
  readonly count?: RequestCount | undefined;
  /** Called once for each wait for a limit. */
  readonly onWait?: (wait: LimitWait) => void;
}

export function createPacer({ settings, time, random, count, onWait }: PacerOptions): Pacer {
  const budget = new Budget(settings.maxConcurrent, random);
  const waiting: (() => void)[] = [];
  let running = 0;
  // The count that replaces the limit, once the first answer has reported none.
  let counting: RequestCount | undefined;
  let isTold = false;
  let wait: LimitWait | undefined;
  let timer: { readonly at: number; readonly stop: AbortController } | undefined;
  // Generic cell rate algorithm: the time at which the whole burst is available again.
  let recoveredAt = 0;

  const begin = (): Turn => {
    running += 1;
    const now = time.now();
    recoveredAt = Math.max(recoveredAt, now) + settings.minIntervalMs;
    const number = budget.start(now);
    counting?.add(now, 1);
    return {
      learn(limit) {
        if (limit !== undefined) {
          [isTold, counting] = [true, undefined];
          budget.learn(limit, number, time.now());
        } else if (!isTold && counting === undefined) {
          counting = count;
          counting?.add(time.now(), budget.sent);
        }
        if (limit === undefined) budget.learnNothing();
      },
      hold: (waitMs, limit) => budget.hold(waitMs, time.now(), limit),
    };
  };

  /** The turn of a request whose caller gave up: it is not sent, so it is not counted. */
  const giveUp = (waitedFor?: LimitWait): Turn => {
    running += 1;
    return { ...(waitedFor && { waitedFor }), learn: () => undefined, hold: () => undefined };
  };

  /** When the next request may start. */
  const nextAt = (now: number): number => {
    if (counting !== undefined) budget.learn(counting.left(now), budget.sent, now);
    const turn = budget.next(now, running);
    if (turn.exhausted !== undefined) {
      const isNew = wait === undefined || wait.until < now;
      wait = { limit: turn.exhausted, until: turn.at };
      if (isNew) onWait?.(wait);
    }
    const inside = recoveredAt - (settings.burst - 1) * settings.minIntervalMs;
    return Math.max(inside, turn.at);
  };

  /** Starts the requests that may start, and schedules itself for the next one. */
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
        const now = time.now();
        resolve(giveUp(wait !== undefined && wait.until > now ? wait : undefined));
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
