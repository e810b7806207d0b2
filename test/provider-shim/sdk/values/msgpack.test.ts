import {
  decodeMsgpack,
  encodeMsgpack,
  types,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { unknown } from '../../../../schema';
import { hex, toHex } from './hex';
import { bare } from './typed-value';
import { valueErrorOf } from './value-error-of';

const person = types.object({ name: types.string, age: types.number });
const tags = types.map(types.string);

describe('MessagePack', () => {
  const both: readonly (readonly [name: string, type: Type, value: Value, bytes: string])[] = [
    ['null of any type', person, null, 'c0'],
    ['a string', types.string, 'abc', 'a3 "abc"'],
    ['a string that begins with U+FEFF', types.string, '\uFEFFa', 'a4 efbbbf 61'],
    ['true', types.bool, true, 'c3'],
    ['an empty list', types.list(types.string), [], '90'],
    ['a set, in the order given', types.set(types.number), [2, 1], '92 a1 "2" a1 "1"'],
    ['a map', tags, bare([['a b', 'c']]), '81 a3 "a b" a1 "c"'],
    ['a map with the key __proto__', tags, bare([['__proto__', 'x']]), '81 a9 "__proto__" a1 "x"'],
    [
      'an object',
      person,
      bare<Value>([
        ['name', null],
        ['age', 5],
      ]),
      '82 a4 "name" c0 a3 "age" a1 "5"',
    ],
    ['an unknown value', person, unknown, 'd40000'],
  ];

  it.each(both)('writes and reads %s', (_, type, value, bytes) => {
    expect(toHex(encodeMsgpack(type, value))).toBe(toHex(hex(bytes)));
    expect(decodeMsgpack(type, hex(bytes))).toEqual(value);
  });

  const readOnly: readonly (readonly [name: string, type: Type, bytes: string, value: Value])[] = [
    ['a number that is an integer', types.list(types.number), '92 02 d1ff7f', [2, -129]],
    ['the attributes of an object in another order', person, '82 a3 "age" 05 a4 "name" c0', bare<Value>([['name', null], ['age', 5]])], // prettier-ignore
    ['any extension as unknown', types.string, 'd50103ff', unknown],
    ['an empty extension as unknown', types.number, 'c7000c', unknown],
    ['what is known of an unknown value as nothing', types.string, 'c7090c 82 01c2 02a4 "pre-"', unknown],
  ];

  it.each(readOnly)('reads %s', (_, type, bytes, value) => {
    expect(decodeMsgpack(type, hex(bytes))).toEqual(value);
  });

  it('decodes to records without a prototype, so that no key is special', () => {
    const value = decodeMsgpack(tags, hex('80'));
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  it('encodes a missing attribute as null', () => {
    expect(toHex(encodeMsgpack(person, { age: 5 }))).toBe(toHex(hex('82 a4 "name" c0 a3 "age" a1 "5"')));
  });

  const misfits: readonly (readonly [name: string, type: Type, value: unknown, message: string])[] = [
    ['a string for a number', types.number, '5', 'expected a number; saw a string'], // prettier-ignore
    ['half a surrogate pair', types.string, 'a\ud800', 'expected Unicode text; saw half of a surrogate pair'],
    ['NaN', types.number, NaN, 'expected a finite number; saw NaN or Infinity'],
    [
      'an attribute that the type lacks',
      types.object({ people: types.list(person) }),
      { people: [{ name: 'a', nick: 'b' }] },
      'people[0].nick: no attribute of this name; allowed are age, name',
    ],
    [
      'a wrong value deep inside',
      types.object({ tags: types.map(types.list(types.string)) }),
      { tags: { 'a b': ['x', 1] } },
      'tags["a b"][1]: expected a string; saw a number',
    ],
  ];

  it.each(misfits)('refuses to write %s', (_, type, value, message) => {
    expect(valueErrorOf(() => encodeMsgpack(type, value as Value)).message).toBe(message);
  });

  it('refuses an integer that a JavaScript number has rounded', () => {
    const { message } = valueErrorOf(() => encodeMsgpack(types.object({ n: types.number }), { n: 2 ** 53 }));
    expect(message).toMatch(
      /^n: expected a number that keeps its digits; saw one that a JavaScript number would round$/,
    );
  });
});
