import {
  canonical,
  equal,
  types,
  type Members,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { unknown } from '../../../../schema';
import { bare } from './typed-value';
import { valueErrorOf } from './value-error-of';

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
