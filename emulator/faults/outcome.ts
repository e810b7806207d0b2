/**
 * A response of `handle` that stands for something that HTTP cannot say: the server layer acts on it, and a
 * caller of `handle` can tell it by this header.
 */
export const OUTCOME_HEADER = 'x-emulator-outcome';

export type Outcome = 'connection-cut' | 'truncated-body';

const STATUS_OF_NO_ANSWER = 599;

/** No answer: the connection ends. */
export function connectionCut(): Response {
  return new Response(null, {
    status: STATUS_OF_NO_ANSWER,
    headers: { [OUTCOME_HEADER]: 'connection-cut' satisfies Outcome },
  });
}

/** The first half of an answer, under the head of the whole. */
export async function truncated(answer: Response): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.set('content-length', String(body.length));
  headers.set(OUTCOME_HEADER, 'truncated-body' satisfies Outcome);
  // An answer without a body has no half: it can only be cut.
  if (body.length === 0) return connectionCut();
  return new Response(body.subarray(0, Math.floor(body.length / 2)), { status: answer.status, headers });
}

/** What the server layer has to do instead of sending the response; `undefined` for an ordinary one. */
export function outcomeOf(response: Response): Outcome | undefined {
  const outcome = response.headers.get(OUTCOME_HEADER);
  return outcome === 'connection-cut' || outcome === 'truncated-body' ? outcome : undefined;
}
