import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The Rego files of a folder and the folders in it: path, with slashes, and text. */
export function sourcesBelow(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.rego'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).split(sep).join('/'), readFileSync(file, 'utf8')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The SHA-256 of each Rego file. */
export function digestsOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sourcesBelow(folder).map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
  );
}
