import { join } from 'node:path';
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from 'cdktf';
import { PROVIDER_ADDRESS } from '../../schema';
import { lockProvider } from './dependency-lock';
import { PROVIDER_PLATFORMS, type ProviderPlatform } from './provider-package';
import { SharedMirrors } from './shared-mirror';
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
