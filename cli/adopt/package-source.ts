import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { packageRoot } from '../../lib/provider/package-root';
import { isRecord } from '../../schema';
import { shellWord } from '../text/words';

/**
 * The commands that install a generated project with this package, one in each line. The project's `package.json` names
 * the package by its version, which npm finds only if the package came from a registry; if it came from a file, or runs in
 * a checkout, the commands say where it is.
 *
 * @param root the folder of this package, and its version
 */
export function installCommands(root: ReturnType<typeof packageRoot> = packageRoot()): readonly string[] {
  const modules = dirname(root.folder);
  if (basename(modules) === 'node_modules') {
    const source = resolvedTo(modules, basename(root.folder));
    if (source === undefined || !source.startsWith('file:')) return ['npm install'];
    const file = resolve(dirname(modules), source.slice('file:'.length));
    if (existsSync(file)) return [`npm install ${shellWord(file)}`];
  }
  return [
    `npm pack --ignore-scripts ${shellWord(root.folder)}`,
    `npm install ./zonewright-${root.version}.tgz`,
  ];
}

/** What npm installed a package from; undefined if npm did not install it. */
function resolvedTo(modules: string, name: string): string | undefined {
  const file = join(modules, '.package-lock.json');
  if (!existsSync(file)) return undefined;
  const lock: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const packages = isRecord(lock) ? lock['packages'] : undefined;
  const entry = isRecord(packages) ? packages[`node_modules/${name}`] : undefined;
  const resolved = isRecord(entry) ? entry['resolved'] : undefined;
  return typeof resolved === 'string' ? resolved : undefined;
}
