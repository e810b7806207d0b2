import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  appOf,
  isStack,
  stacksOf,
  type StackManifest,
  type SynthesizableApp,
  type SynthesizableStack,
} from './app-of-stacks';

/** A stack in the folder that it was synthesized to. */
export interface SynthesizedStack {
  readonly name: string;
  readonly folder: string;
  /** Whether it was asked for, and not only needed by one that was. */
  readonly isWanted: boolean;
  /** The names of the stacks that it depends on. */
  readonly dependencies: readonly string[];
}

export interface SynthesizeOptions {
  /** Whether what is wrong with a stack is passed over. @default false */
  readonly skipValidation?: boolean;
}

/**
 * Synthesizes an app, or a stack with those that it depends on, into a folder, as `app.synth()` does: aspects,
 * validations, assets and the provider included. The app's own output folder is not touched.
 *
 * @throws Error what the synthesis throws
 */
export function synthesize(
  one: SynthesizableApp | SynthesizableStack,
  outdir: string,
  { skipValidation = false }: SynthesizeOptions = {},
): readonly SynthesizedStack[] {
  const app = appOf(one);
  mkdirSync(outdir, { recursive: true });
  const Manifest = app.manifest.constructor as new (
    version: string,
    outdir: string,
    hclOutput: boolean,
  ) => StackManifest;
  const manifest = new Manifest(app.manifest.version, outdir, false);
  // A stack learns in its preparation what it gives to others and takes from them.
  for (const stack of app.node.findAll().filter(isStack)) stack.prepareStack();
  return stacksOf(one).map((stack) => {
    stack.synthesizer.synthesize({ outdir, manifest, skipValidation });
    return {
      name: stack.node.id,
      folder: join(outdir, manifest.forStack(stack).workingDirectory),
      isWanted: !isStack(one) || stack === one,
      dependencies: stack.dependencies.map(({ node }) => node.id),
    };
  });
}
