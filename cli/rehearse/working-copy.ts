import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What a copy has not of a stack: what the engine starts programs from, states and plans. */
const LEFT_BEHIND =
  /^(\.git|node_modules|zonewright-rehearsal-\w{12}|\.terraform|terraform\.d|.*\.tfstate(\..*)?|.*\.tfplan|tfplan)$/s;

/**
 * Copies a stack, so that an engine there writes nothing of the original. What is beside its folder, such as modules, is linked,
 * up to the repository.
 *
 * @param from the real path of the stack
 */
export function workingCopy(work: string, from: string): string {
  const copyOf = (path: string): string => join(work, 'copy', relative('/', path));
  copyFolder(from, copyOf(from));
  const parents = parentsOf(from);
  const repository = [from, ...parents].findIndex((each) => existsSync(join(each, '.git')));
  for (const parent of parents.slice(0, repository < 0 ? 2 : repository))
    for (const path of readdirSync(parent).map((name) => join(parent, name)))
      if (!existsSync(copyOf(path))) symlinkSync(path, copyOf(path));
  return copyOf(from);
}

/** Whatever is written in the copy, nothing is written through a link. One that leads nowhere is left out. */
function copyFolder(from: string, copy: string): void {
  mkdirSync(copy, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [path, target] = [join(from, entry.name), join(copy, entry.name)];
    if (LEFT_BEHIND.test(entry.name) || !existsSync(path)) continue;
    if (entry.isDirectory()) copyFolder(path, target);
    else if (statSync(path).isDirectory()) symlinkSync(path, target);
    else if (statSync(path).isFile()) copyFileSync(path, target);
  }
}

function parentsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}
