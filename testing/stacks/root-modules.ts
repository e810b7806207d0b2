import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import {
  isApp,
  isStack,
  type SynthesizableApp,
  type SynthesizableStack,
  synthesize,
  type SynthesizedStack,
} from './app-of-stacks';

/**
 * What to test: an app or a stack of cdktf or cdktn; the text of a synthesized document, as `Testing.synth` returns
 * it; or the path of a folder, which is the output of an app or a root module.
 */
export type Stacks = SynthesizableApp | SynthesizableStack | string;

/** What a run left in a folder, which is not part of the test. */
const LEFT_BY_RUNS =
  /^(\.terraform|terraform\.d|\.zonewright|.*\.tfstate(\..*)?|\.terraform\.tfstate\.lock\.info)$/;

/** The manifest of an app's output folder, as far as it is used here. */
interface WrittenManifest {
  readonly stacks: Readonly<
    Record<string, { readonly workingDirectory: string; readonly dependencies?: readonly string[] }>
  >;
}

/**
 * Writes the root modules to test into a folder, each after those that it depends on.
 *
 * @throws Error if it cannot be synthesized, or has none of the forms
 */
export function rootModules(stacks: Stacks, folder: string): readonly SynthesizedStack[] {
  if (typeof stacks !== 'string') {
    if (isStack(stacks) || isApp(stacks)) return synthesize(stacks, folder);
    throw notStacks(stacks);
  }
  if (stacks.trimStart().startsWith('{')) {
    const only = join(folder, 'stack');
    mkdirSync(only, { recursive: true });
    writeFileSync(join(only, 'cdk.tf.json'), stacks);
    return [{ name: 'stack', folder: only, isWanted: true, dependencies: [] }];
  }
  if (!statSync(stacks, { throwIfNoEntry: false })?.isDirectory()) throw notStacks(stacks);
  return existsSync(join(stacks, 'manifest.json'))
    ? outputFolder(stacks, folder)
    : [rootModule(stacks, folder)];
}

function outputFolder(from: string, to: string): readonly SynthesizedStack[] {
  copy(from, to);
  const { stacks } = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as WrittenManifest;
  const ordered = new Set<string>();
  const add = (name: string): void => {
    stacks[name]?.dependencies?.forEach(add);
    ordered.add(name);
  };
  Object.keys(stacks).forEach(add);
  return [...ordered].map((name) => ({
    name,
    folder: join(to, stacks[name]?.workingDirectory ?? ''),
    isWanted: true,
    dependencies: stacks[name]?.dependencies ?? [],
  }));
}

function rootModule(from: string, to: string): SynthesizedStack {
  const name = basename(resolve(from));
  const folder = join(to, name);
  copy(from, folder);
  return { name, folder, isWanted: true, dependencies: [] };
}

function copy(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => resolve(path) === resolve(from) || !LEFT_BY_RUNS.test(basename(path)),
  });
}

function notStacks(seen: unknown): Error {
  const text =
    typeof seen === 'string' ? JSON.stringify(seen.slice(0, 100)) : `a value of type ${typeof seen}`;
  return new Error(
    `Expected an App, a TerraformStack, the JSON text of a synthesized stack, or the path of a folder with a root ` +
      `module or an app's output; got ${text}.`,
  );
}
