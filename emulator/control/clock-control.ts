import { check } from '../checks/reader';
import * as is from '../checks/shape';
import { LATEST_TIME, timestamp } from '../service/clock';
import type { Service } from '../service/service';
import { accepted, ControlError } from './control-error';

/** The emulator's clock after a move. */
export interface ClockReport {
  /** ISO 8601, UTC. */
  readonly now: string;
}

/** Reads and moves the emulator's clock. */
export interface ClockControl {
  /** The emulator's time, ISO 8601 in UTC. */
  now(): string;
  /**
   * Moves the clock forward.
   *
   * @throws ControlError if it is not a whole number from 0, or leads past the year 9999
   */
  advance(milliseconds: number): ClockReport;
}

export function clockControl({ clock }: Service): ClockControl {
  return {
    now: () => timestamp(clock.now()),
    advance: (milliseconds) => {
      if (!Number.isSafeInteger(milliseconds) || milliseconds < 0)
        throw new ControlError(`The clock moves by a whole number of milliseconds, not by ${milliseconds}.`);
      if (clock.now() + milliseconds > LATEST_TIME)
        throw new ControlError(`The clock cannot be moved past ${timestamp(LATEST_TIME)}.`);
      clock.advance(milliseconds);
      return { now: timestamp(clock.now()) };
    },
  };
}

const NOT_BOTH = is.ignored((seconds) => seconds.refuse('use either seconds or milliseconds'));
const MILLISECONDS = is.object({ milliseconds: is.count, seconds: NOT_BOTH });
const SECONDS = is.object({ milliseconds: is.optional(is.count), seconds: is.count });

/** Reads `{ milliseconds }` or `{ seconds }`: how far to move the clock, in milliseconds. @throws ControlError */
export function readAdvance(document: unknown): number {
  const moved = check(document, (reader) => {
    if (reader.has('milliseconds')) return MILLISECONDS(reader)?.milliseconds;
    const sent = SECONDS(reader);
    return sent && sent.seconds * 1000;
  });
  return accepted(moved, 'The clock cannot be moved like this:');
}
