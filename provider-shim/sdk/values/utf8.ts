import { Buffer, isUtf8 } from 'node:buffer';

/** Decodes UTF-8, keeping a leading U+FEFF; undefined when the bytes are not UTF-8. */
export function textOfUtf8(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  // What is not UTF-8 becomes U+FFFD, which a text may also hold. Few do, so few need the check.
  return !text.includes('\ufffd') || isUtf8(bytes) ? text : undefined;
}

export function utf8OfText(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
