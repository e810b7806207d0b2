/** Tells the emulator's time, in milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
  /** Moves the time forward. A real clock ignores it. */
  advance(milliseconds: number): void;
  /** Sets the time. A real clock ignores it. */
  set(milliseconds: number): void;
}

/** Where the virtual clock begins unless told otherwise. */
export const DEFAULT_START_TIME = Date.parse('2025-01-01T00:00:00.000Z');

/** A clock that stands still until it is moved: every run of the same requests gets the same times. */
export function virtualClock(start: number = DEFAULT_START_TIME): Clock {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (milliseconds) => {
      time = milliseconds;
    },
  };
}

/** The time of the machine. */
export function realClock(): Clock {
  return { now: () => Date.now(), advance: () => {}, set: () => {} };
}

/** A timestamp as the service writes it: ISO 8601, UTC, fractional seconds (spec 2.2), here microseconds. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
