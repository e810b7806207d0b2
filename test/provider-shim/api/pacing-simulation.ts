import { createPacer, DEFAULT_PACING, type LimitWait } from '../../../provider-shim/api/pacing/pacing';
import type { RateLimit } from '../../../provider-shim/api/pacing/rate-limit';
import type { Time } from '../../../provider-shim/api/pacing/time';

/** How a service counts the requests of one user. */
export type Counting =
  /** In windows that begin with the first request. */
  | 'from-first'
  /** In windows that begin at fixed times. */
  | 'aligned'
  /** Those of the last window's length, at any moment. */
  | 'sliding';

export interface Simulation {
  readonly clients: number;
  /** Of each client. */
  readonly requests: number;
  /** Milliseconds between the starts of two clients. */
  readonly apart?: number;
  /** Milliseconds for one exchange, drawn between these. */
  readonly latency: readonly [number, number];
  readonly counting: Counting;
  readonly quota: number;
  readonly windowMs: number;
  /** How the seconds until the reset are rounded. */
  readonly rounding: 'up' | 'down';
  /** Requests that others send at the beginning. @default 0 */
  readonly usedBefore?: number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
}

export interface SimulatedRun {
  readonly sent: number;
  readonly refused: number;
  /** Milliseconds from the first request to the last answer. */
  readonly tookMs: number;
  /** When each request came in, in milliseconds from the beginning. */
  readonly arrivals: readonly number[];
  readonly waits: readonly LimitWait[];
}

/** Runs clients with the product's own pacer against a model of the service's limit, on a clock of their own. */
export async function simulate(simulation: Simulation): Promise<SimulatedRun> {
  const { clients, requests, apart = 0, latency, random } = simulation;
  const clock = eventClock();
  const service = limitedService(simulation);
  const arrivals: number[] = [];
  const waits: LimitWait[] = [];
  let refused = 0;
  let lastAnswer = 0;
  const exchange = async (): Promise<ReturnType<typeof service>> => {
    const ms = latency[0] + random() * (latency[1] - latency[0]);
    await clock.sleep(ms / 2);
    arrivals.push(clock.now() - START);
    const answer = service(clock.now());
    await clock.sleep(ms / 2);
    lastAnswer = clock.now() - START;
    return answer;
  };
  const client = async (index: number): Promise<void> => {
    await clock.sleep(index * apart);
    const pacer = createPacer({
      settings: DEFAULT_PACING,
      time: clock,
      random,
      onWait: (wait) => waits.push(wait),
    });
    const send = async (): Promise<void> => {
      const again = await pacer.run(async (turn) => {
        const { limit, retryAfterMs } = await exchange();
        turn.learn(limit);
        if (retryAfterMs === undefined) return false;
        refused += 1;
        turn.hold(retryAfterMs);
        return true;
      });
      if (again) await send();
    };
    await Promise.all(Array.from({ length: requests }, send));
  };
  const all = Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  await clock.runUntil(all);
  return { sent: arrivals.length, refused, tookMs: lastAnswer, arrivals, waits };
}

const START = Date.UTC(2026, 0, 1, 0, 0, 7);

function limitedService({ counting, quota, windowMs, rounding, usedBefore = 0 }: Simulation) {
  let startsAt = -Infinity;
  let used = 0;
  let refusesUntil = -Infinity;
  let recent: number[] = Array.from({ length: usedBefore }, () => START);
  if (usedBefore > 0) [startsAt, used] = [START, usedBefore];
  const seconds = (ms: number): number =>
    (rounding === 'up' ? Math.ceil(ms / 1000) : Math.floor(ms / 1000)) * 1000;
  return (now: number): { readonly limit: RateLimit; readonly retryAfterMs?: number } => {
    if (counting === 'sliding') {
      recent = recent.filter((at) => at > now - windowMs);
      used = recent.length;
      startsAt = recent[0] ?? now;
    } else if (now >= startsAt + windowMs) {
      startsAt = counting === 'aligned' ? now - (now % windowMs) : now;
      used = 0;
    }
    if (now >= refusesUntil && used >= quota) refusesUntil = now + windowMs;
    if (now < refusesUntil) {
      const resetMs = Math.ceil((refusesUntil - now) / 1000) * 1000;
      return { limit: { remaining: 0, resetMs, quota, windowMs }, retryAfterMs: resetMs };
    }
    used += 1;
    if (counting === 'sliding') recent.push(now);
    return {
      limit: { remaining: quota - used, resetMs: seconds(startsAt + windowMs - now), quota, windowMs },
    };
  };
}

interface EventClock extends Time {
  /** Moves from one sleeper's time to the next until the work is done. */
  readonly runUntil: (work: Promise<unknown>) => Promise<void>;
}

function eventClock(): EventClock {
  let now = START;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const at = now + ms;
        let low = 0;
        for (let high = sleepers.length; low < high;) {
          const middle = (low + high) >> 1;
          if ((sleepers[middle]?.at ?? 0) > at) low = middle + 1;
          else high = middle;
        }
        const sleeper = { at, wake: resolve };
        sleepers.splice(low, 0, sleeper);
        signal?.addEventListener('abort', () => {
          const place = sleepers.indexOf(sleeper);
          if (place !== -1) sleepers.splice(place, 1);
          resolve();
        });
      }),
    async runUntil(work) {
      let done = false;
      void work.finally(() => (done = true));
      for (;;) {
        await new Promise(setImmediate);
        if (done) return;
        const next = sleepers.pop();
        if (next === undefined) throw new Error('nothing is left to wait for, and the work is not done');
        now = next.at;
        next.wake();
      }
    },
  };
}
