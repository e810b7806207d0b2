import { join } from 'node:path';
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from 'cdktf';
import { PROVIDER_ADDRESS } from '../schema';
import { lockProvider } from './dependency-lock';
import { placeProvider, PROVIDER_PLATFORMS, type ProviderPlatform } from './provider-package';

/**
 * Context key for the folder of a built provider that is to be used in place of the one in this package.
 * @see PlaceProviderOptions.from
 */
export const PROVIDER_FOLDER_CONTEXT = 'zonewright:providerFolder';

/**
 * Context key for the platforms that the provider is placed for, such as `["linux_amd64"]`. An empty list places
 * nothing, takes away what an earlier synth placed, and leaves the lock file alone: for a provider that is installed
 * in another way.
 * @default all platforms that it runs on
 */
export const PROVIDER_PLATFORMS_CONTEXT = 'zonewright:providerPlatforms';

/** The implicit filesystem mirror that `terraform` and `tofu` look into in their working directory. */
const IMPLICIT_MIRROR = join('terraform.d', 'plugins');

/** On a stack that the provider comes along with. A symbol that all copies of this package share. */
const BRINGS_PROVIDER = Symbol.for('zonewright/BringsProvider');

/** The folder in the app's output that keeps the one copy of the provider, which all stacks share. */
const STORE = '.zonewright';

/**
 * Has the provider placed in the stack's folder whenever the stack is synthesized, so that `terraform init` finds
 * it there, and locked, so that `cdktf` does not ask a registry for it. Asked any number of times, it is placed once.
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
    const from: unknown = this.stack.node.tryGetContext(PROVIDER_FOLDER_CONTEXT);
    const platforms = platformsIn(this.stack.node.tryGetContext(PROVIDER_PLATFORMS_CONTEXT));
    const { version, hash } = placeProvider(join(folder, IMPLICIT_MIRROR), {
      ...(typeof from === 'string' ? { from } : {}),
      platforms,
      store: join(session.outdir, STORE),
      removeOthers: true,
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
  throw new Error(
    `The context ${PROVIDER_PLATFORMS_CONTEXT} is ${JSON.stringify(context)}. It has to be a list of platforms out of ` +
      `${PROVIDER_PLATFORMS.join(', ')}; an empty list places nothing.`,
  );
}
