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

/** A stack with its output folder. */
export interface SynthesizedStack {
  readonly name: string;
  readonly folder: string;
  /** Whether it was requested, and not only a dependency. */
  readonly isWanted: boolean;
  /** The names of the stacks that it depends on. */
  readonly dependencies: readonly string[];
}

/**
 * Synthesizes an app, or a stack with those that it depends on, into a folder, as `app.synth()` does: aspects,
 * validations, assets and the provider included. The app's own output folder is not touched.
 *
 * @throws Error whatever the synthesis throws
 */
export function synthesize(
  one: SynthesizableApp | SynthesizableStack,
  outdir: string,
): readonly SynthesizedStack[] {
  const synthesizeOne = synthesis(appOf(one), outdir);
  return stacksOf(one).map((stack) => ({
    name: stack.node.id,
    folder: synthesizeOne(stack),
    isWanted: !isStack(one) || stack === one,
    dependencies: stack.dependencies.map(({ node }) => node.id),
  }));
}

/**
 * Prepares a synthesis of an app's stacks into a folder.
 *
 * @param skipValidation whether to ignore the problems of a stack
 * @returns a function that synthesizes one stack, and returns its folder
 */
export function synthesis(
  app: SynthesizableApp,
  outdir: string,
  skipValidation = false,
): (stack: SynthesizableStack) => string {
  mkdirSync(outdir, { recursive: true });
  const Manifest = app.manifest.constructor as new (
    version: string,
    outdir: string,
    hclOutput: boolean,
  ) => StackManifest;
  const manifest = new Manifest(app.manifest.version, outdir, false);
  // The preparation finds out what a stack passes to others and takes from them.
  for (const stack of app.node.findAll().filter(isStack)) stack.prepareStack();
  return (stack) => {
    stack.synthesizer.synthesize({ outdir, manifest, skipValidation });
    return join(outdir, manifest.forStack(stack).workingDirectory);
  };
}
