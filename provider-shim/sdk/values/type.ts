import { byName } from '../../../schema/description';
import { deeper, ValueError } from './value-error';

/**
 * A type of the engine's type system, for schemas and for reading and writing values. No schema of a provider here has a
 * tuple, or an attribute of any type (`dynamic`).
 */
export type Type =
  | { readonly kind: 'string' | 'number' | 'bool' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: Type }
  | ObjectType;

export interface ObjectType {
  readonly kind: 'object';
  readonly attributes: Readonly<Record<string, Type>>;
  /** In the order in which the engine sends them. */
  readonly sorted: readonly string[];
  /** An object whose attributes are null: a copy of it has their shape, which is quicker than to add one by one. */
  readonly empty: Readonly<Record<string, null>>;
}

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
    attributes: Object.assign(byName<Type>(), attributes),
    sorted: Object.keys(attributes).sort(),
    empty: Object.fromEntries(Object.keys(attributes).map((name) => [name, null])),
  }),
} as const;

/**
 * A type as compact JSON, attributes in byte order: `["list","string"]`, `["object",{"a":"bool"}]`.
 * @throws {ValueError} nested too deep
 */
export function typeToJson(type: Type, depth = 0): string {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return `"${type.kind}"`;
    case 'list':
    case 'set':
    case 'map':
      return `["${type.kind}",${typeToJson(type.element, deeper(depth))}]`;
    case 'object': {
      const members = type.sorted.map(
        (name) => `${JSON.stringify(name)}:${typeToJson(type.attributes[name] as Type, deeper(depth))}`,
      );
      return `["object",{${members.join(',')}}]`;
    }
  }
}

/** The error for a value that is of another kind than its type. @param seen the kind of the value, never its content */
export function misfit({ kind }: Type, seen: string): ValueError {
  return new ValueError(`expected ${kind === 'object' ? 'an' : 'a'} ${kind}; saw ${seen}`);
}

/** The error for an attribute that an object type does not have. */
export function noSuchAttribute({ sorted }: ObjectType): ValueError {
  const allowed = sorted.length === 0 ? 'the object has no attributes' : `allowed are ${sorted.join(', ')}`;
  return new ValueError(`no attribute of this name; ${allowed}`);
}
