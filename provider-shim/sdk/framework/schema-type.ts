import type { Attribute, Attributes, AttributeType, ObjectSchema } from '../../../schema/description';
import { types, type Type } from '../values';

/** Every call of the engine asks for the type of the same few schemas. */
const made = new WeakMap<Attributes, Type>();

/** The engine's type of a described object. */
export function typeOf(schema: ObjectSchema): Type {
  return objectType(schema.attributes);
}

/** The engine's type of an object with these attributes. */
export function objectType(attributes: Attributes): Type {
  const known = made.get(attributes);
  if (known) return known;
  const type = types.object(
    Object.fromEntries(
      Object.entries(attributes).map(([name, attribute]) => [name, attributeType(attribute)]),
    ),
  );
  made.set(attributes, type);
  return type;
}

/** The engine's type of one attribute. */
export function attributeType(attribute: Attribute): Type {
  if (!attribute.nested) return valueType(attribute.type);
  const object = objectType(attribute.attributes);
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
