import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Modes of files: with secrets, and without. */
export const OWNER_ONLY = 0o600;
export const READABLE_BY_ALL = 0o644;

/**
 * Writes a file atomically: at every moment, even if the process or the machine dies in the middle, it has either the
 * old or the new text. The new file is written beside it, synced to disk, and renamed over it.
 */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const beside = `${path}.new`;
  const file = await open(beside, 'w', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** Syncs the new name to disk. Windows cannot do this for folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
