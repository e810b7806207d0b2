import fc from 'fast-check';
import {
  canonical,
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  equal,
  InexactNumber,
  types,
  typeToJson,
  ValueError,
  type Members,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { unknown } from '../../../../schema';
import { bare, typedValue } from './typed-value';

/** Bytes from hex digits; text in quotes stands for its ASCII bytes: `a3 "abc"`. */
function hex(written: string): Uint8Array {
  const digits = written.replace(/"([^"]*)"/g, (_, text: string) => Buffer.from(text).toString('hex'));
  return new Uint8Array(Buffer.from(digits.replace(/\s+/g, ''), 'hex'));
}

/** The message of the ValueError that an action throws. */
function refusalOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
  throw new Error('expected a ValueError, but nothing was thrown');
}

const person = types.object({ name: types.string, age: types.number });
const tags = types.map(types.string);

describe('MessagePack', () => {
  it('encodes a missing attribute as null', () => {
    expect(encodeMsgpack(person, { age: 5 })).toEqual(encodeMsgpack(person, { name: null, age: 5 }));
  });

  it('decodes the attributes of an object in any order', () => {
    expect(decodeMsgpack(person, hex('82 a3 "age" 05 a4 "name" c0'))).toEqual(
      bare<Value>([
        ['name', null],
        ['age', 5],
      ]),
    );
  });

  const misfits: readonly (readonly [name: string, type: Type, value: unknown, message: string])[] = [
    ['a string for a number', types.number, '5', 'expected a number; saw a string'], // prettier-ignore
    ['half a surrogate pair', types.string, 'a\ud800', 'expected Unicode text; saw half of a surrogate pair'],
    ['NaN', types.number, NaN, 'expected a finite number; saw NaN or Infinity'],
    [
      'an integer that a JavaScript number has rounded',
      types.object({ n: types.number }),
      { n: 2 ** 53 },
      'n: expected a number that keeps its digits; saw one that a JavaScript number would round',
    ],
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
    expect(refusalOf(() => encodeMsgpack(type, value as Value))).toBe(message);
  });
});

