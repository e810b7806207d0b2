import { createPacer, DEFAULT_PACING } from '../../../provider-shim/api/pacing';
import type { PacingSettings } from '../../../provider-shim/api/pacing';
import { virtualTime } from './virtual-time';

const START = Date.UTC(2026, 0, 1);

async function startsOf(count: number, settings: PacingSettings): Promise<readonly number[]> {
  const time = virtualTime(START);
  const pacer = createPacer(settings, time);
  const starts: number[] = [];
  await Promise.all(
    Array.from({ length: count }, () => pacer.run(async () => void starts.push(time.now() - START))),
  );
  return starts;
}

describe('pacing', () => {
  test('lets a burst of requests start at once, and then one in each interval', async () => {
    expect(await startsOf(6, { maxConcurrent: 10, minIntervalMs: 100, burst: 3 })).toEqual([
      0, 0, 0, 100, 200, 300,
    ]);
  });

  test('does nothing without an interval', async () => {
    expect(await startsOf(4, { maxConcurrent: 10, minIntervalMs: 0, burst: 1 })).toEqual([0, 0, 0, 0]);
  });

  test('stays within 1200 requests in five minutes by default', async () => {
    const starts = await startsOf(2_600, DEFAULT_PACING);
    const windows = starts.map(
      (start) => starts.filter((other) => other >= start && other < start + 300_000).length,
    );
    expect(Math.max(...windows)).toBe(1199);
  });

  test('never runs more requests at a time than allowed', async () => {
    const pacer = createPacer({ maxConcurrent: 3, minIntervalMs: 0, burst: 1 }, virtualTime());
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
    const pacer = createPacer({ maxConcurrent: 1, minIntervalMs: 0, burst: 1 }, virtualTime());
    await expect(pacer.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(pacer.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });

  test('lets no request start while it is held', async () => {
    const time = virtualTime(START);
    const pacer = createPacer({ maxConcurrent: 10, minIntervalMs: 0, burst: 1 }, time);
    pacer.holdUntil(START + 5_000);
    pacer.holdUntil(START + 1_000);
    await expect(pacer.run(async () => time.now() - START)).resolves.toBe(5_000);
  });

  test('does not hold back cancelled requests', async () => {
    const stop = new AbortController();
    const never = { now: () => 0, sleep: (_ms: number, signal?: AbortSignal) => aborted(signal) };
    const pacer = createPacer({ maxConcurrent: 1, minIntervalMs: 1_000, burst: 1 }, never);
    await pacer.run(() => Promise.resolve());
    const sleeping = pacer.run(() => Promise.resolve('asleep'), stop.signal);
    const queued = pacer.run(() => Promise.resolve('in the queue'), stop.signal);
    stop.abort();
    await expect(Promise.all([sleeping, queued])).resolves.toEqual(['asleep', 'in the queue']);
  });
});

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
}
