import { basename, dirname, relative, resolve } from 'node:path';

/**
 * A name for the stack of each file: that of its folder; that of the file where a folder holds several plans; and the
 * path where two would be called the same.
 */
export function stackNames(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => resolve(file));
  const folders = paths.map((path) => dirname(path));
  const plansIn = countsOf(folders);
  const named = paths.map((path, index) => {
    const folder = folders[index] as string;
    return plansIn.get(folder) === 1 ? basename(folder) || folder : stem(path);
  });
  return distinct(named, paths);
}

/** A name for the stack of each folder: its last part, or its path where two would be called the same. */
export function folderNames(folders: readonly string[]): readonly string[] {
  const paths = folders.map((folder) => resolve(folder));
  return distinct(
    paths.map((path) => basename(path) || path),
    paths,
  );
}

function distinct(names: readonly string[], paths: readonly string[]): readonly string[] {
  const counts = countsOf(names);
  return names.map((name, index) =>
    counts.get(name) === 1 ? name : relative(process.cwd(), paths[index] as string) || name,
  );
}

/** How often each text occurs. */
function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function stem(path: string): string {
  const name = basename(path);
  return name.replace(/\.json$/, '').replace(/\.(tf)?plan$/, '') || name;
}
