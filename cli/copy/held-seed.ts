import { createEmulator, SeedError, type SeedDocument } from '../../emulator';

/** A seed without what the emulator refuses, and a sentence for each thing that is left out. */
export function heldSeed(refused: SeedDocument): {
  readonly seed: SeedDocument;
  readonly dropped: readonly string[];
} {
  const seed = structuredClone(refused);
  const dropped = new Set<string>();
  for (;;) {
    try {
      createEmulator({ seed });
      return { seed, dropped: [...dropped] };
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      // From the last one: what is removed moves nothing that is still to be removed.
      const removedFrom = new Map<unknown, number>();
      for (const { path, message } of [...error.problems].reverse()) {
        const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
        const isUnknown = message.includes(NO_SUCH_MEMBER);
        const removed = removeAt(seed, removedFrom, isUnknown ? steps : toItem(seed, steps));
        if (removed === undefined) throw error;
        if (removed !== 'already')
          dropped.add(`${isUnknown ? removed.replace(/\[[^\]]*\]/g, '[]') : removed}: ${message}`);
      }
    }
  }
}

/** What the emulator says of members that it does not have: only these can go alone. */
const NO_SUCH_MEMBER = 'there is no such member';

/** The steps to the item with an id that has a refused value: without the value alone, its default would be in force. */
function toItem(seed: object, steps: readonly string[]): readonly string[] {
  let [holder, end]: [unknown, number] = [seed, steps.length];
  for (const [index, step] of steps.entries()) {
    const item = isHolder(holder) ? holder[step] : undefined;
    // A zone stays.
    if (index > 1 && Array.isArray(holder) && isHolder(item) && 'id' in item) end = index + 1;
    holder = item;
  }
  return steps.slice(0, end);
}

/**
 * Removes what steps lead to, or the nearest thing above it that is there.
 *
 * @param removedFrom lists, from which index on they are no longer as the steps say
 * @returns its path, with names or ids of items; `already` if it, or something before it, was removed: the next pass says
 *   what is still wrong
 */
function removeAt(
  document: object,
  removedFrom: Map<unknown, number>,
  steps: readonly string[],
): string | undefined {
  let [holder, at, path]: [unknown, number, string] = [document, 0, ''];
  const isGone = (): boolean => Number(steps[at]) >= (removedFrom.get(holder) ?? Infinity);
  while (at < steps.length - 1 && isHolder(holder) && isHolder(holder[steps[at] ?? ''])) {
    if (isGone()) return 'already';
    path += named(holder, steps[at] ?? '');
    holder = holder[steps[at] ?? ''];
    at += 1;
  }
  const last = steps[at] ?? '';
  if (!isHolder(holder)) return undefined;
  if (isGone()) return 'already';
  // A required member that is missing: its owner goes.
  if (!(last in holder)) return at === 0 ? undefined : removeAt(document, removedFrom, steps.slice(0, at));
  path += named(holder, last);
  if (Array.isArray(holder)) {
    holder.splice(Number(last), 1);
    removedFrom.set(holder, Number(last));
  } else Reflect.deleteProperty(holder, last);
  return path.slice(1);
}

/** A step in a path: `.member`, or `[id]` of a list. */
function named(holder: Record<string, unknown>, step: string): string {
  const item = holder[step];
  return Array.isArray(holder)
    ? `[${isHolder(item) ? String(item['name'] ?? item['id'] ?? '') : ''}]`
    : `.${step}`;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
