import { join } from 'node:path';
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from 'cdktf';
import { existsSync, lstatSync, readdirSync, rmdirSync } from 'node:fs';
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

/** The providers that one synthesis places, by their folder, and the first copy of each. */
const placed = new WeakMap<ISynthesisSession, Map<unknown, PlacedOnce>>();

interface PlacedOnce {
  readonly built: BuiltProvider;
  /** A folder with its files, which the other stacks have as hard links if the file system can. */
  readonly store: string;
}

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
    const plugins = join(folder, IMPLICIT_MIRROR);
    const [first] = platforms;
    if (first === undefined) takeAway(plugins);
    else {
      const builds = placed.get(session) ?? new Map<unknown, PlacedOnce>();
      placed.set(session, builds);
      const { built, store } = builds.get(from) ?? firstOf(plugins, from, first);
      builds.set(from, { built, store });
      placeBuilt(plugins, built, { platforms, store, removeOthers: true });
      lockProvider(folder, { address: PROVIDER_ADDRESS, ...built });
    }
  }
}

function firstOf(plugins: string, from: unknown, platform: ProviderPlatform): PlacedOnce {
  const built = builtProvider(typeof from === 'string' ? { from } : {});
  return { built, store: join(plugins, PROVIDER_ADDRESS, built.version, platform) };
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

/** The implicit filesystem mirror of `terraform` and `tofu` in their working directory. */
const IMPLICIT_MIRROR = join('terraform.d', 'plugins');

/** Removes the provider from a stack's folder; other providers stay. */
function takeAway(plugins: string): void {
  if (!existsSync(plugins)) return;
  removeProvider(plugins);
  if (!lstatSync(plugins).isSymbolicLink()) removeEmptyFolders(plugins);
}

/** Removes a folder and its subfolders as far as they have no files. */
function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
