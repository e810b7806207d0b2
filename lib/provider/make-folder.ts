import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Node's own `recursive` never returns when a folder cannot be created below an
 * existing one, such as in `/proc`.
 *
 * @throws the system's error
 */
export function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (!there && dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else was faster.
    if (there || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
