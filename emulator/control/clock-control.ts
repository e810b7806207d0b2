import { check } from '../checks/reader';
import { LATEST_TIME, timestamp } from '../service/clock';
import type { Service } from '../service/service';
import { ControlError, refusedDocument } from './control-error';

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

/** Reads `{ milliseconds }` or `{ seconds }`: how far to move the clock, in milliseconds. @throws ControlError */
export function readAdvance(document: unknown): number {
  const read = check(document, (reader) => {
    const members = reader.members(['milliseconds', 'seconds']);
    if (members === undefined) return undefined;
    const milliseconds = members.optional('milliseconds');
    const seconds = members.optional('seconds');
    if (milliseconds === undefined) return inMilliseconds(members.required('seconds')?.count());
    if (seconds !== undefined) return seconds.refuse('use either seconds or milliseconds');
    return milliseconds.count();
  });
  if (!read.ok) throw refusedDocument('The clock cannot be moved like this:', read.problems);
  return read.value;
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
