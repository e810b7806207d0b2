import { createPacer, DEFAULT_PACING } from '../../../provider-shim/api/pacing';
import type { Pacer, Turn } from '../../../provider-shim/api/pacing';
import type { RateLimit } from '../../../provider-shim/api/rate-limit';
import { createRequestCount } from '../../../provider-shim/api/request-count';
import { pacerOf, PLENTY, requestsInWindows, START } from './pacing-runs';
import { virtualTime } from './virtual-time';

describe('pacing by answers that cannot be true', () => {
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

  const sources: readonly [string, Partial<RateLimit>][] = [
    ['with a quota', { quota: 1200, windowMs: 300_000 }],
    ['without a quota', {}],
  ];
  const hostile = [0, 1, 5].flatMap((remaining) =>
    [10, 300, 900].flatMap((seconds) =>
      sources.map(([source, more]) => ({ source, limit: { remaining, resetMs: seconds * 1_000, ...more } })),
    ),
  );
  test.each(hostile)(
    'neither stops nor keeps silent when every answer tells $limit.remaining left for $limit.resetMs ms, $source',
    async ({ limit }) => {
      const time = virtualTime(START);
      const reports: number[] = [];
      const pacer = createPacer({
        settings: DEFAULT_PACING,
        time,
        random: () => 0.5,
        onWait: () => void reports.push(time.now()),
      });
      const starts: number[] = [];
      const send = async ({ learn }: Turn): Promise<void> => {
        starts.push(time.now());
        await time.sleep(50);
        learn(limit);
      };
      await Promise.all(Array.from({ length: 100 }, () => pacer.run(send)));
      const pauses = starts.slice(1).map((start, index) => [starts[index] ?? 0, start] as const);
      const unreported = pauses
        .filter(([from, to]) => to - from > 6_000)
        .filter(([from, to]) => !reports.some((at) => at >= from - limit.resetMs - 10_000 && at < to));
      expect(unreported).toEqual([]);
      // At most two windows, or one request in each of the shortest, with the rounding and the jitter.
      expect(time.now() - START).toBeLessThan(Math.max(2 * (limit.resetMs + 300_000), 100 * 14_000));
    },
  );

  test('trusts a limit again that the service enforces, or that has enough left', async () => {
    const nothing = { remaining: 0, resetMs: 59_000 };
    const distrusting = async (): Promise<{ readonly pacer: Pacer; readonly now: () => number }> => {
      const time = virtualTime(START);
      const pacer = await pacerOf(DEFAULT_PACING, time, {}, nothing);
      for (let count = 0; count < 3; count += 1) await pacer.run(async ({ learn }) => learn(nothing));
      return { pacer, now: () => (time.now() - START) / 60_000 };
    };
    for (const prove of [
      ({ learn, hold }: Turn) => (learn(nothing), hold(1_000)),
      ({ learn }: Turn) => (learn({ ...nothing, remaining: 100 }), learn(nothing)),
    ]) {
      const { pacer, now } = await distrusting();
      await pacer.run(async () => undefined);
      expect(now()).toBe(2);
      await pacer.run(async (turn) => prove(turn));
      await expect(pacer.run(async () => now())).resolves.toBe(3);
    }
  });

  test('counts on when it does not trust the limit', async () => {
    const count = createRequestCount();
    const time = virtualTime(START);
    const pacer = createPacer({ settings: DEFAULT_PACING, time, random: () => 0, count });
    const nothing = { remaining: 0, resetMs: 9_000 };
    const starts: number[] = [];
    const send = async ({ learn }: Turn): Promise<void> => {
      starts.push(time.now() - START);
      learn(nothing);
    };
    await Promise.all(Array.from({ length: 1_500 }, () => pacer.run(send)));
    expect(Math.max(...requestsInWindows(starts))).toBeLessThanOrEqual(1200);
  });

  test('is soon at full speed again after an answer that cannot be true', async () => {
    const time = virtualTime(START);
    const pacer = await pacerOf(DEFAULT_PACING, time, {}, { ...PLENTY, remaining: 10 ** 15 });
    const learn = async ({ learn }: Turn): Promise<void> => learn({ ...PLENTY, remaining: 100_000 });
    await Promise.all(Array.from({ length: 200 }, () => pacer.run(learn)));
    expect(time.now() - START).toBe(0);
  });
});
