import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, OBJECT_SCHEMAS, PROVIDER_ADDRESS, providerSchema } from '../../schema';
import { CommandFailure, reasonOf } from '../terminal/failure';
import { parseJson } from '../text/json';

/** A stack as an app synthesized it. */
export interface SynthesizedStack {
  /** Its name, unique in the app. */
  readonly name: string;
  /** Its folder, below the output folder of the app: `stacks/logging-7`. */
  readonly folder: string;
  /** The names of stacks that are applied before it. */
  readonly dependencies: readonly string[];
  /** The configuration for the engine: `cdk.tf.json`. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * The stacks in the output folder of an app, each after those that it depends on.
 *
 * @throws CommandFailure when it holds none, or what it holds cannot be read
 */
export function synthesizedStacks(outdir: string): readonly SynthesizedStack[] {
  const manifest = readJson(join(outdir, 'manifest.json'));
  const stacks = isRecord(manifest['stacks']) ? Object.values(manifest['stacks']) : [];
  const found = stacks.filter(isRecord).map((stack) => ({
    name: String(stack['name']),
    folder: String(stack['workingDirectory']),
    dependencies: Array.isArray(stack['dependencies']) ? stack['dependencies'].map(String) : [],
    configuration: readJson(join(outdir, String(stack['synthesizedStackPath']))),
  }));
  return inOrderOfDependencies(found);
}

/** What a stack requires of the zone provider, under whatever name, and from whichever source its types come. */
export function zoneProviders(
  configuration: SynthesizedStack['configuration'],
): readonly Record<string, unknown>[] {
  const membersOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
  const blocks = [membersOf(configuration['resource']), membersOf(configuration['data'])];
  const ours = OBJECT_SCHEMAS.flatMap(({ type }) =>
    blocks.flatMap((each) => Object.values(membersOf(each[type]))),
  );
  // Without `provider`, the type begins with the provider's name; `zone.other` is the alias of one.
  const names = ours.map((each) => String(membersOf(each)['provider'] ?? providerSchema.type).split('.')[0]);
  return Object.entries(membersOf(membersOf(configuration['terraform'])['required_providers'])).flatMap(
    ([name, each]) =>
      isRecord(each) && (names.includes(name) || each['source'] === PROVIDER_ADDRESS) ? [each] : [],
  );
}

/** cdktf refuses stacks that depend on each other. */
function inOrderOfDependencies(stacks: readonly SynthesizedStack[]): readonly SynthesizedStack[] {
  const byName = new Map(stacks.map((stack) => [stack.name, stack]));
  const ordered = new Set<SynthesizedStack>();
  const add = (stack: SynthesizedStack | undefined): void => {
    if (stack === undefined || ordered.has(stack)) return;
    for (const name of stack.dependencies) add(byName.get(name));
    ordered.add(stack);
  };
  stacks.forEach(add);
  return [...ordered];
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseJson(readFileSync(file, 'utf8'));
    if (isRecord(value)) return value;
    throw new Error('it holds no object');
  } catch (error) {
    throw new CommandFailure({
      code: 'stacks_not_readable',
      message: `the synthesized stacks cannot be read from ${file}`,
      seen: [reasonOf(error)],
      hints: ['synthesize first (npx cdktf synth), or name the folder: zonewright matrix ./cdktf.out'],
    });
  }
}

/** What became of a stack. */
export type StackChange = 'added' | 'changed' | 'unchanged' | 'vanished';

/** A stack of now, or one that vanished, and what became of it. */
export interface ChangedStack {
  readonly stack: SynthesizedStack;
  readonly change: StackChange;
}

/** Compares the stacks of an app with those before: those of now in their order, then those that vanished. */
export function stackChanges(
  before: readonly SynthesizedStack[],
  now: readonly SynthesizedStack[],
): readonly ChangedStack[] {
  const earlier = new Map(before.map((stack) => [stack.name, stack]));
  const here = new Set(now.map(({ name }) => name));
  return [
    ...now.map((stack) => ({ stack, change: changeOf(earlier.get(stack.name), stack) })),
    ...before.filter(({ name }) => !here.has(name)).map((stack) => ({ stack, change: 'vanished' as const })),
  ];
}

function changeOf(before: SynthesizedStack | undefined, now: SynthesizedStack): StackChange {
  if (!before) return 'added';
  return meaningOf(before) === meaningOf(now) ? 'unchanged' : 'changed';
}

/**
 * What a plan depends on, as a text: without comments and metadata of cdktf, which name its version, and without the
 * version of the zone provider. So a release alone changes no stack.
 */
function meaningOf({ configuration }: SynthesizedStack): string {
  const copy = structuredClone(configuration);
  for (const provider of zoneProviders(copy)) delete provider['version'];
  return JSON.stringify(copy, (key, value: unknown) => {
    if (key === '//') return undefined;
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
