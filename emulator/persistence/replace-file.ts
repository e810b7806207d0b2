import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that at every moment, also when the process or the machine ends in the middle, either the old
 * or the new text is there: the new one is written beside it, brought to the disk, and takes its place.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  // The state holds credentials.
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** Brings the new name to the disk. Windows has no such thing for folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
