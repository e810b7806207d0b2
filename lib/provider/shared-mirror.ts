import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { PROVIDER_ADDRESS } from '../../schema';
import { makeFolder } from './make-folder';
import {
  type BuiltProvider,
  builtProvider,
  placeBuilt,
  type ProviderPlatform,
  removeProvider,
} from './provider-package';

/** The folder in the app's output with the provider for all stacks. */
const STORE = '.zonewright';

/** The implicit filesystem mirror of `terraform` and `tofu` in their working directory. */
const IMPLICIT_MIRROR = join('terraform.d', 'plugins');

/** How a stack wants the provider. */
interface ProviderOfStack {
  /** The folder of the built provider. */
  readonly from: string | undefined;
  readonly platforms: readonly ProviderPlatform[];
  /** Whether the stack's folder has the files themselves, so that it can be moved by itself. */
  readonly isSelfContained: boolean;
}

/**
 * The mirrors with the provider that the stacks of one synthesis share: one for each build and choice of platforms.
 * A mirror is nineteen folders, four kilobytes each on most file systems, so a stack has a symbolic link to it.
 */
export class SharedMirrors {
  private readonly builds = new Map<string | undefined, BuiltProvider>();
  private readonly used = new Set<string>();

  constructor(private readonly outdir: string) {}

  /** Puts the provider into a stack's folder, and removes what an earlier synthesis left there. */
  provide(stackFolder: string, { from, platforms, isSelfContained }: ProviderOfStack): BuiltProvider {
    const built = this.builds.get(from) ?? builtProvider({ from });
    this.builds.set(from, built);
    const plugins = join(stackFolder, IMPLICIT_MIRROR);
    if (platforms.length === 0) takeAway(plugins);
    else {
      const mirror = this.mirrorWith(built, platforms);
      if (isSelfContained || !linked(plugins, mirror)) placeInside(plugins, mirror, built, platforms);
    }
    this.removeUnused(dirname(stackFolder));
    return built;
  }

  private mirrorWith(built: BuiltProvider, platforms: readonly ProviderPlatform[]): string {
    const content = [built.version, built.hash, ...platforms].join('\n');
    const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const mirror = join(this.outdir, STORE, name);
    if (!this.used.has(name)) placeBuilt(mirror, built, { platforms });
    this.used.add(name);
    return mirror;
  }

  /** Removes the mirrors of earlier syntheses, except those that another stack still links to. */
  private removeUnused(stacks: string): void {
    const store = join(this.outdir, STORE);
    if (!existsSync(store)) return;
    for (const name of readdirSync(store)) {
      if (this.used.has(name) || foldersIn(stacks).some((stack) => isLinkTo(stack, join(STORE, name))))
        continue;
      rmSync(join(store, name), { recursive: true, force: true });
    }
    if (readdirSync(store).length === 0) rmdirSync(store);
  }
}

/** Makes `plugins` a link to the mirror; false if it holds other providers, too, or if links are not supported. */
function linked(plugins: string, mirror: string): boolean {
  const target = relative(dirname(plugins), mirror);
  if (linkAt(plugins) === target) return true;
  takeAway(plugins);
  if (isThere(plugins)) return false;
  makeFolder(dirname(plugins));
  const unfinished = `${plugins}.${process.pid}`;
  try {
    rmSync(unfinished, { force: true });
    symlinkSync(target, unfinished);
    renameSync(unfinished, plugins);
    return true;
  } catch {
    return false;
  }
}

/** Places the files themselves, as hard links to those in the mirror if the file system can. */
function placeInside(
  plugins: string,
  mirror: string,
  built: BuiltProvider,
  platforms: readonly ProviderPlatform[],
): void {
  if (isOurs(linkAt(plugins))) rmSync(plugins);
  const store = join(mirror, PROVIDER_ADDRESS, built.version, String(platforms[0]));
  placeBuilt(plugins, built, { platforms, store, removeOthers: true });
}

/** Removes the provider from a stack's folder; other providers stay. */
function takeAway(plugins: string): void {
  if (isOurs(linkAt(plugins))) rmSync(plugins);
  if (!isThere(plugins)) return;
  removeProvider(plugins);
  removeEmptyFolders(plugins);
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

function isLinkTo(stack: string, mirror: string): boolean {
  return linkAt(join(stack, IMPLICIT_MIRROR))?.endsWith(mirror) ?? false;
}

function isOurs(link: string | undefined): boolean {
  return link !== undefined && link.split(sep).includes(STORE);
}

function linkAt(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Removes a folder and its subfolders as far as they have no files. */
function removeEmptyFolders(folder: string): void {
  if (linkAt(folder) !== undefined) return;
  foldersIn(folder).forEach(removeEmptyFolders);
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
