import { decimalText } from './decimal';
import { decimalOf, numberFromText, type ExactNumber } from './exact-number';
import { textOfUtf8 } from './utf8';

const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * A number as the MessagePack library is to write it: an integer of 64 bits in its smallest form, anything else
 * as decimal text, which the engine parses without loss. A float64 is never written: the engine would keep it
 * at 53 bits, where 1/3 is not the 1/3 of a configuration ("Provider produced invalid plan").
 */
export function numberToWire(value: number | ExactNumber): number | bigint | string {
  const text = decimalText(decimalOf(value));
  if (!/^-?\d{1,20}$/.test(text)) return text;
  const integer = BigInt(text);
  if (integer < INT64_MIN || integer > UINT64_MAX) return text;
  // With 64-bit integers on, the library writes a number as a float64 where 32 bits are too few.
  return integer >= -0x8000_0000n && integer < 0x1_0000_0000n ? Number(integer) : integer;
}

/**
 * The number of a parsed item, which is a number, a bigint or the bytes of a text; undefined for anything else,
 * and for NaN and infinities.
 *
 * A whole float64 is exact. A fraction is taken at its shortest decimal text, 0.1 as one tenth, because that is
 * how the engine compares it: it holds such a number at 53 bits (results of `pow` and `log`, attributes of other
 * providers) and compares shortest texts. A fraction of more digits that happens to fit a float64, such as
 * 12345/2^30, looks the same on the wire; the engine loses it by itself between plan and apply, for its built-in
 * provider too (Terraform 1.11.4: "Provider produced inconsistent final plan").
 */
export function numberFromWire(raw: unknown): number | ExactNumber | undefined {
  if (typeof raw === 'bigint') return numberFromText(raw.toString());
  if (typeof raw === 'number' && Number.isFinite(raw)) {
    return numberFromText(Number.isInteger(raw) ? BigInt(raw).toString() : String(raw));
  }
  const text = raw instanceof Uint8Array ? textOfUtf8(raw) : undefined;
  return text === undefined ? undefined : numberFromText(text);
}
