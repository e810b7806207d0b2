import type { SeedProblem } from '../seed/seed-error';
import { SeedError } from '../seed/seed-error';
import { StateFileInUse } from './state-lock';

/** The file that keeps the state cannot be read, used or written. */
export class StateFileError extends Error {
  /** What is wrong in a file that is no state; empty when the file itself could not be read or written. */
  readonly problems: readonly SeedProblem[];
  /** The process that has the file, and the lock beside it that says so; absent when that is not the reason. */
  readonly inUse?: { readonly pid: number; readonly lock: string };

  constructor(
    /** The file, as it was given. */
    readonly file: string,
    what: 'read' | 'used' | 'written',
    cause: Error,
  ) {
    const reason = cause.message;
    // The first line of a SeedError speaks of a seed.
    const shown = cause instanceof SeedError ? reason.split('\n').slice(1).join('\n') : `  ${reason}`;
    super(`The state file ${file} cannot be ${what}:\n${shown}`, { cause });
    this.name = 'StateFileError';
    this.problems = cause instanceof SeedError ? cause.problems : [];
    if (cause instanceof StateFileInUse) this.inUse = { pid: cause.pid, lock: cause.lock };
  }
}
