import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's home folder; empty for a user who has none, such as a container's that is only a number. */
export function homeFolder(environment: Environment): string {
  try {
    return environment['HOME'] || homedir();
  } catch {
    return '';
  }
}

/** This user's folder for what can be made again, relative without a home folder, with the rules of the `zonewright` command (cli/engine/release.ts). */
export function cacheFolder(environment: Environment, platform: NodeJS.Platform, home: string): string {
  const { XDG_CACHE_HOME: xdg = '' } = environment;
  if (isAbsolute(xdg)) return join(xdg, 'zonewright');
  return join(home, platform === 'darwin' ? join('Library', 'Caches') : '.cache', 'zonewright');
}

/**
 * Makes a folder and its parents, for this user alone. Node's own `recursive` never returns where none can be made below
 * an existing one, such as in `/proc`.
 *
 * @throws Error of the file system
 */
export function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (!there && dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Somebody else was faster.
    if (there || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Makes the folder, and takes none that others could write. @throws Error */
export function makeOwnFolder(folder: string): void {
  makeFolder(folder);
  if (!isOwnFolder(folder)) throw new Error(`${folder} is not a folder of this user alone`);
}

/** Whether this is a folder, and no link to one, into which only this user can write. @throws Error */
export function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder);
  const user = process.getuid?.();
  return found.isDirectory() && (user === undefined || (found.uid === user && (found.mode & 0o022) === 0));
}
