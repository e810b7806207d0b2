import { printable } from '../../sdk/text';
import { DOCTOR, ServiceError, type ServiceErrorDetails } from './errors';
import { MAX_MESSAGE } from './size-limits';
import type { Proxy } from '../address/proxy';
import type { Redactor } from './redaction';
import { cut } from './seen';

/** The most characters of `seen`. */
const LONGEST_SEEN = 2 * MAX_MESSAGE;

/** What is known about a request when it fails. */
export interface FailureContext {
  readonly method: string;
  /** Below the base URL, without the query. */
  readonly path: string;
  readonly redactor: Redactor;
  /** The address in use, for hints that name it. */
  readonly baseUrl: string;
  /** Where it is configured, in words; undefined when not known. */
  readonly baseUrlSource?: string | undefined;
  /** The service's host, with its port unless it is the scheme's default. */
  readonly host: string;
  /** The proxy that the connection goes through. */
  readonly proxy?: Proxy | undefined;
  /** Which try this is, from 1. */
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const OF_ACCESS: readonly ServiceErrorDetails['kind'][] = ['authentication', 'authorization', 'unreachable'];

/** The details that differ from one failure to the next. */
export type FailureDetails = Omit<ServiceErrorDetails, 'request' | 'attempts' | 'errors'> &
  Partial<Pick<ServiceErrorDetails, 'errors'>>;

/**
 * Creates the error. It is the only place that does, so that every text is redacted and has no characters that a
 * terminal would execute.
 */
export function failure(details: FailureDetails, context: FailureContext): ServiceError {
  const text = (shown: string): string => printable(context.redactor.text(shown));
  const isOfAccess = OF_ACCESS.includes(details.kind) || /\bbase_url\b/.test(details.hint);
  const source = context.baseUrlSource === undefined ? '' : `, from ${context.baseUrlSource}`;
  return new ServiceError({
    ...details,
    seen: cut(text(details.seen), LONGEST_SEEN),
    hint: `${text(details.hint.replace(/\bbase_url\b/, () => `base_url (${context.baseUrl}${source})`))}${isOfAccess ? DOCTOR : ''}`,
    errors: (details.errors ?? []).map((error) => ({
      ...error,
      message: text(error.message),
      ...(error.pointer === undefined ? {} : { pointer: text(error.pointer) }),
    })),
    request: { method: context.method, path: text(context.path) },
    attempts: context.attempt,
  });
}
