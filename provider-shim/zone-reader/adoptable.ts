import { type Attribute, type Attributes, type JsonObject, sameValue } from '../../schema';

/** An object of a zone that a configuration can declare. */
export interface Adoptable {
  readonly type: string;
  /** The id of its import block. */
  readonly importId: string;
  /** The attributes to declare, in the order of the schema; whatever has the provider's default is left out. */
  readonly attributes: JsonObject;
  /** Where a log push job delivers to, with its secrets. */
  readonly destination?: string;
  /** The log push job that it is. */
  readonly job?: { readonly id: number; readonly name: string; readonly dataset: string };
}

/**
 * The attributes that declare what a state holds: those that a user may set, without those that have the default.
 *
 * @param state as an import and the read after it leave it
 */
export function declaredIn(attributes: Attributes, state: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = state[name] ?? null;
      if (value === null || !(attribute.required || attribute.optional) || attribute.writeOnly) return [];
      if (attribute.default !== undefined && sameValue(value, attribute.default)) return [];
      return [[name, declaredValue(attribute, value)]];
    }),
  );
}

function declaredValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.nested) return value;
  const { nested, attributes } = attribute;
  if (nested === 'single') return declaredIn(attributes, value as JsonObject);
  if (nested === 'map')
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, one]) => [
        key,
        declaredIn(attributes, one as JsonObject),
      ]),
    );
  return (value as readonly unknown[]).map((one) => declaredIn(attributes, one as JsonObject));
}
