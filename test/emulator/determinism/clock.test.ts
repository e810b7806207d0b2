import { setTimeout as sleep } from 'node:timers/promises';
import { runningClock, virtualClock } from '../../../emulator';

describe('the virtual clock', () => {
  it('does not move on its own', async () => {
    const clock = virtualClock(1000);
    await sleep(20);
    expect([clock.runs, clock.now()]).toEqual([false, 1000]);
    clock.advance(5);
    expect(clock.now()).toBe(1005);
    clock.set(7);
    expect(clock.now()).toBe(7);
  });
});

describe('the running clock', () => {
  it('follows real time from its start, in whole milliseconds', async () => {
    const clock = runningClock(1000);
    expect(clock.runs).toBe(true);
    expect(clock.now() - 1000).toBeLessThan(50);
    const [from, real] = [clock.now(), performance.now()];
    await sleep(60);
    const passed = clock.now() - from;
    expect(Math.abs(passed - (performance.now() - real))).toBeLessThan(10);
    expect(Number.isInteger(clock.now())).toBe(true);
  });

  it('starts with the time of the machine by default', () => {
    expect(Math.abs(runningClock().now() - Date.now())).toBeLessThan(50);
  });

  it('can be moved forward and set, and continues from there', async () => {
    const clock = runningClock();
    clock.set(5000);
    clock.advance(3_600_000);
    const from = clock.now();
    expect(from - 3_605_000).toBeLessThan(50);
    await sleep(20);
    expect(clock.now()).toBeGreaterThan(from);
  });
});
