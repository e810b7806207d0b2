import type { Problem } from '../../../schema/description/problem';
import type { ServiceMessage } from './envelope';
import { printable } from '../../sdk/text';
import { MAX_MESSAGE } from './size-limits';
import type { Proxy } from '../address/proxy';
import type { Redactor } from './redaction';
import { cut } from './seen';

/** What went wrong, as a stable word to branch on. */
export type ServiceErrorKind =
  | 'unreachable' // no connection, or it was lost
  | 'timeout'
  | 'cancelled'
  | 'authentication' // the service does not accept the credentials
  | 'authorization' // it accepts them, but does not permit the request
  | 'not-found' // the service itself says that the object does not exist
  | 'rate-limited'
  | 'conflict' // the request conflicts with something that exists
  | 'invalid' // the service refuses this request
  | 'unavailable' // 408 and 5xx
  | 'malformed-answer' // not an answer of the zone service
  | 'redirect';

/**
 * Whether a write took effect: after `not-sent` and `refused` it certainly did not; after `unknown` somebody has to
 * check.
 */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

/** Ends the hint of a failure of the address, the credentials or their permissions. */
export const DOCTOR = ' "npx zonewright doctor" checks address, credentials and permissions.';

interface ServiceErrorDetails {
  readonly kind: ServiceErrorKind;
  readonly outcome: Outcome;
  /** The path is below the base URL and has no query. */
  readonly request: { readonly method: string; readonly path: string };
  /** The name of the zone that the path names by its id. */
  readonly zoneName?: string | undefined;
  /** What is wrong and what was seen: a sentence without its period. */
  readonly seen: string;
  /** What it means and what to do, in sentences. */
  readonly hint: string;
  /** HTTP status of the answer, if there was one. */
  readonly status?: number;
  /** The service's own errors (docs/internals/service.md 2.1), chained ones included. */
  readonly errors: readonly ServiceMessage[];
  /** Whether the same request may succeed later. */
  readonly transient: boolean;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs?: number;
  /** The attribute that it is about, once somebody knows. */
  readonly at?: Problem['path'];
  /** Whether the request only asks, whatever its method is. */
  readonly changesNothing?: boolean | undefined;
  /** What the answer names, if it is one of the service's that cannot be read. */
  readonly accepted?: { readonly id: unknown };
  /** How often the request was tried. */
  readonly attempts: number;
}

/** The one error that the client throws. No field of it ever holds a secret. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly outcome: Outcome;
  readonly request: { readonly method: string; readonly path: string };
  readonly zoneName: string | undefined;
  readonly status: number | undefined;
  readonly errors: readonly ServiceMessage[];
  /** The service's codes, chained ones included (for example 10003). */
  readonly codes: readonly number[];
  readonly hint: string;
  readonly transient: boolean;
  readonly retryAfterMs: number | undefined;
  readonly attempts: number;
  readonly #details: ServiceErrorDetails;

  constructor(details: ServiceErrorDetails) {
    const repeated = details.attempts > 1 ? ` (tried ${details.attempts} times)` : '';
    const zone = details.zoneName ? ` (zone ${details.zoneName})` : '';
    const text = `${details.request.method} ${details.request.path}${zone}: ${details.seen}${repeated}`;
    super(/[.?!]$/.test(text) ? text : `${text}.`);
    this.kind = details.kind;
    this.outcome = details.outcome;
    this.request = details.request;
    this.zoneName = details.zoneName;
    this.status = details.status;
    this.errors = details.errors;
    this.codes = details.errors.flatMap((error) => (error.code === undefined ? [] : [error.code]));
    this.hint = details.hint;
    this.transient = details.transient;
    this.retryAfterMs = details.retryAfterMs;
    this.attempts = details.attempts;
    this.#details = details;
  }

  /** The same error with some details replaced. */
  with(details: Partial<ServiceErrorDetails>): ServiceError {
    return new ServiceError({ ...this.#details, ...details });
  }

  /**
   * What the service said, with the status and its codes: `Internal error (status 403, code 10001)`. Where it said
   * nothing, the message without its period.
   */
  get said(): string {
    const words = this.errors.map(({ message }) => message).filter((message) => message !== '');
    if (words.length === 0) return this.message.replace(/\.$/, '');
    const codes = this.codes.length === 0 ? '' : `, code ${this.codes.join(', ')}`;
    return `${words.join('; ').replace(/[.\s]+$/, '')} (status ${this.status}${codes})`;
  }

  /** The object of an answer that cannot be read, to a write that the service has accepted: undefined for any other failure. */
  get accepted(): { readonly id: unknown } | undefined {
    return this.request.method === 'GET' ? undefined : this.#details.accepted;
  }

  /** The error as data: without a path, unless a caller has said which attribute it belongs to. */
  toProblem(): Problem {
    // What is no answer to a dry run may be one to a write.
    const { changesNothing = false } = this.kind === 'malformed-answer' ? {} : this.#details;
    const doubt =
      this.outcome === 'unknown' && this.request.method !== 'GET' && !changesNothing
        ? ' The change may have taken effect: check before repeating it.'
        : '';
    return {
      code: `service_${this.kind.replaceAll('-', '_')}`,
      path: this.#details.at ?? [],
      message: this.message,
      hint: this.hint + doubt,
    };
  }
}

/** The most characters of `seen`. */
const LONGEST_SEEN = 2 * MAX_MESSAGE;

/** What is known about a request when it fails. */
export interface FailureContext {
  readonly method: string;
  /** Below the base URL, without the query. */
  readonly path: string;
  /** As `changesNothing` of a request says. */
  readonly changesNothing?: boolean;
  /** The name of the zone in the path, if the service has told it. */
  readonly zoneName?: string | undefined;
  /** Whether the service has found something in this run. */
  readonly hasFound?: boolean;
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
    changesNothing: context.changesNothing,
    zoneName: context.zoneName && text(context.zoneName),
    attempts: context.attempt,
  });
}

/** Whether the service refused what it was asked about, and does so again. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ['authorization', 'not-found', 'invalid'].includes(error.kind);
}

/** In place of an answer that was refused. @throws every other failure */
export function unlessRefused(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}
