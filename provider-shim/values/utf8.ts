import { Buffer, isUtf8 } from 'node:buffer';

/** Decodes UTF-8, keeping a leading U+FEFF; undefined when the bytes are not UTF-8. */
export function textOfUtf8(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

export function utf8OfText(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
