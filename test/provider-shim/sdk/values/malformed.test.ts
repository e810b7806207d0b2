import {
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  types,
  typeToJson,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { hex } from './hex';
import { valueErrorOf } from './value-error-of';

const tags = types.map(types.string);
const person = types.object({ name: types.string });

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
    ['an attribute less', person, '80', /^name: expected every attribute of the object; this one is missing/],
    ['one too many', person, '82 a4 "name" c0 a1 "x" c0', /^x: no attribute of this name; allowed are name$/],
    ['a bool for a number', types.number, 'c3', /expected a number; saw a bool/],
    ['a text that is no number', types.number, 'a3 "abc"', /expected a number; saw a string/],
    ['NaN', types.number, 'cb7ff8000000000000', /expected a number; saw a number/],
  ];

  it.each(malformed)('%s is a ValueError', (_, type, bytes, message) => {
    expect(valueErrorOf(() => decodeMsgpack(type, hex(bytes))).message).toMatch(message);
  });

  it('with nested array heads takes no memory for the claimed items', () => {
    const bytes = Uint8Array.from({ length: 64 * 1024 }, (_, at) => (at % 3 === 0 ? 0xdc : 0x7f));
    expect(valueErrorOf(() => decodeMsgpack(deepType, bytes)).message).toMatch(/deeper than 512|more items/);
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
    ['one too many', types.list(person), '[{"nick":1}]', /^\[0\]\.nick: no attribute .* allowed are name$/],
    ['one named __proto__', person, '{"__proto__":{"name":"x"}}', /^__proto__: no attribute of this name/],
  ];

  it.each(malformed)('%s is a ValueError', (_, type, text, message) => {
    expect(valueErrorOf(() => decodeJson(type, text)).message).toMatch(message);
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
    expect(valueErrorOf(action).message).toMatch(/nested deeper than 512 levels/);
  });

  it('a value of 500 levels is written and read', () => {
    const type = Array.from({ length: 500 }).reduce<Type>((inner) => types.list(inner), types.string);
    const value = Array.from({ length: 500 }).reduce<Value>((inner) => [inner], 'core');
    expect(decodeMsgpack(type, encodeMsgpack(type, value))).toEqual(value);
  });
});