describe('JSON', () => {
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
    expect(refusalOf(() => equal(names, ['a'], [1]))).toBe('[0]: expected a string; saw a number');
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

const inexact = (text: string) => new InexactNumber(text);

/** The formats that the MessagePack specification has, beside those that `msgpack-authority.test.ts` writes. */
const FORMATS: readonly (readonly [bytes: string, type: Type, value: Value])[] = [
  ['7f', types.number, 127],
  ['e0', types.number, -32],
  ['cc ff', types.number, 255],
  ['cd ff01', types.number, 65_281],
  ['ce ffffff01', types.number, 4_294_967_041],
  ['cf 001fffffffffffff', types.number, 2 ** 53 - 1],
  ['cf ffffffffffffffff', types.number, inexact('18446744073709551615')],
  ['d0 81', types.number, -127],
  ['d1 8001', types.number, -32_767],
  ['d2 80000001', types.number, -2_147_483_647],
  ['d3 ffe0000000000001', types.number, -(2 ** 53 - 1)],
  ['d3 8000000000000001', types.number, inexact('-9223372036854775807')],
  ['ca 3fc00000', types.number, 1.5],
  ['cb 3ff8000000000000', types.number, 1.5],
  ['c4 01 "a"', types.string, 'a'],
  ['c5 0001 "a"', types.string, 'a'],
  ['c6 00000001 "a"', types.string, 'a'],
  ...['d4 00 00', 'd5 0c 0000', 'd6 ff 00000000', `d7 00 ${'00'.repeat(8)}`, `d8 00 ${'00'.repeat(16)}`].map(
    (bytes) => [bytes, types.bool, unknown] as const,
  ),
  ...['c7 02 0c 80c0', 'c8 0001 0c 80', 'c9 00000001 0c 80'].map(
    (bytes) => [`92 ${bytes} c3`, types.list(types.bool), [unknown, true]] as const,
  ),
];

it.each(FORMATS)('the bytes %s are read', (bytes, type, value) => {
  expect(decodeMsgpack(type, hex(bytes))).toEqual(value);
});

describe('numbers', () => {
  const third = `0.${'3'.repeat(154)}`;

  it.each([
    ['2.5e1', 25],
    ['007.500', 7.5],
    ['-0', 0],
    [third, inexact(third)],
  ])('are read from the text %s', (text, value) => {
    expect(decodeMsgpack(types.number, encodeMsgpack(types.string, text))).toEqual(value);
  });

  it('writes −0 as 0', () => {
    expect(encodeMsgpack(types.number, -0)).toEqual(encodeMsgpack(types.string, '0'));
  });

  it.each<readonly [number | InexactNumber, number | InexactNumber, boolean]>([
    [0, -0, true],
    [inexact('9007199254740993'), inexact('9007199254740993'), true],
    [inexact('9007199254740993'), inexact('9007199254740992'), false],
    [1 / 3, inexact(third), false],
    [-5, 5, false],
  ])('%p and %p are compared exactly', (a, b, same) => {
    expect(equal(types.number, a, b)).toBe(same);
  });

  it('a set of numbers is sorted by value', () => {
    expect(canonical(types.set(types.number), [10, 9, 0.5, -3, 9])).toEqual([-3, 0.5, 9, 10]);
  });

  const noNumbers = ['', '.', '-', '+', 'e5', '1e', '1e+', '0x10', '1_000', ' 1', '1 ', '1\n', 'NaN', 'Infinity', '1.2.3', '١', '1e9999999999']; // prettier-ignore

  it.each(noNumbers)('%j is not a number', (text) => {
    const bytes = encodeMsgpack(types.string, text);
    expect(refusalOf(() => decodeMsgpack(types.number, bytes))).toMatch(/^expected a number/);
  });
});

const named = types.object({ name: types.string });

const deepType = Array.from({ length: 600 }).reduce<Type>((inner) => types.list(inner), types.string);

describe('malformed MessagePack', () => {
  const malformed: readonly (readonly [name: string, type: Type, bytes: string, message: RegExp])[] = [
    ['no bytes', types.string, '', /^malformed MessagePack of 0 bytes: they end/],
    ['a text that is cut off', types.string, 'a3 "ab"', /end in the middle/],
    ['a number that is cut off', types.number, 'cb3ff0', /end in the middle/],
    ['an array that is cut off', types.list(types.bool), '92 c3', /more items than there are bytes/],
    ['a map that is cut off', tags, '81 a1 "a"', /end in the middle/],
    ['an array of billions', types.list(types.bool), 'ddffffffff', /more items than there are bytes/],
    ['bytes after the value', types.bool, 'c3 c3', /1 bytes follow the value/],
    ['text that is not UTF-8', types.string, 'a2 c328', /expected a string; saw bytes that are not UTF-8/],
    ['a key that is not UTF-8', tags, '81 a1 ff a1 "x"', /a map key is not UTF-8/],
    ['a key that is null', tags, '81 c0 a1 "x"', /a map key is neither text/],
    ['a key that is a number', tags, '81 01 a1 "x"', /expected a map; saw a map with keys that are not text/],
    ['an attribute less', named, '80', /^name: expected every attribute of the object; this one is missing/],
    ['one too many', named, '82 a4 "name" c0 a1 "x" c0', /^x: no attribute of this name; allowed are name$/],
    ['a bool for a number', types.number, 'c3', /expected a number; saw a bool/],
    ['a text that is no number', types.number, 'a3 "abc"', /expected a number; saw a string/],
    ['NaN', types.number, 'cb7ff8000000000000', /expected a number; saw a number/],
  ];

  it.each(malformed)('%s is a ValueError', (_, type, bytes, message) => {
    expect(refusalOf(() => decodeMsgpack(type, hex(bytes)))).toMatch(message);
  });

  it('with nested array heads takes no memory for the claimed items', () => {
    const bytes = Uint8Array.from({ length: 64 * 1024 }, (_, at) => (at % 3 === 0 ? 0xdc : 0x7f));
    expect(refusalOf(() => decodeMsgpack(deepType, bytes))).toMatch(/deeper than 512|more items/);
  });
});

describe('malformed JSON', () => {
  const malformed: readonly (readonly [name: string, type: Type, text: string, message: RegExp])[] = [
    ['an empty text', types.string, '', /^malformed JSON of 0 characters/],
    ['a bracket that is not closed', types.list(types.string), '["a"', /^malformed JSON/],
    ['a number with a leading zero', types.number, '01', /^malformed JSON/],
    ['one key with two values', tags, '{"a":"x","a":"y"}', /^malformed JSON/],
    ['a text that is no number', types.number, '"abc"', /expected a number; saw a string/],
    ['a number that no engine can hold', types.number, '1e99999999999', /expected a number; saw a number/],
    ['a text that is no bool', types.bool, '"yes"', /expected a bool; saw a string/],
    ['an array for a map', tags, '[]', /expected a map; saw an array of 0/],
    ['one too many', types.list(named), '[{"nick":1}]', /^\[0\]\.nick: no attribute .* allowed are name$/],
    ['one named __proto__', named, '{"__proto__":{"name":"x"}}', /^__proto__: no attribute of this name/],
  ];

  it.each(malformed)('%s is a ValueError', (_, type, text, message) => {
    expect(refusalOf(() => decodeJson(type, text))).toMatch(message);
  });
});

describe('the depth of values:', () => {
  const depth = 100_000;
  const deepValue = Array.from({ length: 600 }).reduce<Value>((inner) => [inner], null);
  const tooDeep: readonly (readonly [name: string, action: () => unknown])[] = [
    ['MessagePack', () => decodeMsgpack(deepType, new Uint8Array(depth).fill(0x91))],
    ['JSON arrays', () => decodeJson(deepType, '['.repeat(depth))],
    ['a type', () => typeToJson(deepType)],
    ['a value', () => encodeMsgpack(deepType, deepValue)],
  ];

  it.each(tooDeep)('%s nested too deeply is a ValueError', (_, action) => {
    expect(refusalOf(action)).toMatch(/nested deeper than 512 levels/);
  });

  it('a value of 500 levels is written and read', () => {
    const type = Array.from({ length: 500 }).reduce<Type>((inner) => types.list(inner), types.string);
    const value = Array.from({ length: 500 }).reduce<Value>((inner) => [inner], 'core');
    expect(decodeMsgpack(type, encodeMsgpack(type, value))).toEqual(value);
  });
});
