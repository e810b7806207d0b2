import { isRecord } from '../../schema';
import { zoneProviders, type SynthesizedStack } from './synthesized-stacks';

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
