/** The longest beginning of the text within this many bytes of UTF-8, without breaking a character. */
export function cutToBytes(text: string, bytes: number): string {
  // A unit of a JavaScript string has at most three bytes.
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** RFC 3629 section 3: the second and later bytes of a character begin with the bits 10. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
