import type {
  Attribute,
  Attributes,
  AttributeType,
  NestedAttribute,
  ObjectSchema,
} from '../../../schema/description';
import { canonical, types, within, type Type, type Value } from '../values';

/** Every call of the engine asks for the type of the same few schemas. */
const made = new WeakMap<Attributes, Type>();
const sent = new WeakMap<Attributes, Type>();
const ofAttribute = new WeakMap<Attribute, Type>();

/** The engine's type of a described object. */
export function typeOf(schema: ObjectSchema): Type {
  return objectType(schema.attributes);
}

/** The same as the engine sends and receives it: with the names that are refused, as texts. */
export function sentType({ attributes }: ObjectSchema): Type {
  return kept(sent, attributes, () =>
    hasRefused(attributes) ? types.object(members(attributes, true)) : objectType(attributes),
  );
}

/** Whether any object in these attributes refuses names. */
export function hasRefused(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) => attribute.nested && (attribute.refused !== undefined || hasRefused(attribute.attributes)),
  );
}

/** The engine's type of an object with these attributes. */
export function objectType(attributes: Attributes): Type {
  return kept(made, attributes, () => types.object(members(attributes, false)));
}

function kept<K extends object>(known: WeakMap<K, Type>, key: K, make: () => Type): Type {
  const type = known.get(key) ?? make();
  known.set(key, type);
  return type;
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
  if (!attribute.nested) return kept(ofAttribute, attribute, () => valueType(attribute.type));
  const object = isSent ? sentObject(attribute) : objectType(attribute.attributes);
  return attribute.nested === 'single' ? object : types[attribute.nested](object);
}

/**
 * The value that an author gives an attribute.
 * @throws {ValueError} it does not fit the schema
 */
export function attributeValue(name: string, attribute: Attribute, value: unknown): Value {
  try {
    return canonical(attributeType(attribute), value);
  } catch (error) {
    throw within({ attribute: name }, error);
  }
}

/** The engine's type of a plain value. It knows one kind of number; `int` is our narrowing of it. */
export function valueType(type: AttributeType): Type {
  if (typeof type === 'string') return types[type === 'int' ? 'number' : type];
  if ('list' in type) return types.list(valueType(type.list));
  if ('set' in type) return types.set(valueType(type.set));
  if ('map' in type) return types.map(valueType(type.map));
  return types.object(
    Object.fromEntries(Object.entries(type.object).map(([name, member]) => [name, valueType(member)])),
  );
}
