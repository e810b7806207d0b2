import { createPacer, DEFAULT_PACING } from '../../../provider-shim/api/pacing/pacing';
import type { RateLimit } from '../../../provider-shim/api/pacing/rate-limit';
import type { Time } from '../../../provider-shim/api/pacing/time';
import { mulberry32 } from '../../support/mulberry32';

const QUOTA = 1200;
const WINDOW_MS = 300_000;
const START = Date.UTC(2026, 0, 1, 0, 0, 7);

interface Fleet {
  readonly clients: number;
  /** Of each client. */
  readonly requests: number;
  /** Milliseconds between the starts of two clients. */
  readonly apart?: number;
  /** Milliseconds for one exchange, drawn between these. */
  readonly latency?: readonly [number, number];
  /** In windows that begin with the first request, or at fixed times. */
  readonly counting?: 'from-first' | 'aligned';
  /** How the seconds until the reset are rounded. */
  readonly rounding?: 'up' | 'down';
}

/** Runs clients with the product's own pacer against a model of the service's limit, on a clock of their own. */
async function simulate(fleet: Fleet) {
  const { clients, requests, apart = 0, latency = [40, 160] } = fleet;
  const next = mulberry32(1);
  const random = (): number => next() / 2 ** 32;
  const clock = eventClock();
  const service = limitedService(fleet);
  const counts = { sent: 0, refused: 0, tookMs: 0, waits: 0 };
  const exchange = async (): Promise<ReturnType<typeof service>> => {
    const ms = latency[0] + random() * (latency[1] - latency[0]);
    await clock.sleep(ms / 2);
    counts.sent += 1;
    const answer = service(clock.now());
    await clock.sleep(ms / 2);
    counts.tookMs = clock.now() - START;
    return answer;
  };
  const client = async (index: number): Promise<void> => {
    await clock.sleep(index * apart);
    const onWait = (): void => void (counts.waits += 1);
    const pacer = createPacer({ settings: DEFAULT_PACING, time: clock, random, onWait });
    const send = async (): Promise<void> => {
      const again = await pacer.run(async (turn) => {
        const { limit, retryAfterMs } = await exchange();
        turn.learn(limit);
        if (retryAfterMs === undefined) return false;
        counts.refused += 1;
        turn.hold(retryAfterMs);
        return true;
      });
      if (again) await send();
    };
    await Promise.all(Array.from({ length: requests }, send));
  };
  await clock.runUntil(Promise.all(Array.from({ length: clients }, (_, index) => client(index))));
  return counts;
}

function limitedService({ counting = 'from-first', rounding = 'up' }: Fleet) {
  let startsAt = -Infinity;
  let used = 0;
  let refusesUntil = -Infinity;
  const rounded = rounding === 'up' ? Math.ceil : Math.floor;
  return (now: number): { readonly limit: RateLimit; readonly retryAfterMs?: number } => {
    if (now >= startsAt + WINDOW_MS) {
      startsAt = counting === 'aligned' ? now - (now % WINDOW_MS) : now;
      used = 0;
    }
    if (now >= refusesUntil && used >= QUOTA) refusesUntil = now + WINDOW_MS;
    const window = { quota: QUOTA, windowMs: WINDOW_MS };
    if (now < refusesUntil) {
      const resetMs = Math.ceil((refusesUntil - now) / 1000) * 1000;
      return { limit: { remaining: 0, resetMs, ...window }, retryAfterMs: resetMs };
    }
    used += 1;
    const resetMs = rounded((startsAt + WINDOW_MS - now) / 1000) * 1000;
    return { limit: { remaining: QUOTA - used, resetMs, ...window } };
  };
}

interface EventClock extends Time {
  /** Moves from one sleeper's time to the next until the work is done. */
  readonly runUntil: (work: Promise<unknown>) => Promise<void>;
}

function eventClock(): EventClock {
  let now = START;
  /** The next to wake is the last. */
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { at: now + ms, wake: resolve };
        const place = sleepers.findLastIndex(({ at }) => at > sleeper.at) + 1;
        sleepers.splice(place, 0, sleeper);
        signal?.addEventListener('abort', () => {
          const found = sleepers.indexOf(sleeper);
          if (found !== -1) sleepers.splice(found, 1);
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

describe('clients that share a limit and do not talk', () => {
  test.each<[string, Fleet]>([
    ['five with 1,500 requests', { clients: 5, requests: 300 }],
    ['five that begin one after the other', { clients: 5, requests: 300, apart: 3_000 }],
    ['twenty with 3,000 requests', { clients: 20, requests: 150 }],
    ['two with 4,000 requests', { clients: 2, requests: 2000 }],
    ['five in windows at fixed times', { clients: 5, requests: 300, counting: 'aligned' }],
    ['five where seconds are rounded down', { clients: 5, requests: 300, rounding: 'down' }],
    ['five over a slow network', { clients: 5, requests: 300, latency: [300, 900] }],
  ])('%s: under 1%% is refused, in 1.15 times the shortest time', async (_case, fleet) => {
    const { sent, refused, tookMs } = await simulate(fleet);
    const all = fleet.clients * fleet.requests;
    expect(sent - refused).toBe(all);
    expect(refused).toBeLessThan(all / 100);
    const shortest = Math.floor((all - 1) / QUOTA) * WINDOW_MS;
    expect(tookMs / shortest).toBeLessThan(1.15);
  });

  test('one alone uses a free budget at full speed', async () => {
    const { tookMs, waits } = await simulate({ clients: 1, requests: 1000, latency: [100, 100] });
    expect(waits).toBe(0);
    // A hundred rounds of ten at a time, and the first request alone.
    expect(tookMs).toBeLessThanOrEqual(102 * 100);
  });
});
