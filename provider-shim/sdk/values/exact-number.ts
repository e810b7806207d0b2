import { decimalText, parseDecimal, type Decimal } from './decimal';
import { ValueError } from './value-error';

/**
 * A number that a JavaScript `number` would round: an integer beyond ±(2^53−1), or a fraction of many digits. It is
 * kept as text and never computed with.
 */
export class ExactNumber {
  /** Canonical: plain decimal without needless zeros, with an exponent only beyond 4096 padding zeros. */
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** @throws {ValueError} the text is not a decimal number */
  static of(text: string): ExactNumber {
    const decimal = parseDecimal(text);
    if (!decimal)
      throw new ValueError('expected a decimal number such as "12.5" or "1e400"; saw another text');
    return new ExactNumber(decimalText(decimal));
  }
}

/** The decimal of a number. A `number` means its shortest text: 0.1 is one tenth. It must be finite. */
export function decimalOf(value: number | ExactNumber): Decimal {
  const text = typeof value === 'number' ? String(value) : value.text;
  const decimal = parseDecimal(text);
  if (!decimal) throw new ValueError('expected a finite number; saw NaN or Infinity');
  return decimal;
}

/** Parses a decimal text: a `number` when that is exact, otherwise an ExactNumber; undefined when malformed. */
export function numberFromText(text: string): number | ExactNumber | undefined {
  const decimal = parseDecimal(text);
  if (!decimal) return undefined;
  const plain = decimalText(decimal);
  const nearest = Number(plain);
  return isFaithful(nearest) && decimalText(decimalOf(nearest)) === plain ? nearest : ExactNumber.of(plain);
}

/** Whether a `number` is exact: a fraction, by its shortest text, or an integer up to ±(2^53−1). */
export function isFaithful(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
