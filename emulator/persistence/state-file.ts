import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Control } from '../control/control';
import { decodeSeed } from '../seed/decode-seed';
import { SeedError } from '../seed/seed-error';
import { replaceFile } from './replace-file';
import { StateFileError } from './state-file-error';
import type { StateLock } from './state-lock';
import { StateFileInUse, takeStateLock } from './state-lock';

/** A file that holds what the service holds. */
export interface StateFile {
  /** Whether it was there, so that the state was loaded from it. */
  readonly wasThere: boolean;
  /** Notes that the state may have changed, and begins to write it. */
  readonly changed: () => void;
  /** Whether every change noted so far is in the file, once it can be told. */
  readonly saved: () => Promise<boolean>;
  /** Rejects with a StateFileError when a write failed; nothing is written after that. */
  readonly failure: Promise<never>;
  /** Waits for the last write. @throws StateFileError when one failed */
  readonly close: () => Promise<void>;
  /** Lets another emulator have the file; nothing is written after that. */
  readonly release: () => Promise<void>;
}

/**
 * Opens the file of a state, for this emulator alone. When it is there, the state is loaded from it; otherwise it
 * is written.
 *
 * @throws StateFileError when it cannot be read, used or written; a file that is there stays as it is then
 */
export async function openStateFile(
  path: string,
  control: Pick<Control, 'snapshot' | 'seed'>,
): Promise<StateFile> {
  const shown = resolve(path);
  // Through symbolic links, so that the link stays and two names of a file are one.
  const target = await realpath(shown).catch(() => targetOfNewFile(shown));
  const lock = await takeStateLock(target).catch((error: Error) => {
    throw new StateFileError(shown, error instanceof StateFileInUse ? 'used' : 'written', error);
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
  lock: StateLock,
  control: Pick<Control, 'snapshot' | 'seed'>,
): Promise<StateFile> {
  const found = await readIfThere(shown);
  let written = found && load(control, found, shown);

  const write = async (): Promise<void> => {
    const text = `${JSON.stringify(control.snapshot(), undefined, 1)}\n`;
    if (text === written) return;
    await replaceFile(target, text).catch((error: NodeJS.ErrnoException) => {
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
      // A write that has not begun yet will hold this change too.
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

/** Gives the text of the file. */
function load(control: Pick<Control, 'seed'>, bytes: Uint8Array, shown: string): string {
  try {
    const text = decodeSeed(bytes);
    control.seed(text);
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
