import { decode, encode, ExtData } from '@msgpack/msgpack';
import fc from 'fast-check';
import {
  decodeMsgpack,
  encodeMsgpack,
  InexactNumber,
  types,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { isUnknown } from '../../../../schema';
import { typedValue } from './typed-value';

/** A number is written as its text, and an unknown value as the extension that the engine writes. */
function forLibrary(type: Type, value: Value): unknown {
  if (isUnknown(value)) return new ExtData(0, Uint8Array.of(0));
  if (typeof value === 'number') return String(value + 0);
  if (value instanceof InexactNumber) return value.text;
  if (type.kind === 'list' || type.kind === 'set')
    return (value as readonly Value[] | null)?.map((item) => forLibrary(type.element, item)) ?? null;
  if (value === null || typeof value !== 'object') return value;
  const partOf = (name: string): Type =>
    type.kind === 'object' ? (type.attributes[name] as Type) : (type as { readonly element: Type }).element;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, forLibrary(partOf(name), part as Value)]),
  );
}

test('everything is written as an independent library writes it, and it reads the same', () => {
  fc.assert(
    fc.property(typedValue({ unknowns: true }), ({ type, value }) => {
      const [written, theirs] = [encodeMsgpack(type, value), encode(forLibrary(type, value))];
      expect(decodeMsgpack(type, theirs)).toEqual(value);
      expect(decodeMsgpack(type, written)).toEqual(value);
      // The library refuses to read this name.
      fc.pre(!Buffer.from(theirs).includes('__proto__'));
      expect(decode(written)).toEqual(decode(theirs));
    }),
    { numRuns: 500 },
  );
});

test.each([0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536])('sizes of %i are written alike', (count) => {
  const text = 'x'.repeat(count);
  const items = new Array<null>(count).fill(null);
  const map = Object.fromEntries(items.map((_, at) => [`k${at}`, null]));
  const cases: readonly (readonly [Type, Value])[] = [
    [types.string, text],
    [types.list(types.bool), items],
    [types.map(types.bool), map],
  ];
  for (const [type, value] of cases) {
    const written = encodeMsgpack(type, value);
    expect(Buffer.from(written).equals(encode(value))).toBe(true);
    // Compared as bytes: to compare so many members one by one takes seconds.
    expect(Buffer.from(encodeMsgpack(type, decodeMsgpack(type, written))).equals(written)).toBe(true);
  }
});
