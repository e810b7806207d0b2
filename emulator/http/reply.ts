import type { ServerResponse } from 'node:http';
import type { RefusalAnswer } from '../service/refusal';
import type { Answer } from '../service/operation';

/** What the connection does instead of sending the whole reply, or any reply. */
export type Outcome = 'connection-cut' | 'truncated-body';

/**
 * The reply to a client: the server writes it directly to its socket, and `handle` turns it into a `Response`.
 */
export interface Reply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** @default - the reply is sent */
  readonly outcome?: Outcome;
}

/** The header that tells a caller of `handle` what HTTP cannot express. */
export const OUTCOME_HEADER = 'x-emulator-outcome';

export function jsonReply(
  document: unknown,
  status: number = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(document),
  };
}

/** The reply as a `Response`; its outcome becomes a header. */
export function responseOf({ status, headers, body, outcome }: Reply): Response {
  const all = outcome === undefined ? headers : { ...headers, [OUTCOME_HEADER]: outcome };
  // Newer libraries type `Uint8Array` more narrowly than `Buffer`; at run time both work.
  return new Response(body as ConstructorParameters<typeof Response>[0], { status, headers: all });
}

/** The answer as HTTP, in the envelope of every operation (docs/internals/service.md 2.1). */
export function respond(answer: Answer): Reply {
  if (answer === 'no content') return { status: 204, headers: {}, body: null };
  const { result, info } = answer;
  const envelope = { result, success: true, errors: [], messages: [] };
  return jsonReply(info === undefined ? envelope : { ...envelope, result_info: info });
}

/** A refusal as HTTP. Its `result` is null (docs/internals/service.md 2.1). */
export function respondRefused(refusal: RefusalAnswer): Reply {
  const envelope = { result: null, success: false, errors: refusal.errors, messages: refusal.messages };
  return jsonReply(envelope, refusal.status, refusal.headers);
}

/** Sends a reply over its connection, or does to the connection what the reply means. */
export function send({ status, headers, body, outcome }: Reply, outgoing: ServerResponse): void {
  switch (outcome) {
    case 'connection-cut':
      outgoing.socket?.destroy();
      return;
    case 'truncated-body':
      outgoing.writeHead(status, { ...headers });
      outgoing.write(body ?? '', () => outgoing.socket?.destroySoon());
      return;
    case undefined:
      if (body === null) outgoing.writeHead(status, { ...headers }).end();
      else outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  }
}
