import type { Exchange } from './exchange';
import { ServiceError } from './errors';
import type { ServiceErrorFacts } from './errors';
import { isJsonObject } from './json';
import type { Redactor } from './redaction';

/** What is known about a request when it fails. */
export interface FailureContext {
  readonly method: string;
  /** Below the base URL, without the query. */
  readonly path: string;
  readonly redactor: Redactor;
  /** The address in force, for hints that speak of it. */
  readonly baseUrl: string;
  /** Which try this is, from 1. */
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** The facts that differ from one failure to the next. */
export type FailureFacts = Omit<ServiceErrorFacts, 'request' | 'attempts' | 'errors'> &
  Partial<Pick<ServiceErrorFacts, 'errors'>>;

/** Makes the error; the only place that does, so that nothing gets into one without redaction. */
export function failure(facts: FailureFacts, context: FailureContext): ServiceError {
  const { text } = context.redactor;
  return new ServiceError({
    ...facts,
    seen: text(facts.seen),
    hint: text(facts.hint.replace(/\bbase_url\b/, () => `base_url (${context.baseUrl})`)),
    errors: (facts.errors ?? []).map((error) => ({
      ...error,
      message: text(error.message),
      ...(error.pointer === undefined ? {} : { pointer: text(error.pointer) }),
    })),
    request: { method: context.method, path: text(context.path) },
    attempts: context.attempt,
  });
}

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
            ? `no complete answer came within ${context.timeoutMs} ms`
            : `no connection could be made within ${context.timeoutMs} ms`,
          hint: 'The service or the network is slow. Try again, or allow a longer request timeout.',
          transient: true,
        },
        context,
      );
    case 'too-large':
      return failure(
        {
          kind: 'malformed-answer',
          outcome,
          seen: `the answer has more than ${context.maxBytes} bytes, the largest size that is read`,
          hint: 'Check that base_url is the address of the zone service.',
          transient: false,
        },
        context,
      );
    case 'lost':
      return toServiceError(result.error, context, result.sent);
  }
}

export function cancelled(context: FailureContext, outcome: 'not-sent' | 'unknown'): ServiceError {
  return failure(
    {
      kind: 'cancelled',
      outcome,
      seen: 'the request was cancelled before its answer was complete',
      hint: 'The program was interrupted or told to stop.',
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
        : `the service could not be reached (${shown})`,
      hint: known?.[1].hint ?? 'Check the network, and that base_url is right and the service is up.',
      transient: known?.[1].transient ?? true,
    },
    context,
  );
}

type Cause = { readonly hint: string; readonly transient: boolean };

const CERTIFICATE: Cause = {
  hint:
    'The service has no certificate that this machine trusts. If your network inspects TLS, name its root ' +
    'certificate (a PEM file) in the environment variable NODE_EXTRA_CA_CERTS.',
  transient: false,
};

const KNOWN_CAUSES: readonly (readonly [RegExp, Cause])[] = [
  [
    /^ECONNREFUSED$/,
    { hint: 'Nothing listens there. Check base_url, and that the service is up.', transient: true },
  ],
  [
    /^ENOTFOUND$/,
    { hint: 'There is no host of this name. Check the spelling of base_url.', transient: false },
  ],
  [/^EAI_AGAIN$/, { hint: 'The name server does not answer. Check the network.', transient: true }],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|UND_ERR_PRX_TLS/, CERTIFICATE],
  [
    /^Proxy response \(\d+\)|^UND_ERR_PRX/,
    {
      hint:
        'The proxy of the environment variable HTTPS_PROXY refused to connect to the service. Check its address ' +
        'and its user name and password, or list the service in NO_PROXY.',
      transient: false,
    },
  ],
  [
    /^ERR_SSL_WRONG_VERSION_NUMBER$/,
    {
      hint: 'What answers there does not speak TLS. Check base_url: a service on this machine may be at http://.',
      transient: false,
    },
  ],
  [
    /^(EPROTO$|ERR_SSL_|HPE_)|not match the HTTP/,
    { hint: 'What answers there does not speak the expected protocol. Check base_url.', transient: false },
  ],
  [
    /^(UND_ERR_INVALID_ARG|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/,
    { hint: 'The client is closed or misused.', transient: false },
  ],
];

/** Code and message, without saying anything twice; of OpenSSL only the code, since the rest names its sources. */
function describeCause({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === '' || message.includes(code)) return message;
  return code.startsWith('ERR_SSL_') ? code : `${code}, ${message}`;
}

/** An error with several causes (one for each address of a name) is described by its first. */
function causeOf(error: unknown): { readonly code: string; readonly message: string } {
  // By its members and not its class: errors of sockets come from another realm when the client runs in a sandbox.
  if (!isJsonObject(error)) return { code: '', message: String(error) };
  const [first] = Array.isArray(error['errors']) ? error['errors'] : [];
  if (first !== undefined) return causeOf(first);
  // Nothing else is kept: the error of an HTTP parser has the raw answer in its data.
  const { code, message } = error;
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' };
}
