import {
  decodeJson,
  InexactNumber,
  types,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { bare } from './typed-value';

const person = types.object({ name: types.string, age: types.number });

describe('JSON', () => {
  const both: readonly (readonly [name: string, type: Type, value: Value, text: string])[] = [
    ['null', person, null, 'null'],
    ['a string', types.string, 'a"\u0000é😀', '"a\\"\\u0000é😀"'],
    ['a set', types.set(types.bool), [true, false], '[true,false]'],
    ['a map with special keys', types.map(types.string), bare([['__proto__', 'x'], ['constructor', 'y']]), '{"__proto__":"x","constructor":"y"}'], // prettier-ignore
    ['an object', person, bare<Value>([['name', 'a'], ['age', null]]), '{"name":"a","age":null}'], // prettier-ignore
  ];

  it.each(both)('reads %s', (_, type, value, text) => {
    expect(decodeJson(type, text)).toEqual(value);
  });

  const lenient: readonly (readonly [name: string, type: Type, text: string, value: Value])[] = [
    ['missing attributes as null', person, '{}', bare<Value>([['name', null], ['age', null]])], // prettier-ignore
    ['"true" as a bool', types.bool, '"true"', true],
    ['"0" as a bool', types.bool, '"0"', false],
    ['a number as a string, digit by digit', types.string, '1.50', '1.50'],
    ['a big number as a string', types.string, '12345678901234567890', '12345678901234567890'],
    ['a bool as a string', types.string, 'true', 'true'],
    [
      'a string as a number',
      types.number,
      '"12345678901234567890"',
      new InexactNumber('12345678901234567890'),
    ],
    ['one key twice with one value', types.map(types.number), '{"a":1,"a":1}', bare([['a', 1]])],
  ];

  it.each(lenient)('reads %s', (_, type, text, value) => {
    expect(decodeJson(type, text)).toEqual(value);
  });
});
