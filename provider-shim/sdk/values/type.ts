/**
 * A type of the engine's type system, for schemas and for reading and writing values. `dynamic` means any type, which
 * is sent with the value.
 */
export type Type =
  | { readonly kind: 'string' }
  | { readonly kind: 'number' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'list' | 'set' | 'map'; readonly element: Type }
  | { readonly kind: 'tuple'; readonly elements: readonly Type[] }
  | {
      readonly kind: 'object';
      readonly attributes: Readonly<Record<string, Type>>;
      /** Attributes that a configuration may omit; only the engine's decoder uses it. */
      readonly optional?: readonly string[];
    };

export type ListType = Extract<Type, { readonly kind: 'list' | 'set' | 'map' }>;
export type TupleType = Extract<Type, { readonly kind: 'tuple' }>;
export type ObjectType = Extract<Type, { readonly kind: 'object' }>;

/** The types, and the ways to build one from others. */
export const types = {
  string: { kind: 'string' } as Type,
  number: { kind: 'number' } as Type,
  bool: { kind: 'bool' } as Type,
  dynamic: { kind: 'dynamic' } as Type,
  list: (element: Type): Type => ({ kind: 'list', element }),
  set: (element: Type): Type => ({ kind: 'set', element }),
  map: (element: Type): Type => ({ kind: 'map', element }),
  tuple: (elements: readonly Type[]): Type => ({ kind: 'tuple', elements }),
  object: (attributes: Readonly<Record<string, Type>>, optional?: readonly string[]): Type => ({
    kind: 'object',
    attributes: Object.assign(Object.create(null) as Record<string, Type>, attributes),
    ...(optional === undefined || optional.length === 0 ? {} : { optional }),
  }),
} as const;

/** The type of an attribute; undefined when the object type does not have it. */
export function attributeType(type: ObjectType, name: string): Type | undefined {
  return Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined;
}
