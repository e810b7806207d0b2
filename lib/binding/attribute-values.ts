import { Token } from 'cdktf';
import { isRecord, type Attribute, type Attributes } from '../../schema';
import { camelCase } from './spelling';

/** Values by name. */
export type Named = Readonly<Record<string, unknown>>;

/**
 * Props in the spelling of the schema: `requestHeaders` becomes `request_headers`, at every level of nesting. Values,
 * including tokens, stay as they are. Unset attributes are omitted.
 */
export function attributeValues(attributes: Attributes, props: Named): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = props[camelCase(name)];
      return value === undefined ? [] : [[name, attributeValue(attribute, value)]];
    }),
  );
}

function attributeValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.nested || Token.isUnresolved(value)) return value;
  const member = (element: unknown): unknown =>
    isPlainObject(element) ? attributeValues(attribute.attributes, element) : element;
  if (Array.isArray(value)) return value.map(member);
  if (attribute.nested !== 'map' || !isPlainObject(value)) return member(value);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, member(element)]));
}

/** An object literal, as opposed to a token, a list, an instance of a class or nothing. */
export function isPlainObject(value: unknown): value is Named {
  return isRecord(value) && !Token.isUnresolved(value);
}
