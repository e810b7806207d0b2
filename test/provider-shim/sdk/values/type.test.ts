import { types, typeToJson, type Type } from '../../../../provider-shim/sdk/values';

const both: readonly (readonly [text: string, type: Type])[] = [
  ['"string"', types.string],
  ['"number"', types.number],
  ['"bool"', types.bool],
  ['["list","string"]', types.list(types.string)],
  ['["set",["map","number"]]', types.set(types.map(types.number))],
  ['["object",{}]', types.object({})],
  [
    '["object",{"a":"bool","b":["list","string"]}]',
    types.object({ b: types.list(types.string), a: types.bool }),
  ],
  ['["object",{"__proto__":"bool"}]', types.object(JSON.parse('{"__proto__":{"kind":"bool"}}') as Record<string, Type>)], // prettier-ignore
];

it.each(both)('types as JSON %s', (text, type) => {
  expect(typeToJson(type)).toBe(text);
});
