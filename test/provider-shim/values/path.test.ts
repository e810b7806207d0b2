import {
  Dynamic,
  getAt,
  pathText,
  setAt,
  types,
  Unknown,
  type Path,
  type Type,
  type Value,
} from '../../../provider-shim/values';
import { bare } from './typed-value';
import { valueErrorOf } from './value-error-of';

const type = types.object({
  fields: types.list(types.object({ name: types.string })),
  tags: types.map(types.string),
  names: types.set(types.string),
  pair: types.tuple([types.string, types.bool]),
  any: types.dynamic,
});
const value: Value = {
  fields: [{ name: 'a' }, { name: 'b' }],
  tags: { 'a b': 'x' },
  names: ['n'],
  pair: ['p', true],
  any: new Dynamic(types.list(types.string), ['d']),
};
const fieldName = (index: number): Path => [{ attribute: 'fields' }, { index }, { attribute: 'name' }];

describe('the text of a path', () => {
  const cases: readonly (readonly [text: string, path: Path])[] = [
    ['', []],
    ['request_headers[0].name', [{ attribute: 'request_headers' }, { index: 0 }, { attribute: 'name' }]],
    ['tags["a b"]', [{ attribute: 'tags' }, { key: 'a b' }]],
    ['tags["\\""].x', [{ attribute: 'tags' }, { key: '"' }, { attribute: 'x' }]],
    ['[1][2]', [{ index: 1 }, { index: 2 }]],
  ];

  it.each(cases)('%s', (text, path) => {
    expect(pathText(path)).toBe(text);
  });
});

describe('reading at a path', () => {
  const cases: readonly (readonly [name: string, value: Value, path: Path, part: Value])[] = [
    ['the whole value', value, [], value],
    ['an attribute of an element', value, fieldName(1), 'b'],
    ['a key of a map', value, [{ attribute: 'tags' }, { key: 'a b' }], 'x'],
    ['an index of a tuple', value, [{ attribute: 'pair' }, { index: 1 }], true],
    ['inside a dynamic value', value, [{ attribute: 'any' }, { index: 0 }], 'd'],
    ['beyond the end of a list', value, fieldName(7), null],
    ['a key that is not there', value, [{ attribute: 'tags' }, { key: 'constructor' }], null],
    ['an attribute that is left out', {}, [{ attribute: 'tags' }], null],
    ['below null', null, fieldName(0), null],
    ['below unknown', { fields: Unknown.plain }, fieldName(0), Unknown.plain],
    ['below a dynamic value that is null', {}, [{ attribute: 'any' }, { index: 0 }], null],
    ['below a dynamic value that is unknown', { any: Unknown.plain }, [{ attribute: 'any' }, { key: 'x' }], Unknown.plain], // prettier-ignore
    ['below a typed unknown', { any: new Dynamic(types.list(types.bool), Unknown.plain) }, [{ attribute: 'any' }, { index: 0 }], Unknown.plain], // prettier-ignore
  ];

  it.each(cases)('%s', (_, whole, path, part) => {
    expect(getAt(type, whole, path)).toEqual(part);
  });
});

describe('writing at a path', () => {
  const cases: readonly (readonly [
    name: string,
    type: Type,
    value: Value,
    path: Path,
    next: Value,
    made: Value,
  ])[] = [
    ['the whole value', types.string, 'a', [], 'b', 'b'],
    [
      'an attribute of an element',
      type,
      value,
      fieldName(1),
      'c',
      { ...value, fields: [{ name: 'a' }, { name: 'c' }] },
    ],
    ['a new element at the end', types.list(types.bool), [true], [{ index: 1 }], false, [true, false]],
    ['a new key', types.map(types.bool), { a: true }, [{ key: '__proto__' }], false, bare([['a', true], ['__proto__', false]])], // prettier-ignore
    ['inside a dynamic value', types.dynamic, new Dynamic(types.list(types.bool), [true]), [{ index: 0 }], null, new Dynamic(types.list(types.bool), [null])], // prettier-ignore
    ['an element of a list that is null', types.list(types.bool), null, [{ index: 0 }], true, [true]],
    ['an element of a tuple that is null', types.tuple([types.bool, types.bool]), null, [{ index: 1 }], true, [null, true]], // prettier-ignore
    ['an attribute of an object that is null', type, null, fieldName(0), 'a', { fields: [{ name: 'a' }], tags: null, names: null, pair: null, any: null }], // prettier-ignore
  ];

  it.each(cases)('%s', (_, of, whole, path, next, made) => {
    expect(setAt(of, whole, path, next)).toEqual(made);
  });

  it('leaves the value as it was and shares what did not change', () => {
    const before = JSON.stringify(value);
    const made = setAt(type, value, fieldName(0), 'z') as { readonly tags: Value };
    expect(JSON.stringify(value)).toBe(before);
    expect(made.tags).toBe((value as { readonly tags: Value }).tags);
  });

  it('refuses a part of an unknown value', () => {
    const { message } = valueErrorOf(() => setAt(type, { fields: Unknown.plain }, fieldName(0), 'a'));
    expect(message).toBe('fields: expected a known value to set a part of; saw an unknown value');
  });

  it('refuses a gap in a list', () => {
    const { message } = valueErrorOf(() => setAt(type, value, fieldName(9), 'a'));
    expect(message).toBe('fields: expected an index up to 2; saw 9');
  });
});

describe('a path that the type does not have', () => {
  const cases: readonly (readonly [path: Path, message: string])[] = [
    [[{ attribute: 'nope' }], 'nope: no attribute of this name; allowed are any, fields, names, pair, tags'],
    [[{ key: 'tags' }], 'expected an attribute (any, fields, names, pair, tags); saw the key "tags"'],
    [[{ attribute: 'tags' }, { attribute: 'a' }], 'tags: expected a key of the map; saw the attribute a'],
    [[{ attribute: 'fields' }, { key: 'a' }], 'fields: expected an index of the list; saw the key "a"'],
    [[{ attribute: 'fields' }, { index: -1 }], 'fields: expected an index of the list; saw the index -1'],
    [[{ attribute: 'pair' }, { index: 2 }], 'pair: expected an index below 2; saw the index 2'],
    [[{ attribute: 'names' }, { index: 0 }], 'names: expected the path to end, since elements of a set have no path of their own; saw the index 0'], // prettier-ignore
    [
      [...fieldName(0), { attribute: 'x' }],
      'fields[0].name: expected the path to end at a string; saw the attribute x',
    ],
  ];

  it.each(cases)('%j', (path, message) => {
    expect(valueErrorOf(() => getAt(type, value, path)).message).toBe(message);
    expect(valueErrorOf(() => setAt(type, value, path, null)).message).toBe(message);
  });
});
