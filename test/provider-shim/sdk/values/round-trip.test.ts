import fc from 'fast-check';
import {
  canonical,
  decodeJson,
  decodeMsgpack,
  encodeJson,
  encodeMsgpack,
  equal,
  isWhollyKnown,
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
    fc.assert(
      fc.property(typedValue({ unknowns: false }), (typed) => {
        const text = encodeJson(typed.type, typed.value);
        expect(decodeJson(typed.type, text)).toEqual(typed.value);
        expect(() => JSON.parse(text) as unknown).not.toThrow();
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

  it('a value is wholly known exactly when JSON can encode it', () => {
    fc.assert(
      fc.property(typedValue({ unknowns: true }), (typed) => {
        const write = () => encodeJson(typed.type, typed.value);
        if (isWhollyKnown(typed.value)) expect(write).not.toThrow();
        else expect(write).toThrow(/unknown value/);
      }),
      { numRuns: 300 },
    );
  });
});
