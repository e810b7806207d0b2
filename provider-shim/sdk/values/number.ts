/**
 * A number that a JavaScript `number` would round, as it was sent: an integer beyond ±(2^53−1), or a fraction of many
 * digits. An attribute of whole numbers refuses it, by its text.
 */
export class InexactNumber {
  constructor(readonly text: string) {}
}

/** Parses a decimal text; undefined when it is malformed, or a number that the engine cannot hold. */
export function numberFromText(text: string): number | InexactNumber | undefined {
  if (SHORT_INTEGER.test(text)) return Number(text) + 0;
  const decimal = parseDecimal(text);
  if (decimal === undefined) return undefined;
  const nearest = Number(text) + 0;
  return isFaithful(nearest) && parseDecimal(String(nearest)) === decimal ? nearest : new InexactNumber(text);
}

/** Nearly all numbers, which are exact. */
const SHORT_INTEGER = /^-?\d{1,15}$/;

/** Whether a `number` is exact: a fraction, by its shortest text, or an integer up to ±(2^53−1). */
export function isFaithful(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** Go math/big: the binary exponent of a Float has 32 bits, so the engine's numbers end at about 10^±646456993. */
const MAX_EXPONENT = 646_456_993;

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** The one text that all texts of a number share: its sign, its digits without zeros around them, and an exponent. */
function parseDecimal(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  const written = whole + fraction;
  if (written === '') return undefined;
  let start = 0;
  let end = written.length;
  while (start < end && written[start] === '0') start++;
  while (end > start && written[end - 1] === '0') end--;
  if (start === end) return '0';
  const exponent = Number(power) - fraction.length + (written.length - end);
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  return `${sign === '-' ? '-' : ''}${written.slice(start, end)}e${exponent}`;
}
