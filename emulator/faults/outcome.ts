import type { Outcome, Reply } from '../http/reply';
import { OUTCOME_HEADER } from '../http/reply';

const STATUS_OF_NO_ANSWER = 599;

/** No answer: the connection ends. */
export function connectionCut(): Reply {
  return { status: STATUS_OF_NO_ANSWER, headers: {}, body: null, outcome: 'connection-cut' };
}

/** The first half of an answer, under the head of the whole. */
export function truncated({ status, headers, body }: Reply): Reply {
  const bytes = Buffer.from(body ?? '');
  // An answer without a body has no half: it can only be cut.
  if (bytes.length === 0) return connectionCut();
  return {
    status,
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: bytes.subarray(0, Math.floor(bytes.length / 2)),
    outcome: 'truncated-body',
  };
}

/** What a response of `handle` stands for that HTTP cannot say; `undefined` for an ordinary one. */
export function outcomeOf(response: Response): Outcome | undefined {
  const outcome = response.headers.get(OUTCOME_HEADER);
  return outcome === 'connection-cut' || outcome === 'truncated-body' ? outcome : undefined;
}
