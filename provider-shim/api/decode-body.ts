import { promisify } from 'node:util';
import type { AnswerHeaders } from './retry-after';

/** What the client tells the service that it can read. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate';

/**
 * The text of an answer's body, decompressed when `content-encoding` says so, or what is wrong with it.
 *
 * @param maxBytes of the decompressed body, so that a small answer cannot fill the memory.
 */
export async function decodeBody(
  body: Buffer,
  headers: AnswerHeaders,
  maxBytes: number,
): Promise<{ readonly text: string } | { readonly fault: string }> {
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || body.length === 0) return { text: body.toString('utf8') };
  if (!['gzip', 'x-gzip', 'deflate'].includes(encoding)) {
    return { fault: `a body with the content-encoding ${JSON.stringify(encoding)}, which was not asked for` };
  }
  const zlib = require('node:zlib') as typeof import('node:zlib');
  try {
    const decompressed = await promisify(zlib.unzip)(body, { maxOutputLength: maxBytes });
    return { text: decompressed.toString('utf8') };
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return {
      fault: tooLarge ? `a body of more than ${maxBytes} bytes` : `a ${encoding} body that is damaged`,
    };
  }
}
