import { runningClock, virtualClock } from '../../../emulator';

/** What the machine's two clocks say; no other time passes here. */
let machine: { elapsed: number; date: number };

beforeEach(() => {
  machine = { elapsed: 12.75, date: Date.UTC(2026, 0, 1) };
  jest.spyOn(performance, 'now').mockImplementation(() => machine.elapsed);
  jest.spyOn(Date, 'now').mockImplementation(() => machine.date);
});
afterEach(() => jest.restoreAllMocks());

it('the virtual clock does not move on its own', () => {
  const clock = virtualClock(1000);
  machine = { elapsed: 5000, date: Date.UTC(2027, 0, 1) };
  expect([clock.runs, clock.now()]).toEqual([false, 1000]);
  clock.advance(5);
  expect(clock.now()).toBe(1005);
  clock.set(7);
  expect(clock.now()).toBe(7);
});

describe('the running clock', () => {
  it('follows real time from its start, in whole milliseconds', () => {
    const clock = runningClock(1000);
    expect([clock.runs, clock.now()]).toEqual([true, 1000]);
    machine.elapsed += 60.5;
    expect(clock.now()).toBe(1061);
  });

  it('starts with the time of the machine by default, and does not follow if that is set', () => {
    const clock = runningClock();
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1));
    machine.date = Date.UTC(2020, 0, 1);
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1));
  });

  it('can be moved forward and set, and continues from there', () => {
    const clock = runningClock();
    clock.set(5000);
    clock.advance(3_600_000);
    expect(clock.now()).toBe(3_605_000);
    machine.elapsed += 20;
    expect(clock.now()).toBe(3_605_020);
  });

  it('can go faster than real time', () => {
    const clock = runningClock(1000, 1_000_000);
    machine.elapsed += 2;
    expect(clock.now()).toBe(2_001_000);
  });
});
