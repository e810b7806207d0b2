import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../schema';
import { CommandFailure, reasonOf } from '../failure';

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
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
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
