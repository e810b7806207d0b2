import { promisify } from 'node:util';
import type { Exchange } from './exchange';
import type { Parsed } from '../answers/parsed';
import { excerpt } from '../answers/seen';

/** The encodings that the client tells the service it accepts. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate';

/**
 * The text of an answer's body, decompressed when `content-encoding` says so.
 *
 * @param maxBytes of the decompressed body. Decompression runs off the event loop and stops there, so that a
 *   small answer can fill neither the memory nor the time.
 */
export async function decodeBody(
  { body, headers }: Extract<Exchange, { readonly type: 'answer' }>,
  maxBytes: number,
): Promise<Parsed<string>> {
  if (!Buffer.isBuffer(body)) return tooLarge(body.tooLarge, maxBytes);
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || body.length === 0) return { value: body.toString('utf8') };
  if (!['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
    const seen = excerpt(JSON.stringify(encoding));
    return { fault: `a body with the content-encoding ${seen}, which was not requested` };
  }
  const zlib = require('node:zlib') as typeof import('node:zlib');
  try {
    return { value: (await promisify(zlib.unzip)(body, { maxOutputLength: maxBytes })).toString('utf8') };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(`${body.length} bytes that decompresses to more than ${maxBytes} bytes`, maxBytes)
      : { fault: `a damaged ${encoding} body` };
  }
}

function tooLarge(size: string, maxBytes: number): { readonly fault: string } {
  return { fault: `a body of ${size}; at most ${maxBytes} are read` };
}
