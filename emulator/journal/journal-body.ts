import type { SentBody } from '../http/read-body';
import { MAX_BODY_DEPTH, depthOf } from '../http/read-body';
import { redactedText } from './redact';

/** A body as the journal keeps it: the document, or the text when it is not JSON. */
export function journalBody(body: SentBody): unknown {
  if (body.kind !== 'text') return null;
  if (depthOf(body.text) > MAX_BODY_DEPTH) return redactedText(body.text);
  try {
    return JSON.parse(body.text) as unknown;
  } catch {
    return redactedText(body.text);
  }
}
