import { typeFromJson, types, typeToJson, type Type } from '../../../../provider-shim/sdk/values';
import { valueErrorOf } from './value-error-of';

describe('types as JSON', () => {
  const both: readonly (readonly [text: string, type: Type])[] = [
    ['"string"', types.string],
    ['"number"', types.number],
    ['"bool"', types.bool],
    ['"dynamic"', types.dynamic],
    ['["list","string"]', types.list(types.string)],
    ['["set",["map","number"]]', types.set(types.map(types.number))],
    ['["tuple",[]]', types.tuple([])],
    ['["tuple",["string","dynamic"]]', types.tuple([types.string, types.dynamic])],
    ['["object",{}]', types.object({})],
    [
      '["object",{"a":"bool","b":["list","string"]}]',
      types.object({ b: types.list(types.string), a: types.bool }),
    ],
    ['["object",{"a":"bool","b":"bool"},["b"]]', types.object({ a: types.bool, b: types.bool }, ['b'])],
    ['["object",{"__proto__":"bool"}]', types.object(JSON.parse('{"__proto__":{"kind":"bool"}}') as Record<string, Type>)], // prettier-ignore
  ];

  it.each(both)('%s', (text, type) => {
    expect(typeToJson(type)).toBe(text);
    expect(typeFromJson(text)).toEqual(type);
  });

  const malformed = [
    '', '{', 'string', '"int"', 'null', '5', '{}', '[]', '["list"]', '["list","string","string"]', '["list",null]',
    '["option","string"]', '["tuple","string"]', '["tuple",["string",5]]', '["object",[]]', '["object",{"a":1}]',
    '["object",{"a":"bool"},["b"]]', '["object",{"a":"bool"},"a"]', '["object",{"a":"bool"},["a"],1]', '"__proto__"',
  ]; // prettier-ignore

  it.each(malformed)('%s is refused', (text) => {
    expect(valueErrorOf(() => typeFromJson(text)).message).toMatch(/^expected a type .*saw /);
  });
});
