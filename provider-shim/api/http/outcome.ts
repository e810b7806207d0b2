import { promisify } from 'node:util';
import { lacksMemory, MORE_MEMORY } from '../../sdk/text';
import { EMPTY_ENVELOPE, parseEnvelope, type Envelope, type ServiceMessage } from '../answers/envelope';
import { type ServiceError, failure, type FailureContext, type FailureDetails } from '../answers/errors';
import { LATER, meaningOf } from '../answers/known-errors';
import type { Parsed } from '../answers/parsed';
import { cut, excerpt } from '../answers/seen';
import { MAX_MESSAGE } from '../answers/size-limits';
import { describeUsedUp, describeWait, isUsedUp, type LimitWait } from '../pacing/pacing';
import { readRateLimit, readRetryAfter } from '../pacing/rate-limit';
import type { Answer, Exchange } from './exchange';
import type { ServiceRequest } from './request';

/** The most characters of all reasons together that a message shows. */
const LONGEST_REASONS = 2 * MAX_MESSAGE;

/**
 * What came of a request: the envelope of an operation that succeeded, or the failure that its answer reports, or why there
 * was no answer.
 *
 * @param now in milliseconds, to turn a date to wait for into a duration.
 */
export async function outcomeOf(
  result: Exchange,
  context: FailureContext,
  now: number,
  onText?: ServiceRequest['onText'],
): Promise<Envelope | ServiceError> {
  return result.type === 'answer' ? readAnswer(result, context, now, onText) : unanswered(result, context);
}

async function readAnswer(
  answer: Answer,
  context: FailureContext,
  now: number,
  onText: ServiceRequest['onText'],
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
  // With status 404, this would pass for "deleted". What says both has perhaps done what was asked.
  const details: FailureDetails = seen.success
    ? { ...foreignAnswer(status, 'success as true'), outcome: 'unknown' }
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

/** A request that got no answer: the one place that turns an unknown error into a ServiceError. */
function unanswered(result: Exclude<Exchange, Answer>, context: FailureContext): ServiceError {
  const { sent } = result;
  const outcome = sent ? 'unknown' : 'not-sent';
  if (result.type === 'cancelled') return cancelled(context, outcome);
  const { proxy, host, timeoutMs } = context;
  const through = proxy === undefined ? '' : ` through the proxy ${proxy.shown}`;
  const wayAround =
    proxy === undefined
      ? ''
      : ` Requests go through the proxy ${proxy.shown}, set in the environment variable ${proxy.variable}: check ` +
        `that it is up and may connect to ${host}, or list ${host} in NO_PROXY to connect without it.`;
  if (result.type !== 'lost') {
    const seen = sent
      ? `no complete answer within ${timeoutMs} ms`
      : `no connection to ${host}${through} within ${timeoutMs} ms`;
    const hint = `${sent ? '' : 'Check base_url. '}${SLOW}${wayAround}`;
    return failure({ kind: 'timeout', outcome, seen, hint, transient: true }, context);
  }
  const cause = causeOf(result.error);
  const shown = describeCause(cause);
  if (lacksMemory(shown)) {
    const seen = `there is not enough memory for the request (${shown})`;
    return failure({ kind: 'unreachable', outcome, seen, hint: MORE_MEMORY, transient: false }, context);
  }
  const seen = sent
    ? `the connection to the service was lost before its answer was complete (${shown})`
    : `the service at ${host} could not be reached${through} (${shown})`;
  const [, ownHint, transient, behindProxy] =
    CAUSES.find(([pattern]) => pattern.test(cause.code) || pattern.test(cause.message)) ?? UNKNOWN_CAUSE;
  const hint = `${(proxy && behindProxy) ?? ownHint}${wayAround}`;
  return failure({ kind: 'unreachable', outcome, seen, hint, transient }, context);
}

/** @param wait what the request waited for, and was never sent */
export function cancelled(
  context: FailureContext,
  outcome: 'not-sent' | 'unknown',
  wait?: LimitWait,
): ServiceError {
  const stopped = 'The program was interrupted or told to stop.';
  const [seen, hint] =
    wait === undefined
      ? ['the request was cancelled before its answer was complete', stopped]
      : [`the request was cancelled while it waited: ${describeWait(wait)}`, `${stopped} Run it again then.`];
  return failure({ kind: 'cancelled', outcome, seen, hint, transient: false }, context);
}

const SLOW = 'The service or the network is slow. Try again, or allow a longer request timeout.';

/** Its code or message, what to do, whether it may be gone later, and what to do where the host to connect to is a proxy. */
type Cause = readonly [seen: RegExp, hint: string, transient: boolean, behindProxy?: string];

const UNRESOLVED_PROXY =
  'The name of the proxy is not found. Check its spelling, and the name server of this network.';

const UNKNOWN_CAUSE: Cause = [/^/, 'Check the network, base_url, and that the service is up.', true];

const CAUSES: readonly Cause[] = [
  [
    /^ECONNREFUSED$/,
    'Nothing listens there. Check base_url, and that the service is up.',
    true,
    'The proxy, or the service behind it, does not answer.',
  ],
  [/^ENOTFOUND$/, 'No host has this name. Check the spelling of base_url.', false, UNRESOLVED_PROXY],
  [/^EAI_AGAIN$/, 'The name server does not answer. Check the network.', true, UNRESOLVED_PROXY],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    'This machine does not trust the certificate of the service. If your network inspects TLS, or the certificate is your ' +
      'own, set the environment variable NODE_EXTRA_CA_CERTS to the file of its root certificate (PEM). Else something other ' +
      'than the service answers there: check base_url.',
    false,
  ],
  [/^UND_ERR_PRX_TLS/, 'Set NODE_EXTRA_CA_CERTS to the root certificate (PEM) of the proxy.', false],
  [/^the proxy closed/, 'The proxy made no connection to the service.', true],
  [
    /^Proxy response \(\d+\)|^UND_ERR_PRX/,
    'The proxy refused to connect to the service. Check its address, user name and password.',
    false,
  ],
  [
    /^UND_ERR_HEADERS_OVERFLOW$/,
    'The server there sends more than 16 KiB of headers. Check base_url.',
    false,
  ],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER$/,
    'The server there does not speak TLS. Check base_url: a service on this machine may be at http://.',
    false,
  ],
  [
    /^(EPROTO$|ERR_SSL_|HPE_)|not match the HTTP/,
    'The server there does not speak the expected protocol. Check base_url.',
    false,
  ],
  [/^(UND_ERR_INVALID_ARG|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/, 'The client is closed or misused.', false],
];

/** Code and message, without repetition; of OpenSSL only the code, since the rest names its sources. */
function describeCause({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === '' || message.includes(code)) return message;
  return code.startsWith('ERR_SSL_') ? code : `${code}, ${message}`;
}

/** An error with several causes (one for each address of a name) is described by its first. */
function causeOf(error: unknown): { readonly code: string; readonly message: string } {
  // Not by its class: errors of sockets come from another realm when the client runs in a sandbox.
  if (typeof error !== 'object' || error === null) return { code: '', message: String(error) };
  const { errors, code, message } = error as Readonly<Record<string, unknown>>;
  const [first] = Array.isArray(errors) ? errors : [];
  if (first !== undefined) return causeOf(first);
  // Nothing else is kept, because the error of an HTTP parser holds the raw answer.
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' };
}
