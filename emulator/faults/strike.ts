import type { Clock } from '../determinism/clock';
import { injectedFailure, tooManyRequests } from '../errors/chosen';
import { respondRefused } from '../http/envelope';
import type { FaultEffect } from './fault-rule';
import { connectionCut, truncated } from './outcome';

const RATE_LIMIT = 1200;

const HTML_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Error</title></head>\n<body><h1>Something went wrong</h1></body></html>\n';

/** The response to a request that a fault struck. `answer` carries the request out. */
export async function strike(
  effect: FaultEffect,
  answer: () => Promise<Response>,
  clock: Clock,
): Promise<Response> {
  switch (effect.kind) {
    case 'none':
      return answer();
    case 'answer':
      if (effect.moment === 'after-write') await answer();
      return injectedAnswer(effect);
    case 'rate-limit':
      return rateLimited(effect.retryAfterSeconds ?? 1, clock);
    case 'html-page':
      return new Response(HTML_PAGE, {
        status: effect.status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'malformed-json':
      return malformed(await answer());
    case 'truncated-body':
      return truncated(await answer());
    case 'cut':
      if (effect.moment === 'after-write') await answer();
      return connectionCut();
  }
}

function injectedAnswer(effect: Extract<FaultEffect, { kind: 'answer' }>): Response {
  const { status, headers, body } = effect;
  if (!hasBody(status)) return new Response(null, { status, headers });
  if (body === undefined) return respondRefused({ ...injectedFailure(status), headers });
  if (typeof body === 'string') return new Response(body, { status, headers });
  return Response.json(body, { status, headers });
}

// The Fetch API refuses a body on these.
function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

/** Headers: facts 5. */
function rateLimited(retryAfterSeconds: number, clock: Clock): Response {
  const response = respondRefused(tooManyRequests(retryAfterSeconds));
  response.headers.set('x-ratelimit-limit', String(RATE_LIMIT));
  response.headers.set('x-ratelimit-remaining', '0');
  response.headers.set('x-ratelimit-reset', new Date(clock.now() + retryAfterSeconds * 1000).toUTCString());
  return response;
}

async function malformed(answer: Response): Promise<Response> {
  const text = await answer.text();
  const headers = { 'content-type': 'application/json' };
  return new Response(`${text.replace(/\}\s*$/, '')},}`, {
    status: answer.status === 204 ? 200 : answer.status,
    headers,
  });
}
