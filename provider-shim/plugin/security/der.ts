/** ASN.1 DER (ITU-T X.690), as much of it as a certificate needs. */

/** Tag numbers of X.690 section 8. */
const Tag = {
  BOOLEAN: 0x01,
  INTEGER: 0x02,
  BIT_STRING: 0x03,
  OCTET_STRING: 0x04,
  OID: 0x06,
  UTF8_STRING: 0x0c,
  UTC_TIME: 0x17,
  GENERALIZED_TIME: 0x18,
  SEQUENCE: 0x30,
  SET: 0x31,
} as const;

/** One element: tag, length, content. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const digits = unsigned(length);
  return Buffer.concat([Buffer.of(tag, 0x80 | digits.length), digits, content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(Tag.SEQUENCE, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => element(Tag.SET, ...parts);
export const boolean = (value: boolean): Buffer => element(Tag.BOOLEAN, Buffer.of(value ? 0xff : 0));
export const octetString = (content: Uint8Array): Buffer => element(Tag.OCTET_STRING, content);
export const utf8String = (text: string): Buffer => element(Tag.UTF8_STRING, Buffer.from(text));

/** `unusedBits` of the last byte do not count. */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  element(Tag.BIT_STRING, Buffer.of(unusedBits), content);

/** `[number]`, explicit: the content is a whole element. */
export const explicit = (number: number, content: Uint8Array): Buffer => element(0xa0 | number, content);

/** `[number]`, implicit, of a primitive type. */
export const implicit = (number: number, content: Uint8Array): Buffer => element(0x80 | number, content);

/** A non-negative integer, given as its big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Buffer.of(0) : bytes.subarray(start);
  const sign = (digits[0] as number) >= 0x80 ? [Buffer.of(0)] : [];
  return element(Tag.INTEGER, ...sign, digits);
}

/** An object identifier in dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const arcs = [first * 40 + second, ...rest].map(base128);
  return element(Tag.OID, ...arcs);
}

/** RFC 5280 section 4.1.2.5: UTCTime through 2049, GeneralizedTime from 2050; whole seconds, always UTC. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+Z$|[-:T]/g, '');
  return date.getUTCFullYear() < 2050
    ? element(Tag.UTC_TIME, Buffer.from(`${digits.slice(2)}Z`))
    : element(Tag.GENERALIZED_TIME, Buffer.from(`${digits}Z`));
}

function unsigned(value: number): Buffer {
  const digits: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 0x100)) digits.unshift(rest % 0x100);
  return Buffer.from(digits);
}

function base128(value: number): Buffer {
  const digits = [value % 0x80];
  for (let rest = Math.floor(value / 0x80); rest > 0; rest = Math.floor(rest / 0x80)) {
    digits.unshift((rest % 0x80) | 0x80);
  }
  return Buffer.from(digits);
}
