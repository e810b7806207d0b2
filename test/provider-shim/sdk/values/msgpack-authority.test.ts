import { decode, Decoder, encode, ExtData } from '@msgpack/msgpack';
import fc from 'fast-check';
import {
  decodeMsgpack,
  encodeMsgpack,
  InexactNumber,
  types,
  type Type,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { isUnknown, unknown } from '../../../../schema';
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

test('every head byte is read as an independent library reads it', () => {
  for (let head = 0; head < 0x100; head += 1) {
    // The library sets memory aside for as many items as are claimed.
    for (const next of head >= 0xdc && head <= 0xdf ? [0] : [0, 1, 0x7f, 0xff]) {
      const bytes = Uint8Array.from({ length: 40 }, (_, at) => (at === 0 ? head : at < 9 ? next : 0xc0));
      const whole = bytes.subarray(0, lengthByLibrary(bytes));
      const theirs = byLibrary(whole);
      const type = typeFor(theirs, whole);
      if (type === undefined) continue;
      expect(decodeMsgpack(type, whole)).toEqual(asValue(theirs));
    }
  }
});

/** The bytes of the first item; all of them when the library refuses it. */
function lengthByLibrary(bytes: Uint8Array): number {
  for (let length = 1; length <= bytes.length; length += 1)
    if (byLibrary(bytes.subarray(0, length)) !== 'refused') return length;
  return bytes.length;
}

function byLibrary(bytes: Uint8Array): unknown {
  try {
    return new Decoder({ useBigInt64: true, mapKeyConverter: textKey }).decode(bytes);
  } catch {
    return 'refused';
  }
}

/** The engine's maps have no other keys. */
function textKey(key: unknown): string {
  if (typeof key === 'string') return key;
  throw new Error('a key that is no text');
}

function typeFor(item: unknown, bytes: Uint8Array): Type | undefined {
  if (item === 'refused' || item instanceof Uint8Array) return undefined;
  // The library makes some text of what is not UTF-8.
  if (typeof item === 'string')
    return Buffer.from(item).equals(bytes.subarray(bytes.length - Buffer.byteLength(item)))
      ? types.string
      : undefined;
  if (typeof item === 'boolean') return types.bool;
  if (typeof item === 'number' || typeof item === 'bigint')
    return Number.isFinite(Number(item)) ? types.number : undefined;
  if (Array.isArray(item)) return types.list(types.number);
  return item === null || isExtension(item) ? types.string : types.map(types.number);
}

function asValue(item: unknown): unknown {
  if (isExtension(item)) return unknown;
  if (typeof item !== 'bigint' && typeof item !== 'number') return item;
  const isSafe = !Number.isInteger(Number(item)) || Number.isSafeInteger(Number(item));
  return isSafe ? Number(item) + 0 : new InexactNumber(String(BigInt(item)));
}

/** The library reads one type of them as a time. */
function isExtension(item: unknown): boolean {
  return item instanceof ExtData || item instanceof Date;
}
