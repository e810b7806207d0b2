import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../terminal/failure';

/** For `.gitignore`: files that are renamed once they are complete. A killed run leaves one, perhaps with secrets. */
export const UNFINISHED_FILES = '.*.new';
const UNFINISHED = /^\.(\d+)\.new$/;

/** Everybody may read. */
export const USUAL_MODE = 0o644;

/** Writes a file, whole or not at all. @param mode of a file that is new */
export function replaceFile(file: string, text: string, mode: number): void {
  mkdirSync(dirname(file), { recursive: true });
  const beside = join(dirname(file), `.${process.pid}.new`);
  try {
    writeFileSync(beside, text, { mode });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Removes what killed runs left in a folder that may not exist. */
export function removeUnfinished(folder: string): void {
  const names = unlessMissing(() => readdirSync(folder)) ?? [];
  for (const name of names) {
    const [, pid] = UNFINISHED.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The text of a file; undefined if it does not exist. */
export function textOf(file: string): string | undefined {
  return unlessMissing(() => readFileSync(file, 'utf8'));
}

export function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
