import {
  chmodSync,
  existsSync,
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
    for (const { path, content, mode } of missing) {
      const temporary = join(unfinished, basename(path));
      writeFileSync(temporary, content);
      chmodSync(temporary, mode);
      makeFolder(dirname(path));
      renameSync(temporary, path);
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return missing.map(({ path }) => path);
}

/** Removes everything beside a folder. */
export function removeSiblings(folder: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (name !== basename(folder)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isInPlace({ path, content, mode }: MirrorFile): boolean {
  if (!existsSync(path)) return false;
  return (statSync(path).mode & 0o777) === mode && readFileSync(path).equals(content);
}
