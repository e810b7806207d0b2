import type { RateLimit } from './rate-limit';
import type { Time } from './time';

export interface PacingSettings {
  /** Requests under way at one time. */
  readonly maxConcurrent: number;
  /** Milliseconds from one request to the next. */
  readonly minIntervalMs: number;
}

/** More than the ten objects that the engine plans at a time: some ask several things at once. */
export const DEFAULT_PACING: PacingSettings = { maxConcurrent: 16, minIntervalMs: 0 };

/** Why requests wait. */
export interface LimitWait {
  /** The limit that is used up; undefined where the service only asks to slow down. */
  readonly limit?: RateLimit | undefined;
  /** When requests go on: milliseconds since 1970 UTC. */
  readonly until: number;
}

/** A request whose turn has come. */
export interface Turn {
  /** What it waited for when its caller gave up. */
  readonly waitedFor?: LimitWait;
  /** Takes what the headers of its answer say; undefined when they say nothing. Not called without an answer. */
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
  /** Called once for each wait, when it begins. */
  readonly onWait?: (wait: LimitWait, waitMs: number) => void;
}

/** Others may have used up by then what an answer said is left, and a request that asks may never be answered. */
const OUT_OF_DATE_MS = 2_000;

/** The part of the quota that stays unused: others send while the answer that says what is left is on its way. */
const RESERVED_PART = 0.03;

/** A request for each so many that are left may be under way, so that many clients together do not exceed the rest. */
const LEFT_FOR_EACH = 32;

/** The service rounds the seconds until the reset, and does not say which way. */
const ROUNDING_MS = 1_000;

/** Clients that wait for the same reset go on within this time after it, and this part of the window. */
const LONGEST_JITTER_MS = 5_000;
const JITTER_PART = 0.02;

/** After so many resets in a row with nothing left, what answers say cannot be true. */
const EMPTY_RESETS = 2;

/** What an answer said about the limit. */
interface SeenLimit {
  readonly limit: RateLimit;
  /** The number of the last request that `limit.remaining` includes. */
  readonly lastRequest: number;
  readonly at: number;
  readonly resetAt: number;
}

/**
 * Spends what the limit of the service leaves. Others with the same credentials spend it too, and only the answers say
 * how much is left, so: one request asks; while plenty is left, as many run as are allowed; the less is left, the fewer;
 * when nothing is left, all wait for the reset, and one asks again.
 */
