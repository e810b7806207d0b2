import type {
  Attribute,
  Attributes,
  AttributeType,
  NestedAttribute,
  ObjectSchema,
} from '../../../schema/description';
import { types, type Type } from '../values';

/** Every call of the engine asks for the type of the same few schemas. */
const made = new WeakMap<Attributes, Type>();
const sent = new WeakMap<Attributes, Type>();

/** The engine's type of a described object. */
export function typeOf(schema: ObjectSchema): Type {
  return objectType(schema.attributes);
}

/** The same as the engine sends and receives it: with the names that are refused, as texts. */
export function sentType({ attributes }: ObjectSchema): Type {
  if (!hasRefused(attributes)) return objectType(attributes);
  const known = sent.get(attributes) ?? types.object(members(attributes, true));
  sent.set(attributes, known);
  return known;
}

/** Whether any object in these attributes refuses names. */
export function hasRefused(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) => attribute.nested && (attribute.refused !== undefined || hasRefused(attribute.attributes)),
  );
}

/** The engine's type of an object with these attributes. */
export function objectType(attributes: Attributes): Type {
  const known = made.get(attributes) ?? types.object(members(attributes, false));
  made.set(attributes, known);
  return known;
}

function members(attributes: Attributes, isSent: boolean): Readonly<Record<string, Type>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, attributeType(attribute, isSent)]),
  );
}

function sentObject({ attributes, refused = {} }: NestedAttribute): Type {
  const texts = Object.keys(refused).map((name) => [name, types.string]);
  return types.object({ ...members(attributes, true), ...Object.fromEntries(texts) });
}

/** The engine's type of one attribute. @param isSent with the names that are refused */
export function attributeType(attribute: Attribute, isSent = false): Type {
  if (!attribute.nested) return valueType(attribute.type);
  const object = isSent ? sentObject(attribute) : objectType(attribute.attributes);
  switch (attribute.nested) {
    case 'single':
      return object;
    case 'list':
      return types.list(object);
    case 'set':
      return types.set(object);
    case 'map':
      return types.map(object);
  }
}

/** The engine's type of a plain value. It knows one kind of number; `int` is our narrowing of it. */
export function valueType(type: AttributeType): Type {
  switch (type) {
    case 'string':
      return types.string;
    case 'bool':
      return types.bool;
    case 'int':
    case 'number':
      return types.number;
  }
  if ('list' in type) return types.list(valueType(type.list));
  if ('set' in type) return types.set(valueType(type.set));
  if ('map' in type) return types.map(valueType(type.map));
  return types.object(
    Object.fromEntries(Object.entries(type.object).map(([name, member]) => [name, valueType(member)])),
  );
}
