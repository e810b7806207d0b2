import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unzipSync } from 'fflate';

/**
 * What the engine wrote into its folder, by path, as text of a character for each byte: all but the configuration and
 * the provider. A plan file is told as its parts, `plan: NAME`.
 */
export function writtenFiles(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.endsWith('.tf') && !path.startsWith('terraform.d'))
    .flatMap((path) => {
      const bytes = readFileSync(join(folder, path));
      if (!path.endsWith('.tfplan')) return [[path, bytes.toString('latin1')] as const];
      return Object.entries(unzipSync(bytes)).map(
        ([name, part]) => [`plan: ${name}`, Buffer.from(part).toString('latin1')] as const,
      );
    });
}
