import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

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

export const isApp = (value: unknown): value is SynthesizableApp =>
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
  const ordered = new Set<SynthesizableStack>();
  const add = (stack: SynthesizableStack): void => {
    stack.dependencies.forEach(add);
    ordered.add(stack);
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
