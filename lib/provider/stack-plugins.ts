import { join, dirname, relative, sep } from 'node:path';
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from 'cdktf';
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
import { PROVIDER_ADDRESS } from '../../schema';
import { lockProvider } from './dependency-lock';
import {
  PROVIDER_PLATFORMS,
  type ProviderPlatform,
  type BuiltProvider,
  builtProvider,
  placeBuilt,
  removeProvider,
} from './provider-package';
import { AppError } from '../binding/app-error';
import { makeFolder } from './make-folder';

/**
 * Context key for the folder of a built provider to use instead of the one in this package.
 * @see PlaceProviderOptions.from
 */
export const PROVIDER_FOLDER_CONTEXT = 'zonewright:providerFolder';

/**
 * Context key for the platforms to place the provider for, such as `["linux_amd64"]`. An empty list places nothing,
 * removes what an earlier synth placed, and does not change the lock file: for a provider that is installed in
 * another way.
 * @default all platforms that it runs on
 */
export const PROVIDER_PLATFORMS_CONTEXT = 'zonewright:providerPlatforms';

/**
 * Context key for whether each stack's folder has the provider itself, and not a link to the shared one: for stacks
 * whose folders are moved to other machines separately.
 * @default false
 */
export const PROVIDER_IN_EACH_STACK_CONTEXT = 'zonewright:providerInEachStack';

/** The shared mirror of the stacks of one synthesis. */
const mirrors = new WeakMap<ISynthesisSession, SharedMirrors>();

/** Set on a stack that gets the provider. A symbol that all copies of this package share. */
const BRINGS_PROVIDER = Symbol.for('zonewright/BringsProvider');

/**
 * Places the provider in the stack's folder at each synthesis, so that `terraform init` finds it there, and locks it,
 * so that `cdktf` does not query a registry. Repeated calls place it once.
 */
export function bringProviderAlong(stack: TerraformStack): void {
  if (BRINGS_PROVIDER in stack) return;
  Object.defineProperty(stack, BRINGS_PROVIDER, { value: true });
  stack.synthesizer = new SynthesizerWithProvider(stack, stack.synthesizer);
}

class SynthesizerWithProvider implements IStackSynthesizer {
  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
  ) {}

  synthesize(session: ISynthesisSession): void {
    this.inner.synthesize(session);
    const { workingDirectory } = session.manifest.forStack(this.stack);
    const folder = join(session.outdir, workingDirectory);
    const { node } = this.stack;
    const from: unknown = node.tryGetContext(PROVIDER_FOLDER_CONTEXT);
    const platforms = platformsIn(node.tryGetContext(PROVIDER_PLATFORMS_CONTEXT));
    const shared = mirrors.get(session) ?? new SharedMirrors(session.outdir);
    mirrors.set(session, shared);
    const { version, hash } = shared.provide(folder, {
      from: typeof from === 'string' ? from : undefined,
      platforms,
      isSelfContained: node.tryGetContext(PROVIDER_IN_EACH_STACK_CONTEXT) === true,
    });
    if (platforms.length > 0) lockProvider(folder, { address: PROVIDER_ADDRESS, version, hash });
  }
}

/** @throws Error when the context names something that the provider does not run on */
function platformsIn(context: unknown): readonly ProviderPlatform[] {
  if (context === undefined) return PROVIDER_PLATFORMS;
  const known: readonly unknown[] = PROVIDER_PLATFORMS;
  if (Array.isArray(context) && context.every((platform) => known.includes(platform)))
    return context as readonly ProviderPlatform[];
  throw new AppError(
    `The context ${PROVIDER_PLATFORMS_CONTEXT} is ${JSON.stringify(context)}. It must be a list of platforms from ` +
      `${PROVIDER_PLATFORMS.join(', ')}; an empty list places nothing.`,
  );
}

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
class SharedMirrors {
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
