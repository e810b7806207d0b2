import {
  createPacer,
  DEFAULT_PACING,
  type Pacer,
  type PacerOptions,
  type PacingSettings,
  type Turn,
} from '../../../provider-shim/api/pacing/pacing';
import type { RateLimit } from '../../../provider-shim/api/pacing/rate-limit';
import type { Time } from '../../../provider-shim/api/pacing/time';
import { mulberry32 } from '../../support/mulberry32';
import { virtualTime } from './virtual-time';

const START = Date.UTC(2026, 0, 1);

const PLENTY: RateLimit = {
  remaining: 1_000_000,
  resetMs: 900_000,
  quota: 1_000_000,
  windowMs: 900_000,
};

/** A pacer that knows there is plenty, unless its first answer says something else. */
async function pacerOf(
  settings: PacingSettings,
  time: Time,
  more: Partial<PacerOptions> = {},
  first: RateLimit = PLENTY,
): Promise<Pacer> {
  const pacer = createPacer({ settings, time, random: () => 0, ...more });
  await pacer.run(async (turn) => turn.learn(first));
  return pacer;
}

/** Ends when a signal is aborted. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
}

describe('pacing', () => {
  test('lets one request start in each interval', async () => {
    const time = virtualTime(START);
    const pacer = await pacerOf({ maxConcurrent: 10, minIntervalMs: 100 }, time);
    const starts = Array.from({ length: 3 }, () => pacer.run(async () => time.now() - START));
    expect(await Promise.all(starts)).toEqual([100, 200, 300]);
  });

  test('starts one request alone, whose answer tells how many may follow', async () => {
    const still = { now: () => START, sleep: (_ms: number, signal?: AbortSignal) => aborted(signal) };
    const pacer = createPacer({ settings: DEFAULT_PACING, time: still, random: () => 0 });
    let answer = (): void => {};
    let started = 0;
    const runs = Array.from({ length: 5 }, () =>
      pacer.run(async (turn) => {
        started += 1;
        if (started === 1) await new Promise<void>((resolve) => (answer = resolve));
        turn.learn(PLENTY);
      }),
    );
    await new Promise(setImmediate);
    expect(started).toBe(1);
    answer();
    await Promise.all(runs);
    expect(started).toBe(5);
  });

  test('does not let a slow answer, or one that tells nothing, keep back the others', async () => {
    const time = virtualTime(START);
    const pacer = createPacer({ settings: DEFAULT_PACING, time, random: () => 0 });
    const starts: number[] = [];
    let answers = 0;
    const silent = async ({ learn }: Turn): Promise<void> => {
      starts.push(time.now() - START);
      // The first one takes until the third has started.
      while (starts.length < 3) await new Promise(setImmediate);
      answers += 1;
      learn(undefined);
    };
    await Promise.all(Array.from({ length: 8 }, () => pacer.run(silent)));
    expect(answers).toBe(8);
    expect(starts).toEqual([0, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000]);
  });

  test('runs fewer requests at a time the less is left', async () => {
    const most = async (remaining: number): Promise<number> => {
      const time = virtualTime(START);
      const limit = { remaining, resetMs: 299_000, quota: 1200, windowMs: 300_000 };
      const pacer = await pacerOf(DEFAULT_PACING, time, {}, limit);
      let [running, most] = [0, 0];
      const send = async (): Promise<void> => {
        most = Math.max(most, ++running);
        await time.sleep(50);
        running -= 1;
      };
      await Promise.all(Array.from({ length: 20 }, () => pacer.run(send)));
      return most;
    };
    // 36 of 1200 are never used.
    expect(await Promise.all([1200, 236, 136, 76, 40].map(most))).toEqual([16, 7, 4, 2, 1]);
  });

  test('waits at zero until the limit resets, and says so once', async () => {
    const time = virtualTime(START);
    const waits: unknown[] = [];
    const first = { remaining: 0, resetMs: 290_000, quota: 1200, windowMs: 300_000 };
    const pacer = await pacerOf(DEFAULT_PACING, time, { onWait: (wait) => waits.push(wait) }, first);
    const starts = await Promise.all(
      Array.from({ length: 20 }, () =>
        pacer.run(async (turn) => {
          turn.learn(PLENTY);
          return time.now() - START;
        }),
      ),
    );
    expect(starts).toEqual(Array(20).fill(291_000));
    expect(waits).toEqual([{ limit: first, until: START + 291_000 }]);
  });

  test('lets each client go on at another time after the reset', async () => {
    const time = virtualTime(START);
    const first = { remaining: 0, resetMs: 290_000, quota: 1200, windowMs: 300_000 };
    const pacer = await pacerOf(DEFAULT_PACING, time, { random: () => 0.5 }, first);
    await expect(pacer.run(async () => time.now() - START)).resolves.toBe(293_500);
  });

  test('learns nothing from the late answer to an earlier request', async () => {
    const time = virtualTime(START);
    const pacer = await pacerOf(DEFAULT_PACING, time);
    await pacer.run(async (early) => {
      await pacer.run(async (late) => late.learn(PLENTY));
      early.learn({ ...PLENTY, remaining: 0 });
    });
    await expect(pacer.run(async () => time.now() - START)).resolves.toBe(0);
  });

  test('lets no request start while it is held', async () => {
    const time = virtualTime(START);
    const pacer = await pacerOf(DEFAULT_PACING, time);
    await pacer.run(async (turn) => {
      turn.hold(5_000);
      turn.hold(1_000);
    });
    await expect(pacer.run(async () => time.now() - START)).resolves.toBe(5_000);
  });

  test('tells of each wait only what no earlier one has told', async () => {
    const told: number[] = [];
    const time = virtualTime(START);
    const pacer = await pacerOf(DEFAULT_PACING, time, { onWait: (_wait, waitMs) => told.push(waitMs) });
    const queued: Promise<unknown>[] = [];
    await pacer.run((turn) => {
      for (const waitMs of [5_000, 7_000]) {
        turn.hold(waitMs);
        queued.push(pacer.run(() => Promise.resolve()));
      }
      return Promise.resolve();
    });
    await Promise.all(queued);
    expect(told).toEqual([5_000, 2_000]);
  });

  test('does not hold back cancelled requests', async () => {
    const stop = new AbortController();
    const never = { now: () => 0, sleep: (_ms: number, signal?: AbortSignal) => aborted(signal) };
    const pacer = await pacerOf({ maxConcurrent: 1, minIntervalMs: 1_000 }, never);
    const sleeping = pacer.run(() => Promise.resolve('asleep'), stop.signal);
    const queued = pacer.run(() => Promise.resolve('in the queue'), stop.signal);
    stop.abort();
    await expect(Promise.all([sleeping, queued])).resolves.toEqual(['asleep', 'in the queue']);
  });

  test('lets a request start after one that was cancelled in the queue before it', async () => {
    const stop = new AbortController();
    const time = virtualTime(START);
    const pacer = await pacerOf({ maxConcurrent: 1, minIntervalMs: 1_000 }, time);
    let last: Promise<string> | undefined;
    await pacer.run(async () => {
      const cancelled = pacer.run(() => Promise.resolve(), stop.signal);
      last = pacer.run(() => Promise.resolve('sent'));
      stop.abort();
      await cancelled;
    });
    await expect(last).resolves.toBe('sent');
  });

  test('does not stop for a service that has nothing left at every answer', async () => {
    const time = virtualTime(START);
    const nothing = { remaining: 0, resetMs: 899_000 };
    const pacer = await pacerOf(DEFAULT_PACING, time, {}, nothing);
    const send = (): Promise<number> =>
      pacer.run(async (turn) => {
        turn.learn(nothing);
        return (time.now() - START) / 900_000;
      });
    const starts = [];
    for (let count = 0; count < 6; count += 1) starts.push(await send());
    expect(starts).toEqual([1, 2, 2, 2, 2, 2]);
  });

  test('trusts a limit again that the service enforces, or that has enough left', async () => {
    const nothing = { remaining: 0, resetMs: 59_000 };
    const distrusting = async (): Promise<{ readonly pacer: Pacer; readonly now: () => number }> => {
      const time = virtualTime(START);
      const pacer = await pacerOf(DEFAULT_PACING, time, {}, nothing);
      for (let count = 0; count < 3; count += 1) await pacer.run(async ({ learn }) => learn(nothing));
      return { pacer, now: () => (time.now() - START) / 60_000 };
    };
    const proofs: readonly [(turn: Turn) => void, number][] = [
      [({ learn, hold }) => (learn(nothing), hold(60_000)), 3],
      [({ learn }) => (learn({ ...nothing, remaining: 100 }), learn(nothing)), 3],
    ];
    for (const [prove, minutes] of proofs) {
      const { pacer, now } = await distrusting();
      await pacer.run(async () => undefined);
      expect(now()).toBe(2);
      await pacer.run(async (turn) => prove(turn));
      await expect(pacer.run(async () => now())).resolves.toBe(minutes);
    }
  });
});

test('twenty clients that share a limit and do not talk: under 1% of 3,000 requests are refused, in 1.15 times the shortest time', async () => {
  const [quota, windowMs, all] = [1200, 300_000, 3_000];
  const time = virtualTime(START);
  const drawn = mulberry32(1);
  const random = (): number => drawn() / 2 ** 32;
  let [used, endsAt, refused] = [0, START, 0];

  /** What the service counts in a window, which begins anew with the first request that it refuses. */
  const answered = async (): Promise<{ readonly limit: RateLimit; readonly isRefused: boolean }> => {
    await time.sleep(20 + random() * 60);
    const now = time.now();
    if (now >= endsAt) [used, endsAt] = [0, now + windowMs];
    used += 1;
    if (used === quota + 1) endsAt = now + windowMs;
    const resetMs = Math.ceil((endsAt - now) / 1000) * 1000;
    const limit = { remaining: Math.max(0, quota - used), resetMs, quota, windowMs };
    const isRefused = used > quota;
    await time.sleep(20 + random() * 60);
    return { limit, isRefused };
  };
  const send = (pacer: Pacer): Promise<void> =>
    pacer
      .run(async (turn) => {
        const { limit, isRefused } = await answered();
        turn.learn(limit);
        if (isRefused) turn.hold(limit.resetMs);
        return isRefused;
      })
      .then((isRefused) => {
        if (!isRefused) return;
        refused += 1;
        return send(pacer);
      });

  const pacers = Array.from({ length: 20 }, () => createPacer({ settings: DEFAULT_PACING, time, random }));
  await Promise.all(Array.from({ length: all }, (_, index) => send(pacers[index % 20] as Pacer)));
  expect(refused).toBeLessThan(all / 100);
  expect((time.now() - START) / (Math.floor((all - 1) / quota) * windowMs)).toBeLessThan(1.15);
});
