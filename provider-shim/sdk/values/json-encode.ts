import { decimalText } from './decimal';
import { decimalOf } from './exact-number';
import { fold, type Builder } from './fold';
import { problem } from './place';
import type { Type } from './type';
import type { Value } from './value';

/**
 * Encodes a value of a type in the engine's JSON form (`RawState.json`), with every digit of its numbers.
 * @throws {ValueError} the value does not fit the type, or has unknown parts, which JSON cannot represent
 */
export function encodeJson(type: Type, value: Value): string {
  return fold(type, value, builder);
}

const builder: Builder<string> = {
  nil: () => 'null',
  unknown: (_, at) => {
    throw problem(at, 'expected a known value, since JSON has no unknown; saw an unknown value');
  },
  string: (text) => JSON.stringify(text),
  number: (number) => decimalText(decimalOf(number)),
  bool: String,
  sequence: (_, items) => `[${items.join(',')}]`,
  map: jsonObject,
  object: (attributes) => jsonObject(Object.entries(attributes)),
};

function jsonObject(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
