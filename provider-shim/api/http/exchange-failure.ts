import { lacksMemory, MORE_MEMORY } from '../../sdk/text';
import { failure, type FailureContext, type ServiceError } from '../answers/errors';
import type { Exchange } from './exchange';
import { describeWait, type LimitWait } from '../pacing/pacing';

/** A request that got no answer: the one place that turns an unknown error into a ServiceError. */
export function exchangeFailure(
  result: Exclude<Exchange, { readonly type: 'answer' }>,
  context: FailureContext,
): ServiceError {
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
