/**
 * Apps and stacks as far as the kit looks at them. They are told by their members and not by a class, so that those of
 * cdktf, of cdktn and of a second copy of either are all taken.
 */
export interface SynthesizableStack {
  /** The stack in the tree of constructs. */
  readonly node: ConstructNode;
  /** The stacks that it depends on. */
  readonly dependencies: readonly SynthesizableStack[];
  /** Writes the stack. */
  readonly synthesizer: { synthesize(session: SynthesisSession): void };
  /** Gives the stack what it lacks, a backend for example. */
  prepareStack(): void;
  /** The document in Terraform's JSON syntax. */
  toTerraform(): unknown;
}

/** An app, as far as the kit looks at it. */
export interface SynthesizableApp {
  /** The root of the tree of constructs. */
  readonly node: ConstructNode;
  /** What was synthesized, and where it is. */
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

/** The manifest of an app, of which the class makes another one for another folder. */
export interface StackManifest {
  readonly version: string;
  forStack(stack: SynthesizableStack): { readonly workingDirectory: string };
  writeToFile(): void;
}

/** What a stack is told when it is synthesized. */
export interface SynthesisSession {
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

/** The app that a stack or an app is or belongs to. @throws Error when a stack has none */
export function appOf(one: SynthesizableApp | SynthesizableStack): SynthesizableApp {
  const { root } = one.node;
  if (isApp(root)) return root;
  throw new Error(
    `The stack ${one.node.path} belongs to no App, so it cannot be synthesized. Give it one as scope.`,
  );
}

/** All stacks of an app, or the stack and those that it depends on, each after those. */
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
