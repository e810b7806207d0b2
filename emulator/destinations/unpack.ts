import { gunzipSync } from 'node:zlib';

/** The content as text; gzip is unpacked. What only looks like gzip is taken as it is. */
export function unpackedText(content: Uint8Array): string {
  const isGzip = content[0] === 0x1f && content[1] === 0x8b;
  try {
    return Buffer.from(isGzip ? gunzipSync(content) : content).toString();
  } catch {
    return Buffer.from(content).toString();
  }
}
