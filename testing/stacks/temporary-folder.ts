import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary folder. Through a symbolic link, as for the temporary folder of macOS, a folder has two names;
 * this returns the real one, which the engine shows too.
 */
export function makeTemporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'zonewright-testing-')));
}

/** Calls a function with a temporary folder that is removed afterwards. */
export function inTemporaryFolder<T>(use: (folder: string) => T): T {
  const folder = makeTemporaryFolder();
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
