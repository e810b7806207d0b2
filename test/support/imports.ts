import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The TypeScript files below a folder, with their whole paths. */
export function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What a file imports, as it says it; one of our modules that it declares more of (`declare module`) is among it. */
export function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const statements =
    /^\s*(?:import|export)\b[^'";]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|^declare module '(\.[^']+)'|\bimport\('([^']+)'\)|\brequire\('([^']+)'\)/gm;
  return [...text.matchAll(statements)].flatMap((match) =>
    match.slice(1).filter((found) => found !== undefined),
  );
}
