import fc from 'fast-check';
import {
  canonical,
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  equal,
  InexactNumber,
} from '../../../../provider-shim/sdk/values';
import { typedValue } from './typed-value';

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
