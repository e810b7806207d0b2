import type { JsonSchema } from './sdk-schema';

/** What a schema leaves open about an object. Paths are such as `/rules/[]/position`. */
export interface Hints {
  /** Values by the name of the member, or by its whole path: an expression, a destination. */
  readonly samples: Readonly<Record<string, readonly unknown[]>>;
  /** Members that are always there although the schema does not require them. */
  readonly always?: RegExp | undefined;
  /** Members that are never there. */
  readonly never?: RegExp | undefined;
}

/**
 * Values that the schema takes: for an object, the least one, and one more for each form of each optional member. A
 * union gives the values of all of its branches.
 */
export function generate(root: JsonSchema, { samples, always, never }: Hints): readonly unknown[] {
  function valuesOf(schema: JsonSchema, path: string): readonly unknown[] {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const sample = samples[path] ?? samples[name];
    if (sample !== undefined) return sample;
    const branches = branchesOf(root, schema);
    if (branches.length > 1) return branches.flatMap((branch) => valuesOf(branch, path));
    const [only = {}] = branches;
    if ('const' in only) return [only['const']];
    if (Array.isArray(only['enum'])) return only['enum'];
    const types = Array.isArray(only['type']) ? only['type'] : [only['type']];
    return types.flatMap((type) => valuesOfType(type, only, path));
  }

  function valuesOfType(type: unknown, schema: JsonSchema, path: string): readonly unknown[] {
    switch (type) {
      case 'null':
        return [null];
      case 'boolean':
        return [true, false];
      case 'number':
      case 'integer':
        return [1];
      case 'string':
        return ['text'];
      case 'array':
        return valuesOf((schema['items'] as JsonSchema | undefined) ?? {}, `${path}/[]`).map((item) => [
          item,
        ]);
      case 'object':
        return objectsOf(schema, path);
      default:
        return [{}];
    }
  }

  function objectsOf(schema: JsonSchema, path: string): readonly unknown[] {
    const properties = Object.entries((schema['properties'] as Readonly<Record<string, JsonSchema>>) ?? {});
    const other = schema['additionalProperties'];
    if (properties.length === 0 && typeof other === 'object' && other !== null)
      return valuesOf(other as JsonSchema, `${path}/{}`).map((value) => ({ text: value }));
    const required = (schema['required'] as readonly string[] | undefined) ?? [];
    const members = properties
      .filter(([name]) => never?.test(`${path}/${name}`) !== true)
      .map(([name, member]) => ({ name, values: valuesOf(member, `${path}/${name}`) }));
    const least = Object.fromEntries(
      members
        .filter(({ name }) => required.includes(name) || always?.test(`${path}/${name}`) === true)
        .map(({ name, values }) => [name, values[0]]),
    );
    const more = members.flatMap(({ name, values }) => values.map((value) => ({ ...least, [name]: value })));
    return unique([least, ...more]);
  }

  return valuesOf(root, '');
}

/** The schema, or the alternatives that it consists of, without references. */
export function branchesOf(root: JsonSchema, schema: JsonSchema): readonly JsonSchema[] {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') {
    const name = decodeURIComponent($ref.replace('#/definitions/', ''));
    const definitions = root['definitions'] as Readonly<Record<string, JsonSchema>>;
    return branchesOf(root, definitions[name] ?? {});
  }
  const alternatives = anyOf as readonly JsonSchema[] | undefined;
  return alternatives?.flatMap((each) => branchesOf(root, each)) ?? [schema];
}

/** A value with one place of it changed. */
export interface Mutation {
  /** A path such as `/rules/0/action`. */
  readonly path: string;
  readonly value: unknown;
}

/** The value with each of its members in turn removed, or replaced by one of another type or an unknown word. */
export function mutate(value: unknown): readonly Mutation[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const replaced = (other: unknown): unknown =>
      Array.isArray(value)
        ? value.map((item, index) => (String(index) === name ? other : item))
        : { ...value, [name]: other };
    const removed = Array.isArray(value)
      ? []
      : [
          {
            path: `/${name}`,
            value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
          },
        ];
    return [
      ...removed,
      ...otherThan(member).map((other) => ({ path: `/${name}`, value: replaced(other) })),
      ...mutate(member).map(({ path, value: changed }) => ({
        path: `/${name}${path}`,
        value: replaced(changed),
      })),
    ];
  });
}

function otherThan(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return ['no such word', 7, {}];
  if (typeof value === 'object') return ['text', 7];
  return ['text', {}];
}

function unique(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
