import { randomInt } from 'node:crypto';
import {
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../lib/provider/make-folder';
import { codeOf } from '../terminal/failure';

/** For `.gitignore`: files that are renamed once they are complete. A killed run leaves one, perhaps with secrets. */
export const UNFINISHED_FILES = '.*.new';
const UNFINISHED = /^\.\d+\.new$/;

/** Everybody may read. */
export const USUAL_MODE = 0o644;

/** Each attempt fails only if a command opens the folder at that moment. */
const ATTEMPTS = 20;

/** Writes a file, whole or not at all. A link to it stays one. @param mode of the file from then on */
export function replaceFile(file: string, text: string, mode: number): void {
  const target = unlessMissing(() => realpathSync(file)) ?? file;
  // Such as /dev/stdout, which may lead to a file that the shell has open: nothing can take its place.
  const there = statSync(file, { throwIfNoEntry: false });
  const isDevice =
    /^\/(dev|proc)\//.test(resolve(file)) || (there && !there.isFile() && !there.isDirectory());
  if (isDevice) return writeFileSync(file, text);
  for (let left = ATTEMPTS; ; left -= 1) {
    const beside = join(dirname(target), `.${randomInt(2 ** 47)}.new`);
    try {
      makeFolder(dirname(target));
      writeFileSync(beside, text, { mode, flag: 'wx' });
      renameSync(beside, target);
      return;
    } catch (error) {
      rmSync(beside, { force: true });
      // Another command takes what it finds for a leftover: see `removeUnfinished`.
      if (codeOf(error) !== 'ENOENT' || left === 1) throw error;
    }
  }
}

/**
 * Removes what killed runs left in a folder that may not exist. Nobody can tell whether a run still writes: a process
 * has the number that another one had, or is in another container. Such a run writes its file again.
 */
export function removeUnfinished(folder: string): void {
  const names = unlessMissing(() => readdirSync(folder)) ?? [];
  for (const name of names) if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true });
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
