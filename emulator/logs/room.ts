/** What is left for the custom log fields of one log entry. */
export interface Room {
  /**
   * Takes room for a name and its values, and gives the values that fit: the one that crosses the limit is cut,
   * and from then on nothing fits any more. `undefined` when nothing of them fits.
   */
  take(name: string, values: readonly string[]): readonly string[] | undefined;
}

/** Room for this many bytes of names and values in UTF-8. */
export function roomOf(bytes: number): Room {
  let left = bytes;
  let isFull = false;
  return {
    take: (name, values) => {
      left -= Buffer.byteLength(name);
      isFull ||= left < 0;
      if (isFull) return undefined;
      const kept: string[] = [];
      for (const value of values) {
        const size = Buffer.byteLength(value);
        if (size > left) {
          isFull = true;
          const cut = cutToBytes(value, left);
          if (cut !== '') kept.push(cut);
          break;
        }
        left -= size;
        kept.push(value);
      }
      return kept.length === 0 ? undefined : kept;
    },
  };
}

/** The longest beginning of the text that takes no more bytes in UTF-8 and breaks no character. */
function cutToBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  let end = bytes;
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** RFC 3629 section 3: the second and later bytes of a character begin with the bits 10. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
