import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Control } from '../control/control';
import { type SeedProblem, SeedError } from '../seed/seed-error';
import { decodeSeed } from '../seed/seed-text';
import { OWNER_ONLY, replaceFile } from './replace-file';
import { FileInUse, takeFileLock, type FileLock } from './file-lock';

/** The file that keeps the state cannot be read, used or written. */
export class StateFileError extends Error {
  /** The problems of a file that is not a state; empty if the file itself could not be read or written. */
  readonly problems: readonly SeedProblem[];
  /** The process that has the file, and its lock file; absent if that is not the reason. */
  readonly inUse?: { readonly pid: number; readonly lock: string };

  constructor(
    /** The file, as it was given. */
    readonly file: string,
    what: 'read' | 'used' | 'written',
    cause: Error,
  ) {
    const reason = cause instanceof FileInUse ? `the emulator of ${cause.message}` : cause.message;
    // The first line of a SeedError is about a seed.
    const shown = cause instanceof SeedError ? reason.split('\n').slice(1).join('\n') : `  ${reason}`;
    super(`The state file ${file} cannot be ${what}:\n${shown}`, { cause });
    this.name = 'StateFileError';
    this.problems = cause instanceof SeedError ? cause.problems : [];
    if (cause instanceof FileInUse) this.inUse = { pid: cause.pid, lock: cause.lock };
  }
}

/** A file that holds the state of the service. */
interface StateFile {
  /** Whether it existed, so that the state was loaded from it. */
  readonly wasThere: boolean;
  /** Starts to write the state, which may have changed. */
  readonly changed: () => void;
  /** Resolves, once known, with whether every change so far is in the file. */
  readonly saved: () => Promise<boolean>;
  /** Rejects with a StateFileError if a write failed; nothing is written after that. */
  readonly failure: Promise<never>;
  /** Waits for the last write. @throws StateFileError if one failed */
  readonly close: () => Promise<void>;
  /** Releases the file for another emulator; nothing is written after that. */
  readonly release: () => Promise<void>;
}

/**
 * Opens the file of a state, for this emulator only. If it exists, loads the state from it; otherwise writes it.
 *
 * @throws StateFileError if it cannot be read, used or written; an existing file then stays as it is
 */
export async function openStateFile(
  path: string,
  control: Pick<Control, 'snapshot' | 'restore'>,
): Promise<StateFile> {
  const shown = resolve(path);
  // Resolves symbolic links, so that a link stays and two names of a file count as one.
  const target = await realpath(shown).catch(() => targetOfNewFile(shown));
  const lock = await takeFileLock(target).catch((error: Error) => {
    throw new StateFileError(shown, error instanceof FileInUse ? 'used' : 'written', error);
  });
  try {
    return await openLocked(shown, target, lock, control);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function targetOfNewFile(shown: string): Promise<string> {
  return join(await realpath(dirname(shown)).catch(() => dirname(shown)), basename(shown));
}

async function openLocked(
  shown: string,
  target: string,
  lock: FileLock,
  control: Pick<Control, 'snapshot' | 'restore'>,
): Promise<StateFile> {
  const found = await readIfThere(shown);
  let written = found && load(control, found, shown);

  const write = async (): Promise<void> => {
    const text = `${JSON.stringify(control.snapshot(), undefined, 1)}\n`;
    if (text === written) return;
    // The state holds credentials.
    await replaceFile(target, text, OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
      throw new StateFileError(shown, 'written', error);
    });
    written = text;
  };
  if (written === undefined) await write();

  let failed: (error: unknown) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => (failed = reject));
  failure.catch(() => undefined);
  let last: Promise<boolean> = Promise.resolve(true);
  let waits = false;
  let isReleased = false;
  return {
    wasThere: found !== undefined,
    changed: () => {
      // A write that has not begun yet will include this change too.
      if (waits || isReleased) return;
      waits = true;
      last = last.then(async (well) => {
        waits = false;
        if (!well) return false;
        return write().then(
          () => true,
          (error: unknown) => {
            failed(error);
            return false;
          },
        );
      });
    },
    saved: () => last,
    failure,
    close: async () => {
      if (!(await last)) await failure;
    },
    release: async () => {
      isReleased = true;
      await last;
      await lock.release();
    },
  };
}

/** Returns the text of the file. */
function load(control: Pick<Control, 'restore'>, bytes: Uint8Array, shown: string): string {
  try {
    const text = decodeSeed(bytes);
    control.restore(text);
    return text;
  } catch (error) {
    throw error instanceof SeedError ? new StateFileError(shown, 'used', error) : error;
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === 'ENOENT') return undefined;
    throw new StateFileError(path, 'read', failure);
  }
}
