import { join } from 'node:path';
import type { IStackSynthesizer, ISynthesisSession, TerraformStack } from 'cdktf';
import { placeProvider } from './provider-package';

/**
 * Context key for the folder of a built provider that is to be used in place of the one in this package.
 * @see PlaceProviderOptions.from
 */
export const PROVIDER_FOLDER_CONTEXT = 'zonewright:providerFolder';

/** The implicit filesystem mirror that `terraform` and `tofu` look into in their working directory. */
const IMPLICIT_MIRROR = join('terraform.d', 'plugins');

/**
 * Has the provider placed in the stack's folder whenever the stack is synthesized, so that `terraform init` finds
 * it there. Asked any number of times, it is placed once.
 */
export function bringProviderAlong(stack: TerraformStack): void {
  if (stack.synthesizer instanceof SynthesizerWithProvider) return;
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
    const from: unknown = this.stack.node.tryGetContext(PROVIDER_FOLDER_CONTEXT);
    placeProvider(join(session.outdir, workingDirectory, IMPLICIT_MIRROR), {
      ...(typeof from === 'string' ? { from } : {}),
      removeOthers: true,
    });
  }
}
