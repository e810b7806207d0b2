import type { RecordedClient, SdkResource } from './typescript-sdk';

/** The SDK's resources that belong to this service: the zone, and what it replaced. */
export const RESOURCES = [
  'zones',
  'rulesets',
  'logpush',
  'firewall',
  'filters',
  'pageRules',
  'rateLimits',
] as const;

/** Every method of the resources, by reflection: `rulesets.rules.create`, … */
export function enumerateMethods(client: RecordedClient): readonly string[] {
  return RESOURCES.flatMap((name) => methodsBelow(client.resource(name), name)).sort();
}

function methodsBelow(resource: SdkResource, path: string): readonly string[] {
  const below = Object.entries(resource).filter(
    (entry): entry is [string, SdkResource] => entry[0] !== '_client' && isResource(entry[1]),
  );
  return [
    ...methodNames(resource).map((name) => `${path}.${name}`),
    ...below.flatMap(([name, child]) => methodsBelow(child, `${path}.${name}`)),
  ];
}

/** Resources, and nothing else, hold the client. */
function isResource(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_client' in value;
}

function methodNames(resource: SdkResource): readonly string[] {
  const names = new Set<string>();
  for (
    let prototype: unknown = Object.getPrototypeOf(resource);
    prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name !== 'constructor' && typeof resource[name] === 'function') names.add(name);
    }
  }
  return [...names];
}

/**
 * The names of a method's parameters that are not in its last two, `params` and `options`: `ruleset_id` for
 * `get(rulesetID, params, options)`. The majors of the SDK differ in which identifiers are positional.
 */
export function positionalParameters(method: (...values: never[]) => unknown): readonly string[] {
  const [, list = ''] = /^[^(]*\(([^)]*)\)/.exec(String(method)) ?? [];
  return list
    .split(',')
    .map((parameter) => (parameter.split('=')[0] ?? '').trim())
    .filter((name) => /(?:I[Dd]|Phase|Version)$/.test(name))
    .map((name) => name.replace(/ID$/, 'Id').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
