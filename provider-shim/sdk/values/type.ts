import { into, ROOT, type Place } from './place';

/**
 * A type of the engine's type system, for schemas and for reading and writing values. No schema of a provider here has a
 * tuple, or an attribute of any type (`dynamic`).
 */
export type Type =
  | { readonly kind: 'string' }
  | { readonly kind: 'number' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: Type }
  | { readonly kind: 'object'; readonly attributes: Readonly<Record<string, Type>> };

export type ListType = Extract<Type, { readonly kind: 'list' | 'set' | 'map' }>;
export type ObjectType = Extract<Type, { readonly kind: 'object' }>;

/** The types, and the ways to build one from others. */
export const types = {
  string: { kind: 'string' } as Type,
  number: { kind: 'number' } as Type,
  bool: { kind: 'bool' } as Type,
  list: (element: Type): Type => ({ kind: 'list', element }),
  set: (element: Type): Type => ({ kind: 'set', element }),
  map: (element: Type): Type => ({ kind: 'map', element }),
  object: (attributes: Readonly<Record<string, Type>>): Type => ({
    kind: 'object',
    attributes: Object.assign(Object.create(null) as Record<string, Type>, attributes),
  }),
} as const;

/** The type of an attribute; undefined when the object type does not have it. */
export function attributeType(type: ObjectType, name: string): Type | undefined {
  return Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined;
}

/**
 * A type as compact JSON, attributes in byte order: `["list","string"]`, `["object",{"a":"bool"}]`.
 * @throws {ValueError} nested too deep
 */
export function typeToJson(type: Type): string {
  return write(type, ROOT);
}

function write(type: Type, at: Place): string {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return `"${type.kind}"`;
    case 'list':
    case 'set':
    case 'map':
      return `["${type.kind}",${write(type.element, into(at))}]`;
    case 'object': {
      const members = Object.entries(type.attributes)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${JSON.stringify(name)}:${write(member, into(at))}`);
      return `["object",{${members.join(',')}}]`;
    }
  }
}
