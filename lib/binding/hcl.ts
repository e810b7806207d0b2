import type { Attribute, Attributes } from '../../schema';
import type { Named } from './attribute-values';

/**
 * Attribute values with the type annotations that cdktf's HCL output needs.
 *
 * @param values attribute name to value, in the spelling of the schema
 */
export function hclAttributes(attributes: Attributes, values: Named): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const [type, storageClassType] = hclType(attributes[name]);
      return [name, { value, isBlock: false, type, storageClassType }];
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
