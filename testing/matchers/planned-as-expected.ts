import { ACTIONS, type PlannedAction, type PlannedChanges } from '../workspace/planned-changes';

/**
 * What a plan must do, and nothing else: how many resources, or exactly their addresses, in any order. Anything left
 * out must not happen. With several stacks, each address begins with the name of its stack (`dns/zone_…`).
 */
export type ExpectedChanges = Partial<Readonly<Record<PlannedAction, number | string | readonly string[]>>>;

/** The lines of a comparison, and whether everything is as expected. */
export interface Comparison {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

/** @throws Error for an unknown action */
export function compareChanges(expected: ExpectedChanges, planned: PlannedChanges): Comparison {
  const unknown = Object.keys(expected).filter((name) => !(ACTIONS as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`toPlan does not accept ${unknown.join(', ')}. It accepts ${ACTIONS.join(', ')}.`);
  const compared = ACTIONS.map((action) => {
    const wanted = expected[action] ?? 0;
    const seen = planned[action];
    const isSame = typeof wanted === 'number' ? seen.length === wanted : isEqual([wanted].flat(), seen);
    return { action, wanted, seen, isSame };
  });
  const shown = compared.filter(({ wanted, seen, isSame }) => !isSame || wanted !== 0 || seen.length > 0);
  return {
    isSame: compared.every(({ isSame }) => isSame),
    lines:
      shown.length === 0
        ? ['  no changes, as expected']
        : shown.map(({ action, wanted, seen, isSame }) => {
            const mark = isSame ? '  ' : '✗ ';
            return `${mark}${action}: expected ${told(wanted)}, planned ${told(seen)}`;
          }),
  };
}

function isEqual(wanted: readonly string[], seen: readonly string[]): boolean {
  return JSON.stringify([...wanted].sort()) === JSON.stringify([...seen].sort());
}

function told(what: number | string | readonly string[]): string {
  if (typeof what === 'number') return String(what);
  const addresses = [what].flat();
  return addresses.length === 0 ? '0' : `${addresses.length} (${addresses.join(', ')})`;
}
