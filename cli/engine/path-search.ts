import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a path is a file that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The first executable with this name on the PATH, as a shell would find it.
 *
 * @returns its path, or undefined
 */
export function findOnPath(
  name: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string | undefined {
  const windows = platform === 'win32';
  // Only what CreateProcess starts without a shell: a .cmd with the same name is not an engine.
  const file = windows ? `${name}.exe` : name;
  return (env['PATH'] ?? env['Path'] ?? '')
    .split(windows ? ';' : ':')
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, file))
    .find(isExecutable);
}
