import { EMPTY_ENVELOPE, parseEnvelope, type Envelope, type ServiceMessage } from '../answers/envelope';
import { type ServiceError, failure, type FailureContext, type FailureDetails } from '../answers/errors';
import type { Answer } from './exchange';
import { LATER, meaningOf } from '../answers/known-errors';
import { MAX_MESSAGE } from '../answers/size-limits';
import type { ServiceRequest } from './request';
import { describeUsedUp, isUsedUp } from '../pacing/pacing';
import { readRateLimit, readRetryAfter } from '../pacing/rate-limit';
import { cut, excerpt } from '../answers/seen';
import { promisify } from 'node:util';
import type { Parsed } from '../answers/parsed';

/** The most characters of all reasons together that a message shows. */
const LONGEST_REASONS = 2 * MAX_MESSAGE;

/**
 * Reads an answer: the envelope of an operation that succeeded, or the failure that it reports.
 *
 * @param now in milliseconds, to turn a date to wait for into a duration.
 */
export async function readAnswer(
  answer: Answer,
  context: FailureContext,
  now: number,
  onText?: ServiceRequest['onText'],
): Promise<Envelope | ServiceError> {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) return failure(redirect(answer, context), context);
  const decoded = await decodeBody(answer, context.maxBytes);
  if ('value' in decoded) onText?.(`${JSON.stringify(headers)} ${decoded.value}`);
  const seen = 'fault' in decoded ? decoded.fault : envelopeOf(decoded.value, status, context);
  if (typeof seen !== 'string' && seen.success && status < 300) return seen;
  const waitMs = readRetryAfter(headers, status, now);
  const limit = status === 429 ? readRateLimit(headers, now) : undefined;
  const wait = {
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
    ...(isUsedUp(limit) && { hint: `The service asks to slow down: ${describeUsedUp(limit)}. ${LATER}` }),
  };
  if (typeof seen === 'string') return failure({ ...foreignAnswer(status, seen), ...wait }, context);
  // With status 404, this would pass for "deleted".
  const details = seen.success
    ? foreignAnswer(status, 'success as true')
    : refusal(status, seen.errors, context);
  return failure({ ...details, ...wait }, context);
}

function envelopeOf(text: string, status: number, { method, redactor }: FailureContext): Envelope | string {
  // DELETE answers 204 without a body. An empty answer to GET is none: it would pass for an empty list.
  const mayBeEmpty = method === 'DELETE' ? status < 300 : status === 204 && method !== 'GET';
  return text === '' && mayBeEmpty ? EMPTY_ENVELOPE : parseEnvelope(text, redactor);
}

function refusal(
  status: number,
  errors: readonly ServiceMessage[],
  { path, hasFound }: FailureContext,
): FailureDetails {
  const meaning = meaningOf(status, errors, path, hasFound);
  const said = errors.length === 0 ? 'no reason given' : cut(errors.map(quote).join('; '), LONGEST_REASONS);
  return {
    ...meaning,
    // A request that the service calls failed had no effect, unless the service itself broke down.
    outcome: isBreakdown(status) ? 'unknown' : 'refused',
    seen: `the service answered with status ${status}: ${said}`,
    status,
    errors,
    transient: status === 429 || (isBreakdown(status) && status !== 501),
  };
}

function quote({ code, message, pointer }: ServiceMessage): string {
  return `${code === undefined ? '' : `${code} `}${message}${pointer === undefined ? '' : ` (at ${pointer})`}`;
}

/** An answer that is not the service's envelope: a page of a proxy in front of it, or of another server. */
function foreignAnswer(status: number, answered: string): FailureDetails {
  const seen = `the answer with status ${status} is not from the zone service: ${answered}`;
  if (isBreakdown(status)) {
    const hint = `A proxy, a sign-in page or the service's own gateway answers in its place. Check base_url and what is in between. ${LATER}`;
    return { kind: 'unavailable', outcome: 'unknown', seen, hint, status, transient: status !== 501 };
  }
  const meaning = meaningOf(status, [], '');
  if (status === 429) return { ...meaning, outcome: 'refused', seen, status, transient: true };
  if (status === 401 || status === 403) {
    const hint =
      'A proxy or a firewall in front of the service may have refused the request. ' +
      'Check the network, base_url and the credentials.';
    return { kind: meaning.kind, outcome: 'refused', seen, hint, status, transient: false };
  }
  // A 404 from something else says nothing about the zone: it must never pass for "deleted".
  const hint =
    'Something other than the zone service answers there. Check that base_url is correct and ends in the version ' +
    'prefix (such as /client/v4), and that no proxy or sign-in page is in between.';
  const outcome = status >= 400 ? 'refused' : 'unknown';
  return { kind: 'malformed-answer', outcome, seen, hint, status, transient: false };
}

function redirect({ status, headers }: Answer, { redactor }: FailureContext): FailureDetails {
  const location = typeof headers['location'] === 'string' ? headers['location'] : undefined;
  const target =
    location === undefined
      ? 'without a location'
      : `to ${excerpt(redactor.text(JSON.stringify(withoutSecrets(location))))}`;
  return {
    kind: 'redirect',
    outcome: 'refused',
    seen: `the answer with status ${status} redirects ${target}`,
    status,
    hint:
      'Redirects are not followed, so that the credentials go only to the configured address. If the new address is ' +
      'right, set base_url to it.',
    transient: false,
  };
}

/** A location without its user name, password, query and fragment. */
function withoutSecrets(location: string): string {
  return location.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');
}

function isBreakdown(status: number): boolean {
  return status === 408 || status >= 500;
}

/** The encodings that the client tells the service it accepts. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate';

/**
 * The text of an answer's body, decompressed when `content-encoding` says so.
 *
 * @param maxBytes of the decompressed body. Decompression runs off the event loop and stops there, so that a
 *   small answer can fill neither the memory nor the time.
 */
export async function decodeBody({ body, headers }: Answer, maxBytes: number): Promise<Parsed<string>> {
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
