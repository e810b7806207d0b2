import { Token } from 'cdktf';
import type { Attribute, Attributes } from '../../schema';
import { isPlainObject, type Named } from './attribute-values';
import { PLACEHOLDER } from './in-expression';

/**
 * Attribute values with the type annotations that cdktf's HCL output needs.
 *
 * @param values attribute name to value, in the spelling of the schema
 */
export function hclAttributes(attributes: Attributes, values: Named): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const [type, storageClassType] = hclType(attributes[name]);
      return [name, { value: escaped(value), isBlock: false, type, storageClassType }];
    }),
  );
}

function hclType(attribute: Attribute | undefined): readonly [string, string] {
  const type = attribute?.type;
  if (type === 'string') return ['simple', 'string'];
  if (type === 'bool') return ['simple', 'boolean'];
  if (type === 'int' || type === 'number') return ['simple', 'number'];
  if (typeof type === 'object') {
    if ('set' in type && type.set === 'string') return ['set', 'stringList'];
    if ('list' in type && type.list === 'string') return ['list', 'stringList'];
    if ('map' in type && type.map === 'string') return ['map', 'stringMap'];
  }
  return ['any', 'any'];
}

/**
 * A value whose texts are escaped for HCL outside of their expressions. cdktf 0.21 escapes only quotes, and not even those
 * in a text with an expression; a text of several lines gets another line from it.
 */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.split(PLACEHOLDER).map(escapedPart).join('');
  if (Token.isUnresolved(value)) return value;
  if (Array.isArray(value)) return value.map(escaped);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escaped(member)]));
}

function escapedPart(part: string): string {
  // The split leaves texts and expressions.
  return part.startsWith('${') && part.endsWith('}') ? part : JSON.stringify(part).slice(1, -1);
}
