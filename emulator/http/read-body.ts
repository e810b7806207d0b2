import { depthOf, MAX_JSON_DEPTH, parseJson } from '../checks/json';
import { bodyTooDeep, bodyTooLarge, wrongContentType } from '../service/chosen';
import { malformedJson } from '../service/published';

/** The largest body that the service reads, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/** The body of a request as received. */
export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too large' };

/** What arrives of a request's body: a web stream, or Node's own. */
export type ArrivingBody = AsyncIterable<Uint8Array> | null;

/** Reads at most the limit. A body that breaks off or is not UTF-8 is unreadable. */
export async function readBody(
  { headers, body }: { readonly headers: Headers; readonly body: ArrivingBody },
  limit: number = MAX_BODY_BYTES,
): Promise<SentBody> {
  if (body === null) return { kind: 'none' };
  if (Number(headers.get('content-length') ?? 0) > limit) return { kind: 'too large' };
  try {
    const bytes = await readUpTo(body, limit);
    if (bytes === undefined) return { kind: 'too large' };
    if (bytes.length === 0) return { kind: 'none' };
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'unreadable' };
  }
}

async function readUpTo(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
