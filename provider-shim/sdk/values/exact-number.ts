import { ValueError } from './place';

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

/** A number as ±digits × 10^exponent. The digits neither begin nor end with 0; zero has no digits and no sign. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Go math/big: the binary exponent of a Float has 32 bits, so the engine's numbers end at about 10^±646456993. */
const MAX_EXPONENT = 646_456_993;

/** With more padding zeros than this, a number is written with an exponent: 1e100000000 stays short. */
const MAX_PADDING = 4096;

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Parses a decimal text; undefined when it is malformed or the engine cannot hold the number. */
function parseDecimal(text: string): Decimal | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const written = whole + fraction;
  if (written === '') return undefined;
  let start = 0;
  let end = written.length;
  while (start < end && written[start] === '0') start++;
  while (end > start && written[end - 1] === '0') end--;
  if (start === end) return { negative: false, digits: '', exponent: 0 };
  const exponent = Number(power) - fraction.length + (written.length - end);
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  return { negative: sign === '-', digits: written.slice(start, end), exponent };
}

/** The canonical text of a number: plain (`-0.001`, `1200`), or with an exponent if plain would be too long. */
export function decimalText({ negative, digits, exponent }: Decimal): string {
  if (digits === '') return '0';
  return (negative ? '-' : '') + magnitudeText(digits, exponent);
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = signOf(a);
  if (sign !== signOf(b)) return sign - signOf(b);
  const magnitude = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (magnitude !== 0) return sign * magnitude;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -sign : sign;
}

function magnitudeText(digits: string, exponent: number): string {
  const point = digits.length + exponent;
  if (exponent >= 0 && exponent <= MAX_PADDING) return digits + '0'.repeat(exponent);
  if (exponent < 0 && point > 0) return `${digits.slice(0, point)}.${digits.slice(point)}`;
  if (exponent < 0 && point >= -MAX_PADDING) return `0.${'0'.repeat(-point)}${digits}`;
  const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
  return `${mantissa}e${point > 0 ? '+' : ''}${point - 1}`;
}

function signOf({ negative, digits }: Decimal): number {
  if (digits === '') return 0;
  return negative ? -1 : 1;
}
