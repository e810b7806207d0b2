import { attributeType } from '../../../../provider-shim/framework/schema-type';
import { isMembers, isUnknown, type Members, type Type, type Value } from '../../../../provider-shim/values';
import type { Attribute, Attributes } from '../../../../schema';

/** A text that two values of a type share exactly when the engine takes them for equal. */
export function normal(type: Type, value: Value): string {
  if (value === null) return 'null';
  if (isUnknown(value)) return '?';
  switch (type.kind) {
    case 'string':
      return JSON.stringify(String(value).normalize('NFC'));
    case 'number':
    case 'bool':
      return String(value);
    case 'list':
      return `[${items(value).map((item) => normal(type.element, item))}]`;
    case 'set':
      return `{${[...new Set(items(value).map((item) => normal(type.element, item)))].sort()}}`;
    case 'map':
      return `{${entries(value).map(([key, item]) => `${JSON.stringify(key)}:${normal(type.element, item)}`)}}`;
    case 'object':
      return `{${Object.entries(type.attributes).map(([name, of]) => `${name}:${normal(of, member(value, name))}`)}}`;
    case 'tuple':
    case 'dynamic':
      throw new Error(`${type.kind} is not modelled here`);
  }
}

export function same(attribute: Attribute, a: Value, b: Value): boolean {
  const type = attributeType(attribute);
  return normal(type, a) === normal(type, b);
}

/** What the engine's schema calls computed: a default makes an attribute so. */
export function isComputed(attribute: Attribute): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}

export function items(value: Value): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

export function entries(value: Value): readonly (readonly [string, Value])[] {
  return isMembers(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
}

/** A member of an object; of an unknown object, it is unknown too. */
export function member(object: Value | undefined, name: string): Value {
  if (isUnknown(object)) return object;
  return isMembers(object) ? (object[name] ?? null) : null;
}

export function mapAttributes(
  attributes: Attributes,
  f: (attribute: Attribute, name: string) => Value,
): Members {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, f(attribute, name)]),
  );
}
