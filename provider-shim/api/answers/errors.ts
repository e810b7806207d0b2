import type { Problem } from '../../../schema/description/problem';
import type { ServiceMessage } from './envelope';

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

export interface ServiceErrorDetails {
  readonly kind: ServiceErrorKind;
  readonly outcome: Outcome;
  /** The path is below the base URL and has no query. */
  readonly request: { readonly method: string; readonly path: string };
  /** The name of the zone that the path names by its id. */
  readonly zoneName?: string;
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
  /** How often the request was tried. */
  readonly attempts: number;
}

/** The one error that the client throws. No field of it ever holds a secret. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly outcome: Outcome;
  readonly request: { readonly method: string; readonly path: string };
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
    const zone = details.zoneName === undefined ? '' : ` (zone ${details.zoneName})`;
    const text = `${details.request.method} ${details.request.path}${zone}: ${details.seen}${repeated}`;
    super(/[.?!]$/.test(text) ? text : `${text}.`);
    this.kind = details.kind;
    this.outcome = details.outcome;
    this.request = details.request;
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

  /** The error as data, without a path: the caller knows which attribute it belongs to. */
  toProblem(): Problem {
    const doubt =
      this.outcome === 'unknown' && this.request.method !== 'GET'
        ? ' The change may have taken effect: check before repeating it.'
        : '';
    return {
      code: `service_${this.kind.replaceAll('-', '_')}`,
      path: [],
      message: this.message,
      hint: this.hint + doubt,
    };
  }
}
