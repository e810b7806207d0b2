/** Tells the emulator's time, in whole milliseconds since the Unix epoch. */
export interface Clock {
  /** Whether time passes on its own. */
  readonly runs: boolean;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Moves the time forward. */
  advance(milliseconds: number): void;
  /** Sets the time, in milliseconds since the Unix epoch. */
  set(milliseconds: number): void;
}

/** The last time that a seed can express, with a four-digit year. No clock goes past it. */
export const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** The default start of the virtual clock. */
const DEFAULT_START_TIME = Date.parse('2025-01-01T00:00:00.000Z');

/** A clock that stops until it is moved, so that every run of the same requests gets the same times. */
export function virtualClock(start: number = DEFAULT_START_TIME): Clock {
  let time = start;
  return {
    runs: false,
    now: () => time,
    advance: (milliseconds) => {
      time = Math.min(time + milliseconds, LATEST_TIME);
    },
    set: (milliseconds) => {
      time = milliseconds;
    },
  };
}

/**
 * A clock that follows real time, and can be moved forward and set. Each write moves it forward by a millisecond, as
 * with the virtual clock.
 *
 * @param speed how many times as fast as real time it runs
 */
export function runningClock(start: number = Date.now(), speed: number = 1): Clock {
  // Not the machine's wall clock, which may be set back.
  const elapsed = (): number => Math.floor(performance.now() * speed);
  let zero = start - elapsed();
  return {
    runs: true,
    now: () => Math.min(zero + elapsed(), LATEST_TIME),
    advance: (milliseconds) => {
      zero += milliseconds;
    },
    set: (milliseconds) => {
      zero = milliseconds - elapsed();
    },
  };
}

/**
 * A timestamp in the service's format: ISO 8601, UTC, fractional seconds (docs/internals/service.md 3.1), here microseconds.
 */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
