import { constants, mkdirSync, statSync } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type UploadOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** The folder for the files of object stores is not a folder, or cannot be created or written to. */
export class DestinationFolderError extends Error {
  constructor(
    /** The folder, as it was given. */
    readonly folder: string,
    cause: Error,
  ) {
    super(`The folder ${folder} cannot hold the files of destinations:\n  ${cause.message}`, { cause });
    this.name = 'DestinationFolderError';
  }
}

/** Creates the folder if needed. @throws DestinationFolderError */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DestinationFolderError(folder, error as Error);
  }
}

/**
 * Stores a file of an object store as `<folder>/<scheme>/<bucket>/<path>/<name>`. No part of the key leads out of the
 * folder: whatever a file system could read as more than a name is replaced.
 */
export async function storeFile(
  folder: string,
  key: readonly string[],
  content: Uint8Array,
): Promise<UploadOutcome> {
  const file = join(folder, ...key.flatMap((part) => part.split('/')).flatMap(safeName));
  try {
    makeFolder(dirname(file));
    // A part of it is of no use, such as on a full disk.
    await writeFile(file, content).catch(async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    });
    return { ok: true };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { ok: false, message: `the file could not be stored: ${code}` };
  }
}

/** Node's own `recursive` never returns where no folder can be made, such as in `/proc`. @throws the system's error */
function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (!there && dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (there || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function safeName(name: string): readonly string[] {
  if (name === '') return [];
  // eslint-disable-next-line no-control-regex -- it replaces control characters
  return [/^\.+$/.test(name) ? '_'.repeat(name.length) : name.replace(/[\x00-\x1f\x7f\\:*?"<>|]/g, '_')];
}
