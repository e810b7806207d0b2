import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What a copy has not of a stack: what the engine starts programs from, and states. */
const LEFT_BEHIND = /^(zonewright-rehearsal-\w{12}|\.terraform|terraform\.d|.*\.tfstate(\..*)?)$/s;

/**
 * A copy of a stack in which an engine writes nothing of the original: it writes in this folder alone, whose files are copies.
 * The folders in it, and what is beside it up to the repository, such as modules, are links.
 *
 * @param from the real path of the stack
 */
export function workingCopy(work: string, from: string): string {
  const copyOf = (path: string): string => join(work, 'copy', relative('/', path));
  const folders = [from, ...parentsOf(from)];
  const repository = folders.findIndex((each) => existsSync(join(each, '.git')));
  for (const folder of folders.slice(0, repository < 0 ? 3 : repository + 1)) {
    mkdirSync(copyOf(folder), { recursive: true });
    for (const name of readdirSync(folder)) {
      const [path, copy] = [join(folder, name), copyOf(join(folder, name))];
      // A link that leads nowhere is left out.
      if (existsSync(copy) || !existsSync(path) || (folder === from && LEFT_BEHIND.test(name))) continue;
      if (folder === from && statSync(path).isFile()) copyFileSync(path, copy);
      else symlinkSync(path, copy);
    }
  }
  return copyOf(from);
}

function parentsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}
