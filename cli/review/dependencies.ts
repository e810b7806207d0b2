import { withoutKey, type PlanJson, type ResourceConfiguration } from './plan-json';
import { isObject, type Json } from '../text/json';

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
