import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder';

/** A file that is to be in a mirror. */
export interface MirrorFile {
  readonly path: string;
  readonly content: Buffer;
  /** Permission bits, whatever the umask. */
  readonly mode: number;
  /**
   * A file with the same content and permission bits, which a hard link is made to where the file system can.
   * @default none: the content is written
   */
  readonly sameAs?: string;
}

/**
 * Brings files into place, one after the other, each by a rename, so that whoever reads at the same time sees
 * the old file or the new one. Identical files are left alone.
 *
 * @param root a folder on the same file system; the engine hashes all that lies beside the provider at every
 *   command, so unfinished files wait here and not beside their target
 * @returns the paths that were written
 */
export function placeFiles(root: string, files: readonly MirrorFile[]): readonly string[] {
  const missing = files.filter((file) => !isInPlace(file));
  if (missing.length === 0) return [];
  makeFolder(root);
  const unfinished = mkdtempSync(join(root, '.unfinished-'));
  try {
    for (const file of missing) {
      const temporary = join(unfinished, basename(file.path));
      if (!linked(file.sameAs, temporary)) write(file, temporary);
      makeFolder(dirname(file.path));
      renameSync(temporary, file.path);
      // Where the file of that name is the same one already, a rename does nothing.
      rmSync(temporary, { force: true });
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return missing.map(({ path }) => path);
}

/** Removes what a folder holds, but for the names to keep. A folder that is not there holds nothing. */
export function removeAllBut(folder: string, keep: readonly string[]): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!keep.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function write({ content, mode }: MirrorFile, path: string): void {
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** Whether a hard link could be made: not to another file system, and not where there are none. */
function linked(target: string | undefined, path: string): boolean {
  if (target === undefined) return false;
  try {
    linkSync(target, path);
    return true;
  } catch {
    return false;
  }
}

function isInPlace({ path, content, mode, sameAs }: MirrorFile): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  if (!there || (there.mode & 0o777) !== mode) return false;
  if (sameAs !== undefined && there.ino === statSync(sameAs).ino) return true;
  return readFileSync(path).equals(content);
}
