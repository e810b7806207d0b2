import { into, ROOT, type Place } from './place';
import type { Type } from './type';

/**
 * A type as compact JSON, attributes in byte order: `["list","string"]`, `["object",{"a":"bool"}]`.
 * @throws {ValueError} nested too deep
 */
export function typeToJson(type: Type): string {
  return write(type, ROOT);
}

function write(type: Type, at: Place): string {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return `"${type.kind}"`;
    case 'list':
    case 'set':
    case 'map':
      return `["${type.kind}",${write(type.element, into(at))}]`;
    case 'object': {
      const members = Object.entries(type.attributes)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${JSON.stringify(name)}:${write(member, into(at))}`);
      return `["object",{${members.join(',')}}]`;
    }
  }
}
