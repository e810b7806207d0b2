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

/** A file for a mirror. */
export interface MirrorFile {
  readonly path: string;
  readonly content: Uint8Array;
  /** Permission bits, whatever the umask. */
  readonly mode: number;
  /**
   * A file with the same content and permission bits, to hard-link to if the file system can.
   * @default none: the content is written
   */
  readonly sameAs?: string;
}

/**
 * Puts files in place, each by a rename, so that concurrent readers see the old file or the new one; none before there was
 * room for all. Identical files are not touched.
 *
 * @param root a folder on the same file system; the engine hashes everything beside the provider at every command, so
 *   unfinished files are here and not beside their target
 * @returns the written paths
 */
export function placeFiles(root: string, files: readonly MirrorFile[]): readonly string[] {
  const missing = files.filter((file) => !isInPlace(file));
  if (missing.length === 0) return [];
  makeFolder(root);
  const unfinished = mkdtempSync(join(root, '.unfinished-'));
  try {
    const made = missing.map((file, index) => {
      const temporary = join(unfinished, `${index}-${basename(file.path)}`);
      if (!linked(file.sameAs, temporary)) write(file, temporary);
      makeFolder(dirname(file.path));
      return [temporary, file.path] as const;
    });
    // A rename does nothing if both names are already the same file: what is left goes with the folder.
    for (const [temporary, path] of made) renameSync(temporary, path);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return missing.map(({ path }) => path);
}

/** Empties a folder, except for the names to keep. A missing folder is empty. */
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

/** Whether the hard link was created: it cannot be across file systems, or where hard links are not supported. */
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