export function createPacer({ settings, time, random, onWait }: PacerOptions): Pacer {
  const waiting: (() => void)[] = [];
  let running = 0;
  let sent = 0;
  let lastStartAt = -Infinity;
  let seen: SeenLimit | undefined;
  /** Whether the latest answer said nothing about a limit. */
  let isSilent = false;
  let emptyResets = 0;
  let hold: LimitWait | undefined;
  let reported: LimitWait | undefined;
  let timer: { readonly at: number; readonly stop: AbortController } | undefined;

  const begin = (): Turn => {
    running += 1;
    sent += 1;
    lastStartAt = time.now();
    const request = sent;
    return {
      learn: (limit) => learn(limit, request),
      hold: (waitMs, limit) => {
        emptyResets = 0;
        holdUntil(time.now() + waitMs, limit?.windowMs ?? waitMs, isUsedUp(limit) ? limit : undefined);
      },
    };
  };

  /** An answer to an earlier request than that of `seen` says nothing new. */
  const learn = (limit: RateLimit | undefined, request: number): void => {
    isSilent = limit === undefined;
    if (limit === undefined || (seen !== undefined && request < seen.lastRequest)) return;
    const now = time.now();
    const hadReset = seen !== undefined && now >= seen.resetAt;
    seen = { limit, lastRequest: request, at: now, resetAt: now + limit.resetMs + ROUNDING_MS };
    if (usable(seen) >= 1) emptyResets = 0;
    else if (hadReset) emptyResets += 1;
    if (usable(seen) < 1 && emptyResets < EMPTY_RESETS)
      holdUntil(seen.resetAt, limit.windowMs ?? limit.resetMs, limit);
  };

  const holdUntil = (resetAt: number, windowMs: number, limit: RateLimit | undefined): void => {
    const until = resetAt + random() * Math.min(LONGEST_JITTER_MS, JITTER_PART * windowMs);
    if (hold === undefined || hold.until <= time.now() || until > hold.until) hold = { limit, until };
  };

  /** Requests that may start before the reset. */
  const usable = ({ limit: { quota, remaining }, lastRequest }: SeenLimit): number =>
    remaining - (sent - lastRequest) - RESERVED_PART * (quota ?? remaining);

  /** When the next one may start; Infinity while it waits for an answer. */
  const nextAt = (now: number): number => {
    if (hold !== undefined && now < hold.until) {
      if (reported !== hold) {
        // What an earlier wait has told already.
        const from = Math.max(now, reported?.until ?? now);
        onWait?.((reported = hold), Math.max(0, hold.until - from));
      }
      return hold.until;
    }
    const paced = Math.max(now, lastStartAt + settings.minIntervalMs);
    const known = seen !== undefined && now < seen.resetAt ? seen : undefined;
    if (isSilent && known === undefined) return paced;
    const isOutOfDate = known === undefined || (!isSilent && now - known.at >= OUT_OF_DATE_MS);
    if (isOutOfDate || emptyResets >= EMPTY_RESETS)
      return running === 0 ? paced : Math.max(paced, lastStartAt + OUT_OF_DATE_MS);
    const most = 1 + Math.floor(usable(known) / LEFT_FOR_EACH);
    return running === 0 || running < most ? paced : Infinity;
  };

  /** Starts what may start, and comes back when more may. */
  const advance = (): void => {
    while (waiting.length > 0 && running < settings.maxConcurrent) {
      const now = time.now();
      const at = nextAt(now);
      if (at > now) return wakeAt(at, now);
      waiting.shift()?.();
    }
    if (waiting.length === 0) sleepNoMore();
  };

  /** A request that is under way wakes the others when it ends, so there is no timer for `Infinity`. */
  const wakeAt = (at: number, now: number): void => {
    if (at === Infinity || (timer !== undefined && timer.at <= at)) return;
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

  /** The turn of a request whose caller gave up: it is not sent, so it counts nowhere. */
  const giveUp = (waitedFor?: LimitWait): Turn => {
    running += 1;
    return { ...(waitedFor && { waitedFor }), learn: () => undefined, hold: () => undefined };
  };

  const turnFor = (signal?: AbortSignal): Promise<Turn> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve(giveUp());
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve(begin());
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(start), 1);
        resolve(giveUp(hold !== undefined && time.now() < hold.until ? hold : undefined));
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

/** Names the limit, if one is used up, and the end of the wait, for messages: a sentence without its full stop. */
export function describeWait({ limit, until }: LimitWait, tense: 'now' | 'past' = 'now'): string {
  const why =
    limit === undefined
      ? `the service ${tense === 'now' ? 'asks' : 'asked'} to slow down`
      : describeUsedUp(limit, tense);
  return `${why} until ${isoSeconds(until)}`;
}

/** The same without the end of the wait. */
export function describeUsedUp({ quota, windowMs }: RateLimit, tense: 'now' | 'past' = 'now'): string {
  const often = quota === undefined ? '' : ` of ${quota} requests`;
  const window = windowMs === undefined ? '' : ` in ${windowMs / 1000} s`;
  return `the limit${often}${window} for these credentials, over all programs that use them, ${tense === 'now' ? 'is' : 'was'} used up`;
}

/** Whether this is the limit for which the service refuses: it may refuse for another that no header names. */
export function isUsedUp(limit: RateLimit | undefined): limit is RateLimit {
  return limit?.remaining === 0;
}

/** A time to the second, as in 2026-01-01T00:04:00Z. */
export function isoSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
