import { managedRulesMigrationSchema } from '../../schema';
import { isObject, type Json } from '../text/json';
import { withoutKey, type PlanJson, type ResourceConfiguration } from './plan-json';

/**
 * What each resource of the root module depends on directly, by the address without the key of an instance. Modules are
 * not looked into.
 */
export function dependenciesOf({ configuration }: PlanJson): (address: string) => readonly string[] {
  const resources = configuration?.root_module?.resources ?? [];
  const byAddress = new Map(resources.map((each) => [each.address, each]));
  const found = new Map<string, readonly string[]>();
  return (given) => {
    const address = withoutKey(given);
    const resource = byAddress.get(address);
    if (resource === undefined) return [];
    const known = found.get(address) ?? [
      ...new Set(
        [...references(resource)].flatMap((each) => {
          const target = addressIn(each, byAddress);
          return target === undefined || target === address ? [] : [target];
        }),
      ),
    ];
    found.set(address, known);
    return known;
  };
}

/** The resource that a reference leads to: `a.b` of `a.b[0].c`. */
function addressIn(reference: string, byAddress: ReadonlyMap<string, unknown>): string | undefined {
  const steps = reference.replace(/\[.*$/, '').split('.');
  const length = steps[0] === 'data' ? 3 : 2;
  const address = steps.slice(0, length).join('.');
  return byAddress.has(address) ? address : undefined;
}

function* references(resource: ResourceConfiguration): Generator<string> {
  yield* resource.depends_on ?? [];
  for (const part of [resource.expressions, resource.for_each_expression, resource.count_expression]) {
    yield* referencesIn(part ?? null);
  }
}

function* referencesIn(value: Json): Generator<string> {
  if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) yield* referencesIn(each);
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (name === 'references' && Array.isArray(each)) {
        yield* (each as readonly Json[]).filter((one) => typeof one === 'string');
      } else if (name !== 'constant_value') {
        yield* referencesIn(each);
      }
    }
  }
}

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
