import { injectedFailure, tooManyRequests } from '../service/chosen';
import { type Outcome, type Reply, jsonReply, OUTCOME_HEADER, respondRefused } from '../http/reply';
import { type Model, DEFAULT_WINDOW_SECONDS } from '../service/settings';
import type { FaultEffect } from './faults';
import { DEFAULT_REQUESTS, rateLimitHeaders } from './rate-limit';

const HTML_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Error</title></head>\n<body><h1>Something went wrong</h1></body></html>\n';

/** A request that a fault applies to. */
interface FaultedRequest {
  /** Performs the request. */
  readonly answer: () => Promise<Reply>;
  /** Determines how answers tell what is left of a limit. */
  readonly model: Model;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** The reply to a request that a fault applies to. */
export async function applyFault(effect: FaultEffect, request: FaultedRequest): Promise<Reply> {
  const { answer } = request;
  switch (effect.kind) {
    case 'none':
      return answer();
    case 'answer':
      if (effect.moment === 'after-write') await answer();
      return injectedAnswer(effect);
    case 'rate-limit':
      return rateLimited(effect.retryAfterSeconds ?? 1, request);
    case 'html-page':
      return {
        status: effect.status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: HTML_PAGE,
      };
    case 'malformed-json':
      return malformed(await answer());
    case 'truncated-body':
      return truncated(await answer());
    case 'message':
      return withMessage(await answer(), effect);
    case 'cut':
      if (effect.moment === 'after-write') await answer();
      return connectionCut();
  }
}

function injectedAnswer(effect: Extract<FaultEffect, { kind: 'answer' }>): Reply {
  const { status, body } = effect;
  const headers = Object.fromEntries(new Headers(effect.headers));
  if (!hasBody(status)) return { status, headers, body: null };
  if (body === undefined) return respondRefused({ ...injectedFailure(status), headers });
  if (typeof body !== 'string') return jsonReply(body, status, headers);
  return { status, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers }, body };
}

/** The refusal of a request that a limit has nothing left for (docs/internals/service.md 2.4). */
function rateLimited(secondsLeft: number, { now, model }: FaultedRequest): Reply {
  const { status, headers, body } = respondRefused(tooManyRequests(secondsLeft));
  const limit = rateLimitHeaders(model, {
    limit: DEFAULT_REQUESTS,
    windowSeconds: DEFAULT_WINDOW_SECONDS,
    remaining: 0,
    secondsLeft,
    resetsAt: now + secondsLeft * 1000,
  });
  return { status, headers: { ...headers, ...limit }, body };
}

function malformed({ status, body }: Reply): Reply {
  const text = Buffer.from(body ?? '').toString();
  return {
    status: status === 204 ? 200 : status,
    headers: { 'content-type': 'application/json' },
    body: `${text.replace(/\}\s*$/, '')},}`,
  };
}

function withMessage(
  reply: Reply,
  { message, code }: Extract<FaultEffect, { readonly kind: 'message' }>,
): Reply {
  const text = Buffer.from(reply.body ?? '').toString();
  if (text === '') return reply;
  const envelope = JSON.parse(text) as { readonly messages: readonly object[] };
  const messages = [...envelope.messages, { ...(code !== undefined && { code }), message }];
  return { ...reply, body: JSON.stringify({ ...envelope, messages }) };
}

const STATUS_OF_NO_ANSWER = 599;

/** No answer: the connection ends. */
function connectionCut(): Reply {
  return { status: STATUS_OF_NO_ANSWER, headers: {}, body: null, outcome: 'connection-cut' };
}

/** The first half of an answer, with the head of the whole. */
function truncated({ status, headers, body }: Reply): Reply {
  const bytes = Buffer.from(body ?? '');
  // An answer without a body cannot be halved, only cut.
  if (bytes.length === 0) return connectionCut();
  return {
    status,
    headers: { ...headers, 'content-length': String(bytes.length) },
    body: bytes.subarray(0, Math.floor(bytes.length / 2)),
    outcome: 'truncated-body',
  };
}

/** What a response of `handle` means that HTTP cannot express; `undefined` for an ordinary one. */
export function outcomeOf(response: Response): Outcome | undefined {
  const outcome = response.headers.get(OUTCOME_HEADER);
  return outcome === 'connection-cut' || outcome === 'truncated-body' ? outcome : undefined;
}

/** Whether an answer with this status has a body; for the others the Fetch API refuses one. */
export function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}
