import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a temporary folder. Behind a symbolic link, as the temporary folder of macOS is, a folder has two names; this is
 * the real one, which the engine tells too.
 */
export function makeTemporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'zonewright-testing-')));
}

/** Calls with a temporary folder that is removed afterwards. */
export function inTemporaryFolder<T>(use: (folder: string) => T): T {
  const folder = makeTemporaryFolder();
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
