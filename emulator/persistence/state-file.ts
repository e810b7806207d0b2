import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Control } from '../control/control';
import { SeedError } from '../seed/seed-error';
import { replaceFile } from './replace-file';
import { StateFileError } from './state-file-error';

/** A file that holds what the service holds. */
export interface StateFile {
  /** Notes that the state may have changed, and begins to write it. */
  readonly changed: () => void;
  /** Whether every change noted so far is in the file, once it can be told. */
  readonly saved: () => Promise<boolean>;
  /** Rejects with a StateFileError when a write failed; nothing is written after that. */
  readonly failure: Promise<never>;
  /** Waits for the last write. @throws StateFileError when one failed */
  readonly close: () => Promise<void>;
}

/**
 * Opens the file of a state. When it is there, the state is loaded from it; otherwise it is written.
 *
 * @throws StateFileError when it cannot be read, used or written; a file that is there stays as it is then
 */
export async function openStateFile(
  path: string,
  control: Pick<Control, 'snapshot' | 'seed'>,
): Promise<StateFile> {
  const shown = resolve(path);
  const found = await readIfThere(shown);
  if (found !== undefined) load(control, found.text, shown);
  // Through a symbolic link, so that the link stays.
  const target = found?.target ?? shown;
  let written = found?.text;

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
  return {
    changed: () => {
      // A write that has not begun yet will hold this change too.
      if (waits) return;
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
  };
}

function load(control: Pick<Control, 'seed'>, text: string, shown: string): void {
  try {
    control.seed(text);
  } catch (error) {
    throw error instanceof SeedError ? new StateFileError(shown, 'used', error) : error;
  }
}

async function readIfThere(
  path: string,
): Promise<{ readonly text: string; readonly target: string } | undefined> {
  try {
    return { text: await readFile(path, 'utf8'), target: await realpath(path) };
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === 'ENOENT') return undefined;
    throw new StateFileError(path, 'read', failure);
  }
}
