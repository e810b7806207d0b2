import { decimalText } from './decimal';
import { decimalOf, numberFromText, type ExactNumber } from './exact-number';
import { textOfUtf8 } from './utf8';

/**
 * A number in the form to write: always decimal text, which the engine parses without loss, with the same precision of
 * 512 bits as the numbers of its own state file.
 *
 * A MessagePack integer or float64 is the same number, but held at 64 or 53 bits. To Terraform that is a different
 * state: `plan -refresh-only -detailed-exitcode` exits with 2 and shows no change (1.11.4; `ManagedResourcesEqual`
 * compares the decoded values bit by bit). And 1/3 at 53 bits is not the 1/3 of a configuration ("Provider produced
 * invalid plan").
 */
export function numberToWire(value: number | ExactNumber): string {
  return decimalText(decimalOf(value));
}

/**
 * The number of a parsed item, which is a number, a bigint or the bytes of a text; undefined for anything else,
 * and for NaN and infinities.
 *
 * A whole float64 is exact. A fraction means its shortest decimal text, 0.1 one tenth, because the engine compares it
 * that way: it holds such a number at 53 bits (results of `pow` and `log`, attributes of other providers) and compares
 * shortest texts. A fraction with more digits that happens to fit a float64, such as 12345/2^30, looks the same on the
 * wire; the engine itself loses it between plan and apply, even for its built-in provider (Terraform 1.11.4: "Provider
 * produced inconsistent final plan").
 */
export function numberFromWire(raw: unknown): number | ExactNumber | undefined {
  if (typeof raw === 'bigint') return numberFromText(raw.toString());
  if (typeof raw === 'number' && Number.isFinite(raw)) {
    return numberFromText(Number.isInteger(raw) ? BigInt(raw).toString() : String(raw));
  }
  const text = raw instanceof Uint8Array ? textOfUtf8(raw) : undefined;
  return text === undefined ? undefined : numberFromText(text);
}
