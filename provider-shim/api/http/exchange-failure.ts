import { ServiceError, failure, type FailureContext } from '../answers/errors';
import type { Exchange } from './exchange';
import { describeWait, type LimitWait } from '../pacing/pacing';

/** A request that got no answer. */
export function exchangeFailure(
  result: Exclude<Exchange, { readonly type: 'answer' }>,
  context: FailureContext,
): ServiceError {
  const outcome = result.sent ? 'unknown' : 'not-sent';
  switch (result.type) {
    case 'cancelled':
      return cancelled(context, outcome);
    case 'timeout':
      return failure(
        {
          kind: 'timeout',
          outcome,
          seen: result.sent
            ? `no complete answer within ${context.timeoutMs} ms`
            : `no connection to ${context.host}${through(context)} within ${context.timeoutMs} ms`,
          hint: `${result.sent ? '' : 'Check base_url. '}${SLOW}${wayAround(context)}`,
          transient: true,
        },
        context,
      );
    case 'lost':
      return toServiceError(result.error, context, result.sent);
  }
}

/** @param wait what the request waited for, and was never sent */
export function cancelled(
  context: FailureContext,
  outcome: 'not-sent' | 'unknown',
  wait?: LimitWait,
): ServiceError {
  const stopped = 'The program was interrupted or told to stop.';
  return failure(
    {
      kind: 'cancelled',
      outcome,
      seen:
        wait === undefined
          ? 'the request was cancelled before its answer was complete'
          : `the request was cancelled while it waited: ${describeWait(wait)}`,
      hint: wait === undefined ? stopped : `${stopped} Run it again then.`,
      transient: false,
    },
    context,
  );
}

/**
 * The one place that turns an unknown error into a ServiceError.
 *
 * @param sent whether the request may have reached the service.
 */
export function toServiceError(error: unknown, context: FailureContext, sent: boolean): ServiceError {
  if (error instanceof ServiceError) return error;
  const cause = causeOf(error);
  const outcome = sent ? 'unknown' : 'not-sent';
  const shown = describeCause(cause);
  const known = KNOWN_CAUSES.find(([pattern]) => pattern.test(cause.code) || pattern.test(cause.message));
  return failure(
    {
      kind: 'unreachable',
      outcome,
      seen: sent
        ? `the connection to the service was lost before its answer was complete (${shown})`
        : `the service at ${context.host} could not be reached${through(context)} (${shown})`,
      hint: `${hintOf(known?.[1], context)}${wayAround(context)}`,
      transient: known?.[1].transient ?? true,
    },
    context,
  );
}

/** Names the proxy in a message about a failed connection. */
function through({ proxy }: FailureContext): string {
  return proxy === undefined ? '' : ` through the proxy ${proxy.shown}`;
}

/** Where the proxy is configured, and how to bypass it. */
function wayAround({ proxy, host }: FailureContext): string {
  if (proxy === undefined) return '';
  return (
    ` Requests go through the proxy ${proxy.shown}, set in the environment variable ${proxy.variable}: check ` +
    `that it is up and may connect to ${host}, or list ${host} in NO_PROXY to connect without it.`
  );
}

/** Where there is a proxy, a host that refused or was not found is the proxy, and the cause's own hint is wrong. */
function hintOf(cause: Cause | undefined, { proxy }: FailureContext): string {
  if (cause === undefined) return 'Check the network, base_url, and that the service is up.';
  return proxy !== undefined && cause.ofHost === true
    ? 'The proxy, or the service behind it, does not answer.'
    : cause.hint;
}

const SLOW = 'The service or the network is slow. Try again, or allow a longer request timeout.';

type Cause = {
  readonly hint: string;
  readonly transient: boolean;
  /** The hint is about the host to connect to. */
  readonly ofHost?: true;
};

const CERTIFICATE: Cause = {
  hint:
    'This machine does not trust the certificate of the service. If your network inspects TLS, or the certificate is your ' +
    'own, set the environment variable NODE_EXTRA_CA_CERTS to the file of its root certificate (PEM). Else something other ' +
    'than the service answers there: check base_url.',
  transient: false,
};

const KNOWN_CAUSES: readonly (readonly [RegExp, Cause])[] = [
  [
    /^ECONNREFUSED$/,
    {
      hint: 'Nothing listens there. Check base_url, and that the service is up.',
      transient: true,
      ofHost: true,
    },
  ],
  [
    /^ENOTFOUND$/,
    {
      hint: 'No host has this name. Check the spelling of base_url.',
      transient: false,
      ofHost: true,
    },
  ],
  [/^EAI_AGAIN$/, { hint: 'The name server does not answer. Check the network.', transient: true }],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|UND_ERR_PRX_TLS/, CERTIFICATE],
  [
    /^Proxy response \(\d+\)|^UND_ERR_PRX/,
    {
      hint: 'The proxy (HTTPS_PROXY) refused to connect to the service. Check its address, user name and password.',
      transient: false,
    },
  ],
  [
    /^UND_ERR_HEADERS_OVERFLOW$/,
    {
      hint: 'The server there sends more than 16 KiB of headers. Check base_url.',
      transient: false,
    },
  ],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER$/,
    {
      hint: 'The server there does not speak TLS. Check base_url: a service on this machine may be at http://.',
      transient: false,
    },
  ],
  [
    /^(EPROTO$|ERR_SSL_|HPE_)|not match the HTTP/,
    { hint: 'The server there does not speak the expected protocol. Check base_url.', transient: false },
  ],
  [
    /^(UND_ERR_INVALID_ARG|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/,
    { hint: 'The client is closed or misused.', transient: false },
  ],
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
