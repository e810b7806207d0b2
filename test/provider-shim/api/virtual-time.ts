import type { Time } from '../../../provider-shim/api/pacing/time';

export interface VirtualTime extends Time {
  /** Every wait that was asked for, in milliseconds, in order. */
  readonly waits: readonly number[];
}

/**
 * From here to the end of the test the limit of a request passes only when `jest.advanceTimersByTime` says so. A short
 * limit of real time would end requests that a slow machine has not answered yet.
 */
export function stopLimits(): void {
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  });
}

/** A clock that jumps to the next sleeper as soon as nothing else is going on: no test ever waits. */
export function virtualTime(start = Date.UTC(2026, 0, 1)): VirtualTime {
  let now = start;
  const waits: number[] = [];
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    waits,
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          const place = sleepers.indexOf(sleeper);
          if (place !== -1) sleepers.splice(place, 1);
          wake();
        };
        const sleeper = { at: now + ms, wake };
        waits.push(ms);
        sleepers.push(sleeper);
        signal?.addEventListener('abort', leave);
        setImmediate(() => {
          sleepers.sort((a, b) => a.at - b.at);
          const next = sleepers.shift();
          if (next === undefined) return;
          now = Math.max(now, next.at);
          next.wake();
        });
      }),
  };
}
