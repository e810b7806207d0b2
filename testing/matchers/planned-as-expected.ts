import { ACTIONS, type PlannedAction, type PlannedChanges } from '../workspace/planned-changes';

/**
 * What a plan has to do, and nothing else: how many resources, or the addresses of exactly those, in any order. What is
 * left out must not happen. Each address follows the name of its stack (`dns/zone_…`) when there are several.
 */
export type ExpectedChanges = Partial<Readonly<Record<PlannedAction, number | string | readonly string[]>>>;

/** The lines of a comparison, and whether all is as expected. */
export interface Comparison {
  readonly isSame: boolean;
  readonly lines: readonly string[];
}

/** @throws Error when something is expected that no plan does */
export function compareChanges(expected: ExpectedChanges, planned: PlannedChanges): Comparison {
  const unknown = Object.keys(expected).filter((name) => !(ACTIONS as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new Error(`toPlan knows no ${unknown.join(', ')}. It takes ${ACTIONS.join(', ')}.`);
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
