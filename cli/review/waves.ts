import { managedRulesMigrationSchema } from '../../schema';
import { isObject, withoutKey, type Json, type PlanJson, type ResourceConfiguration } from './plan-json';

/**
 * The wave of each migration of a stack, by its address without the key of an instance: 1 for those that depend on no
 * other migration, and one more than the latest of those that it depends on. Modules are not looked into: their
 * migrations are of wave 1.
 */
export function waves({ configuration }: PlanJson): (address: string) => number {
  const resources = configuration?.root_module?.resources ?? [];
  const byAddress = new Map(resources.map((each) => [each.address, each]));
  const known = new Map<string, number>();

  /** How many migrations come before, on the longest way. A way that returns to itself ends there. */
  const before = (address: string): number => {
    const found = known.get(address);
    if (found !== undefined) return found;
    known.set(address, 0);
    const resource = byAddress.get(address);
    if (resource === undefined) return 0;
    const depths = [...references(resource)].map((each) => {
      const target = addressIn(each, byAddress);
      return target === undefined || target === address ? 0 : before(target) + (isMigration(target) ? 1 : 0);
    });
    const deepest = depths.reduce((one, other) => Math.max(one, other), 0);
    known.set(address, deepest);
    return deepest;
  };
  return (address) => before(withoutKey(address)) + 1;
}

function isMigration(address: string): boolean {
  return address.startsWith(`${managedRulesMigrationSchema.type}.`);
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
