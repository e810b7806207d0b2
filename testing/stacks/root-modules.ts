import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  mkdtempSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/**
 * What to test: an app or a stack of cdktf or cdktn; the text of a synthesized document, as `Testing.synth` returns
 * it; or the path of a folder, which is the output of an app or a root module.
 */
export type Stacks = SynthesizableApp | SynthesizableStack | string;

/** What a run left in a folder, which is not part of the test. */
const LEFT_BY_RUNS = /^(\.terraform|terraform\.d|.*\.tfstate(\..*)?|\.terraform\.tfstate\.lock\.info)$/;

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
  return inOrder(Object.keys(stacks), (name) => stacks[name]?.dependencies).map((name) => ({
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

/**
 * Apps and stacks, as far as the kit uses them. They are recognized by their members and not by a class, so that
 * those of cdktf, cdktn and a second copy of either all work.
 */
export interface SynthesizableStack {
  /** The stack in the tree of constructs. */
  readonly node: ConstructNode;
  /** The stacks that it depends on. */
  readonly dependencies: readonly SynthesizableStack[];
  /** Writes the stack. */
  readonly synthesizer: { synthesize(session: SynthesisSession): void };
  /** Adds what the stack lacks, for example a backend. */
  prepareStack(): void;
  /** The document in Terraform's JSON syntax. */
  toTerraform(): unknown;
}

/** An app, as far as the kit uses it. */
export interface SynthesizableApp {
  /** The root of the tree of constructs. */
  readonly node: ConstructNode;
  /** What was synthesized, and where. */
  readonly manifest: StackManifest;
  /** Synthesizes all stacks into files. */
  synth(): void;
}

/** The part of a construct's node that is used here. */
export interface ConstructNode {
  readonly id: string;
  readonly path: string;
  readonly root: { readonly node: ConstructNode };
  readonly metadata: readonly { readonly type: string; readonly data: unknown }[];
  findAll(): readonly { readonly node: ConstructNode }[];
  validate(): readonly string[];
}

/** The manifest of an app, whose class can create one for another folder. */
interface StackManifest {
  readonly version: string;
  forStack(stack: SynthesizableStack): { readonly workingDirectory: string };
  writeToFile(): void;
}

/** The argument of a stack's synthesis. */
interface SynthesisSession {
  readonly outdir: string;
  readonly manifest: unknown;
  readonly skipValidation?: boolean;
}

const has = (value: unknown, ...methods: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  methods.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

export const isStack = (value: unknown): value is SynthesizableStack =>
  has(value, 'prepareStack', 'toTerraform') && 'synthesizer' in (value as object);

const isApp = (value: unknown): value is SynthesizableApp =>
  has(value, 'synth') && 'manifest' in (value as object) && 'node' in (value as object);

/** The app itself, or the app of a stack. @throws Error if a stack has none */
export function appOf(one: SynthesizableApp | SynthesizableStack): SynthesizableApp {
  const { root } = one.node;
  if (isApp(root)) return root;
  throw new Error(
    `The stack ${one.node.path} does not belong to an App, so it cannot be synthesized. Pass an App as its scope.`,
  );
}

/** All stacks of an app, or the stack and those that it depends on, in order of dependency. */
export function stacksOf(one: SynthesizableApp | SynthesizableStack): readonly SynthesizableStack[] {
  const wanted = isStack(one) ? [one] : one.node.findAll().filter(isStack);
  return inOrder(wanted, ({ dependencies }) => dependencies);
}

/** Each after those that it depends on, which are added. */
function inOrder<T>(
  wanted: readonly T[],
  dependenciesOf: (one: T) => readonly T[] | undefined,
): readonly T[] {
  const ordered = new Set<T>();
  const add = (one: T): void => {
    dependenciesOf(one)?.forEach(add);
    ordered.add(one);
  };
  wanted.forEach(add);
  return [...ordered];
}

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
function synthesize(one: SynthesizableApp | SynthesizableStack, outdir: string): readonly SynthesizedStack[] {
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
 * @param prepare prepares a stack, and may catch what that throws
 * @returns a function that synthesizes one stack, and returns its folder
 */
export function synthesis(
  app: SynthesizableApp,
  outdir: string,
  skipValidation = false,
  prepare = (stack: SynthesizableStack): void => stack.prepareStack(),
): (stack: SynthesizableStack) => string {
  mkdirSync(outdir, { recursive: true });
  const Manifest = app.manifest.constructor as new (
    version: string,
    outdir: string,
    hclOutput: boolean,
  ) => StackManifest;
  const manifest = new Manifest(app.manifest.version, outdir, false);
  // The preparation finds out what a stack passes to others and takes from them.
  for (const stack of app.node.findAll().filter(isStack)) prepare(stack);
  return (stack) => {
    stack.synthesizer.synthesize({ outdir, manifest, skipValidation });
    return join(outdir, manifest.forStack(stack).workingDirectory);
  };
}

/** Calls a function with a temporary folder that is removed afterwards. */
export function inTemporaryFolder<T>(use: (folder: string) => T): T {
  let folder: string;
  try {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'zonewright-testing-')));
  } catch (cause) {
    const hint = 'Set TMPDIR to a folder that exists and can be written.';
    throw new Error(`No temporary folder can be made: ${(cause as Error).message}. ${hint}`, { cause });
  }
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
