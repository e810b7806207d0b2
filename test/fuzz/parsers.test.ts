import fc from 'fast-check';
import { mutationsOf } from '../emulator/refusals/mutations';
import { inLane } from '../support/lane';
import { bytesOf, PARSERS, type Piece } from './parsers';

const INPUTS = inLane({ share: 1000, whole: 10_000 });

/** A document of JSON, also behind a byte that chooses. */
function documentIn(message: Buffer): { readonly first: Buffer; readonly document: unknown } | undefined {
  const start = /[{[]/.test(String.fromCharCode(message[0] ?? 0)) ? 0 : 1;
  try {
    return { first: message.subarray(0, start), document: JSON.parse(message.toString('utf8', start)) };
  } catch {
    return undefined;
  }
}

/** A message, or its document with something wrong at one place, or far down. */
function originals(message: Buffer): fc.Arbitrary<Buffer> {
  const found = documentIn(message);
  if (found === undefined) return fc.constant(message);
  const { first, document } = found;
  const behindFirst = (text: string): Buffer => Buffer.concat([first, Buffer.from(text)]);
  const text = JSON.stringify(document);
  const mutations = mutationsOf(document);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(message) },
    {
      weight: 5,
      arbitrary: fc
        .constantFrom(...mutations)
        .map(({ document: mutated }) => behindFirst(JSON.stringify(mutated))),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat(4000), fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const))
        .map(([deep, [open, close]]) => behindFirst(`${open.repeat(deep)}${text}${close.repeat(deep)}`)),
    },
  );
}

/** Messages in which some bytes are replaced by a byte, a word or a part of a message, once or many times, or are cut out. */
function damaged(messages: readonly Buffer[], words: readonly Piece[]): fc.Arbitrary<Buffer> {
  const part = fc
    .tuple(fc.constantFrom(...messages), fc.nat(), fc.oneof(fc.nat(12), fc.nat(2000)))
    .map(([message, at, length]) => message.subarray(at % message.length).subarray(0, length));
  const damage = fc.record({
    at: fc.nat(),
    length: fc.oneof(fc.nat(1), fc.nat(64), fc.constant(Infinity)),
    piece: fc.oneof(
      fc.constant(Buffer.alloc(0)),
      fc.nat(255).map((byte) => Buffer.of(byte)),
      fc.constantFrom(...words).map(bytesOf),
      part,
    ),
    times: fc.oneof({ weight: 50, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(2000) }),
  });
  const message = fc.oneof(...messages.map(originals));
  return fc.tuple(message, fc.array(damage, { maxLength: 3 })).map(([whole, all]) =>
    all.reduce((input, { at, length, piece, times }) => {
      const from = at % (input.length + 1);
      const pieces = Buffer.alloc(piece.length * times, piece);
      return Buffer.concat([input.subarray(0, from), pieces, input.subarray(from + length)]);
    }, whole),
  );
}

const MEMBERS_OF_ALL = Object.getOwnPropertyNames(Object.prototype);

describe.each(PARSERS)('$name', ({ messages, words, found = [], decode, refusal }) => {
  test('are read', async () => {
    for (const message of await messages()) await decode(bytesOf(message));
  });

  test('that are damaged are read or refused, and leave nothing behind', async () => {
    const isReadOrRefused = fc.asyncProperty(
      damaged((await messages()).map(bytesOf), words),
      async (input) => {
        try {
          await decode(input);
        } catch (error) {
          if (refusal === undefined || !(error instanceof refusal)) throw error;
        }
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(MEMBERS_OF_ALL);
      },
    );
    await fc.assert(isReadOrRefused, { numRuns: INPUTS, examples: found.map((text) => [bytesOf(text)]) });
  });
});
