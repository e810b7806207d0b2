import { depthOf, MAX_JSON_DEPTH, parseJson } from '../checks/json';
import { bodyTooDeep, bodyTooLarge, wrongContentType } from '../service/chosen';
import { malformedJson } from '../service/published';

/** The largest body that the service reads, in bytes. */
const MAX_BODY_BYTES = 1_048_576;

/** The body of a request as received. */
export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too large' };

/** Reads at most the limit. A body that breaks off or is not UTF-8 is unreadable. */
export async function readBody(request: Request, limit: number = MAX_BODY_BYTES): Promise<SentBody> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > limit) return { kind: 'too large' };
  try {
    // Of a known length it needs no stream: the class of happy-dom's requests takes none.
    const bytes = length === null ? await readUpTo(request.body, limit) : await request.arrayBuffer();
    if (bytes === undefined) return { kind: 'too large' };
    if (bytes.byteLength === 0) return { kind: 'none' };
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'unreadable' };
  }
}

async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Buffer | undefined> {
  if (stream === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
}

/** The JSON document of a body. @throws Refusal */
export function jsonOf(body: SentBody, contentType: string | null): unknown {
  if (body.kind === 'too large') throw bodyTooLarge(MAX_BODY_BYTES);
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) throw wrongContentType();
  if (body.kind !== 'text') throw malformedJson();
  const depth = depthOf(body.text);
  if (depth > MAX_JSON_DEPTH) throw bodyTooDeep(MAX_JSON_DEPTH);
  try {
    return parseJson(body.text);
  } catch {
    throw malformedJson();
  }
}
