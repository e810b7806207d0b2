import {
  decodeMsgpack,
  encodeMsgpack,
  types,
  type Type,
  type Value,
  decodeJson,
  InexactNumber,
  canonical,
  equal,
  type Members,
} from '../../../../provider-shim/sdk/values';
import { unknown } from '../../../../schema';
import { hex, toHex } from './hex';
import { bare, typedValue } from './typed-value';
import { valueErrorOf } from './value-error-of';
import fc from 'fast-check';

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

const names = types.set(types.string);
const field = types.object({ name: types.string, limits: types.set(types.number) });

describe('equality of values', () => {
  const cases: readonly (readonly [name: string, type: Type, a: Value, b: Value, same: boolean])[] = [
    ['sets in another order', names, ['b', 'a'], ['a', 'b'], true],
    ['sets with repetition', names, ['a', 'a'], ['a'], true],
    ['lists in another order', types.list(types.string), ['b', 'a'], ['a', 'b'], false],
    ['text in two Unicode forms', types.string, 'e\u0301', '\u00e9', true],
    ['a set with one text in two Unicode forms', names, ['e\u0301', '\u00e9'], ['\u00e9'], true],
    ['map keys in two Unicode forms', types.map(types.bool), { 'e\u0301': true }, { '\u00e9': true }, true],
    ['maps with other keys', types.map(types.bool), { a: true }, { b: true }, false],
    ['an attribute left out, and one that is null', field, { name: 'a' }, { name: 'a', limits: null }, true],
    ['sets of objects with sets inside', types.set(field), [{ name: 'a', limits: [2, 1] }, { name: 'b' }], [{ name: 'b' }, { name: 'a', limits: [1, 2, 2] }], true], // prettier-ignore
    ['null and an empty set', names, null, [], false],
    ['unknown and unknown', names, unknown, unknown, true],
    ['unknown and null', types.string, unknown, null, false],
    ['sets with an unknown element', names, ['a', unknown], [unknown, 'a'], true],
    ['sets with one and two unknown elements', names, [unknown], [unknown, unknown], false],
  ];

  it.each(cases)('%s', (_, type, a, b, same) => {
    expect(equal(type, a, b)).toBe(same);
    expect(equal(type, b, a)).toBe(same);
  });

  it('with a value of another type is a ValueError', () => {
    expect(valueErrorOf(() => equal(names, ['a'], [1])).message).toBe('[0]: expected a string; saw a number');
  });
});

describe('the canonical form', () => {
  it('sorts sets and map keys, removes duplicates and fills in attributes', () => {
    const type = types.object({ names, map: types.map(types.string), rest: types.bool });
    const value = canonical(type, { names: ['b', 'a', 'b', null], map: { z: 'e\u0301', a: '' } });
    expect(value).toEqual(
      bare<Value>([
        ['names', [null, 'a', 'b']],
        ['map', bare([['a', ''], ['z', '\u00e9']])], // prettier-ignore
        ['rest', null],
      ]),
    );
    expect(Object.keys((value as { readonly map: object }).map)).toEqual(['a', 'z']);
  });

  it('keeps every element of a set with unknown values', () => {
    const half: Members = { name: 'a', limits: unknown };
    const made = canonical(types.set(field), [half, half]);
    expect(made).toEqual([bare<Value>(Object.entries(half)), bare<Value>(Object.entries(half))]);
  });

  it('does not change attribute names, even those not in NFC', () => {
    const type = types.object({ '\uF900': types.bool });
    expect(canonical(type, { '\uF900': true })).toEqual(bare([['\uF900', true]]));
  });
});

describe('round trips of random values', () => {
  it('MessagePack preserves every value', () => {
    fc.assert(
      fc.property(typedValue({ unknowns: true }), (typed) => {
        expect(decodeMsgpack(typed.type, encodeMsgpack(typed.type, typed.value))).toEqual(typed.value);
      }),
      { numRuns: 500 },
    );
  });

  it('JSON preserves every known value', () => {
    const asText = (_: string, part: unknown): unknown => (part instanceof InexactNumber ? part.text : part);
    fc.assert(
      fc.property(typedValue({ unknowns: false }), (typed) => {
        expect(decodeJson(typed.type, JSON.stringify(typed.value, asText))).toEqual(typed.value);
      }),
      { numRuns: 500 },
    );
  });

  it('a value equals its canonical form, which is canonical itself', () => {
    fc.assert(
      fc.property(typedValue({ unknowns: true }), (typed) => {
        const once = canonical(typed.type, typed.value);
        expect(equal(typed.type, typed.value, once)).toBe(true);
        expect(canonical(typed.type, once)).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });
});
