import { managedRulesMigrationSchema } from '../../schema';
import type { dependenciesOf } from './dependencies';
import { withoutKey } from './plan-json';

type Dependencies = ReturnType<typeof dependenciesOf>;

/**
 * The wave of each migration of a stack without a rollout, by its address: 1 for those that depend on no other
 * migration, and one more than the latest of those that it depends on. Migrations in modules are of wave 1.
 */
export function waves(dependencies: Dependencies): (address: string) => number {
  const known = new Map<string, number>();

  /** How many migrations come before, on the longest way. A way that returns to itself ends there. */
  const before = (address: string): number => {
    const found = known.get(address);
    if (found !== undefined) return found;
    known.set(address, 0);
    const depths = dependencies(address).map((target) => before(target) + (isMigration(target) ? 1 : 0));
    const deepest = depths.reduce((one, other) => Math.max(one, other), 0);
    known.set(address, deepest);
    return deepest;
  };
  return (address) => before(withoutKey(address)) + 1;
}

/**
 * The gate that a migration waits for: the nearest one that it depends on, not through another migration.
 *
 * @param gates their addresses
 */
export function gateOf(
  address: string,
  dependencies: Dependencies,
  gates: ReadonlySet<string>,
): string | undefined {
  const seen = new Set<string>();
  let reached = [withoutKey(address)];
  while (reached.length > 0) {
    reached = reached.flatMap(dependencies).filter((each) => !seen.has(each) && !isMigration(each));
    const found = reached.find((each) => gates.has(each));
    if (found !== undefined) return found;
    for (const each of reached) seen.add(each);
  }
  return undefined;
}

function isMigration(address: string): boolean {
  return address.startsWith(`${managedRulesMigrationSchema.type}.`);
}
