import { createPacer, DEFAULT_PACING } from '../../../provider-shim/api/pacing';
import type { Turn } from '../../../provider-shim/api/pacing';
import type { RateLimit } from '../../../provider-shim/api/rate-limit';
import { createRequestCount } from '../../../provider-shim/api/request-count';
import { aborted, pacerOf, PLENTY, requestsInWindows, START, startsOf } from './pacing-runs';
import { virtualTime } from './virtual-time';

describe('pacing', () => {
  test('lets a burst of requests start at once, and then one in each interval', async () => {
    expect(await startsOf(6, { maxConcurrent: 10, minIntervalMs: 100, burst: 3 })).toEqual([
      0, 0, 0, 100, 200, 300,
    ]);
  });

  test('does nothing without an interval', async () => {
    expect(await startsOf(4, { maxConcurrent: 10, minIntervalMs: 0, burst: 1 })).toEqual([0, 0, 0, 0]);
  });

  test('stays within 1200 requests in any five minutes where no answer tells of a limit', async () => {
    const starts = await startsOf(2_600, DEFAULT_PACING, { more: { count: createRequestCount() } });
    expect(Math.max(...requestsInWindows(starts))).toBeLessThanOrEqual(1200);
    // Two windows, and the last requests at the beginning of the third.
    expect(starts.at(-1)).toBeGreaterThan(600_000);
    expect(starts.at(-1)).toBeLessThan(700_000);
  });

  test.each<[string, readonly (RateLimit | undefined)[]]>([
    ['answers tell a limit at first and none later', [{ remaining: 1200, resetMs: 1_000, quota: 1200 }]],
    ['an answer tells a limit before others tell none', [undefined, { remaining: 600, resetMs: 1_000 }]],
  ])('stays within 1200 requests in any five minutes where %s', async (_case, told) => {
    const time = virtualTime(START);
    const count = createRequestCount();
    const pacer = createPacer({ settings: DEFAULT_PACING, time, random: () => 0, count });
    const starts: number[] = [];
    const send = async ({ learn }: Turn): Promise<void> => {
      const limit = told[starts.push(time.now() - START) - 1];
      await time.sleep(50);
      learn(limit);
    };
    await Promise.all(Array.from({ length: 2_600 }, () => pacer.run(send)));
    expect(Math.max(...requestsInWindows(starts))).toBeLessThanOrEqual(1200);
    expect(starts.at(-1)).toBeLessThan(700_000);
  });

  test('counts the requests whose answers tell a limit', async () => {
    const count = createRequestCount();
    const pacer = createPacer({ settings: DEFAULT_PACING, time: virtualTime(START), random: () => 0, count });
    await Promise.all(Array.from({ length: 20 }, () => pacer.run(async ({ learn }) => learn(PLENTY))));
    expect(count.left(START).remaining).toBe(1180);
  });

  test('asks what is left after a reset, whatever was counted', async () => {
    const time = virtualTime(START);
    const count = createRequestCount();
    const pacer = createPacer({ settings: DEFAULT_PACING, time, random: () => 0, count });
    await pacer.run(async ({ learn }) => learn({ ...PLENTY, resetMs: 10_000 }));
    count.add(START, 5_000);
    await time.sleep(11_000);
    await pacer.run(async ({ learn }) => learn(PLENTY));
    await Promise.all(Array.from({ length: 20 }, () => pacer.run(async () => undefined)));
    expect(time.now() - START).toBe(11_000);
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

  test('counts nothing that was never sent', async () => {
    const count = createRequestCount();
    const pacer = createPacer({ settings: DEFAULT_PACING, time: virtualTime(START), random: () => 0, count });
    await pacer.run(async ({ learn }) => learn(undefined));
    const gone = AbortSignal.abort();
    await Promise.all(Array.from({ length: 50 }, () => pacer.run(async () => undefined, gone)));
    expect(count.left(START).remaining).toBe(1199);
  });

  test('spreads what little is left over the time to the reset', async () => {
    const first = { remaining: 41, resetMs: 299_000, quota: 1200, windowMs: 300_000 };
    // 36 of 1200 are never used. The time counts as a second longer: the service rounds it.
    const starts = await startsOf(7, DEFAULT_PACING, { first });
    expect(starts).toEqual([0, 60_000, 120_000, 180_000, 240_000, 300_000, 300_000]);
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
    expect(waits).toEqual([{ state: 'used-up', limit: first, until: START + 291_000 }]);
  });

  test('lets each client go on at another time after the reset', async () => {
    const time = virtualTime(START);
    const first = { remaining: 0, resetMs: 290_000, quota: 1200, windowMs: 300_000 };
    const pacer = await pacerOf(DEFAULT_PACING, time, { random: () => 0.5 }, first);
    await expect(pacer.run(async () => time.now() - START)).resolves.toBe(293_500);
  });

  test('never runs more requests at a time than allowed', async () => {
    const pacer = await pacerOf({ maxConcurrent: 3, minIntervalMs: 0, burst: 1 }, virtualTime());
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        pacer.run(async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise(setImmediate);
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(3);
  });

  test('gives the place of a failed request to the next one', async () => {
    const pacer = await pacerOf({ maxConcurrent: 1, minIntervalMs: 0, burst: 1 }, virtualTime());
    await expect(pacer.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(pacer.run(() => Promise.resolve('next'))).resolves.toBe('next');
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

  test('does not hold back cancelled requests', async () => {
    const stop = new AbortController();
    const never = { now: () => 0, sleep: (_ms: number, signal?: AbortSignal) => aborted(signal) };
    const pacer = await pacerOf({ maxConcurrent: 1, minIntervalMs: 1_000, burst: 1 }, never);
    const sleeping = pacer.run(() => Promise.resolve('asleep'), stop.signal);
    const queued = pacer.run(() => Promise.resolve('in the queue'), stop.signal);
    stop.abort();
    await expect(Promise.all([sleeping, queued])).resolves.toEqual(['asleep', 'in the queue']);
  });

  test('tells work that is cancelled which limit it waited for', async () => {
    const stop = new AbortController();
    const never = { now: () => START, sleep: (_ms: number, signal?: AbortSignal) => aborted(signal) };
    const first = { remaining: 0, resetMs: 299_000, quota: 1200, windowMs: 300_000 };
    const pacer = await pacerOf(DEFAULT_PACING, never, {}, first);
    const waiting = pacer.run(async ({ waitedFor }: Turn) => waitedFor, stop.signal);
    stop.abort();
    await expect(waiting).resolves.toEqual({ state: 'used-up', limit: first, until: START + 300_000 });
  });

  test('tells work that is cancelled between spread requests which limit it waited for', async () => {
    const stop = new AbortController();
    const never = { now: () => START, sleep: (_ms: number, signal?: AbortSignal) => aborted(signal) };
    const first = { remaining: 41, resetMs: 299_000, quota: 1200, windowMs: 300_000 };
    const pacer = await pacerOf(DEFAULT_PACING, never, {}, first);
    const waiting = pacer.run(async ({ waitedFor }: Turn) => waitedFor, stop.signal);
    stop.abort();
    await expect(waiting).resolves.toEqual({ state: 'nearly-used-up', limit: first, until: START + 300_000 });
  });
});
