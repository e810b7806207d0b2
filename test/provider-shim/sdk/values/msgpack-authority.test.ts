import { Decoder, encode, ExtData } from '@msgpack/msgpack';
import fc from 'fast-check';
import { Extension, parseMsgpack } from '../../../../provider-shim/sdk/values/msgpack-parse';
import { writeMsgpack } from '../../../../provider-shim/sdk/values/msgpack-write';
import { codePoint } from '../../../support/code-point';

/** Lengths around those at which the form of an item changes. */
const length = fc.constantFrom(0, 1, 2, 4, 8, 15, 16, 17, 31, 32, 255, 256);

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.string({ unit: codePoint }),
  length.map((count) => 'é'.repeat(count)),
  length.map((count) => new Uint8Array(count).fill(7)),
  fc.maxSafeNat(),
  fc.constantFrom(0x7f, 0x80, 0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff, 0x1_0000_0000),
  fc
    .tuple(fc.integer({ min: -128, max: 127 }), length)
    .map(([type, count]) => new Extension(type, new Uint8Array(count))),
);
const key = fc.string({ unit: 'grapheme' }).filter((text) => text !== '__proto__');
const item = fc.letrec((tie) => ({
  any: fc.oneof({ weight: 3, arbitrary: leaf }, tie('list'), tie('record')),
  list: fc.oneof(
    fc.array(tie('any'), { maxLength: 5 }),
    fc.constantFrom(15, 16, 300).map((count) => new Array<null>(count).fill(null)),
  ),
  record: fc.dictionary(key, tie('any'), { maxKeys: 40, noNullPrototype: true }),
})).any;

test('everything is written as an independent library writes it, and it reads the same', () => {
  fc.assert(
    fc.property(item, (one) => {
      const written = writeMsgpack(one);
      expect(Buffer.from(written).equals(encode(forLibrary(one), { useBigInt64: false }))).toBe(true);
      expect(plain(parseMsgpack(written))).toEqual(plain(byLibrary(written)));
    }),
    { numRuns: 150 },
  );
});

test.each([65_535, 65_536])('text, bytes, arrays and extensions of %i are written alike', (count) => {
  const bytes = new Uint8Array(count);
  for (const one of ['x'.repeat(count), bytes, new Array<null>(count).fill(null), new Extension(1, bytes)])
    expect(Buffer.from(writeMsgpack(one)).equals(encode(forLibrary(one)))).toBe(true);
});

test('every head byte is read as an independent library reads it', () => {
  for (let head = 0; head < 0x100; head += 1) {
    // The library sets memory aside for as many items as are claimed.
    for (const next of head >= 0xdc && head <= 0xdf ? [0] : [0, 1, 0x7f, 0xff]) {
      const bytes = Uint8Array.from({ length: 40 }, (_, at) => (at === 0 ? head : at < 9 ? next : 0xc0));
      const ours = outcome(() => parseMsgpack(bytes));
      const theirs = outcome(() => byLibrary(bytes));
      if (theirs !== 'refused') expect(ours === 'refused' ? undefined : plain(ours)).toEqual(plain(theirs));
    }
  }
});

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

function byLibrary(bytes: Uint8Array): unknown {
  return new Decoder({
    useBigInt64: true,
    rawStrings: true,
    extensionCodec: {
      tryToEncode: () => null,
      decode: (payload, type) => new Extension(type, payload),
    },
    mapKeyConverter: (raw) => (typeof raw === 'number' ? raw : Buffer.from(raw as Uint8Array).toString()),
  }).decode(bytes);
}

/** What the library is to write for an item of ours. */
function forLibrary(one: unknown): unknown {
  if (one instanceof Extension) return new ExtData(one.type, one.payload);
  if (Array.isArray(one)) return one.map(forLibrary);
  if (typeof one !== 'object' || one === null || one instanceof Uint8Array) return one;
  return Object.fromEntries(Object.entries(one).map(([name, value]) => [name, forLibrary(value)]));
}

/** An item without its classes, which the two do not share. */
function plain(one: unknown): unknown {
  if (one instanceof Uint8Array) return Buffer.from(one).toString('hex');
  if (one instanceof Extension) return ['extension', one.type, plain(one.payload)];
  if (Array.isArray(one)) return one.map(plain);
  if (typeof one === 'bigint') return `${one}n`;
  if (typeof one !== 'object' || one === null) return one;
  const entries = one instanceof Map ? [...one] : Object.entries(one);
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));
}
