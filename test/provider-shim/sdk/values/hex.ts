/** Bytes from hex digits; text in quotes stands for its ASCII bytes: `a3 "abc"`. */
export function hex(written: string): Uint8Array {
  const digits = written.replace(/"([^"]*)"/g, (_, text: string) =>
    Buffer.from(text, 'latin1').toString('hex'),
  );
  return new Uint8Array(Buffer.from(digits.replace(/\s+/g, ''), 'hex'));
}

/** Bytes as hex digits, for comparisons that read well. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
