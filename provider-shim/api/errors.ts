import type { Problem } from '../../schema/problem';
import type { ServiceMessage } from './envelope';

/** What went wrong, as a stable word to branch on. */
export type ServiceErrorKind =
  | 'unreachable' // no connection, or it was lost
  | 'timeout'
  | 'cancelled'
  | 'authentication' // the service does not know who asks
  | 'authorization' // it knows, and does not allow it
  | 'not-found' // the service itself says that the object is not there
  | 'rate-limited'
  | 'conflict' // something that exists is in the way
  | 'invalid' // the service refuses the request as it stands
  | 'unavailable' // 408 and 5xx
  | 'malformed-answer' // not an answer of the zone service
  | 'redirect';

/**
 * Whether a write may have taken effect: `not-sent` and `refused` are certainly without effect, `unknown` means that
 * somebody has to look.
 */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

export interface ServiceErrorFacts {
  readonly kind: ServiceErrorKind;
  readonly outcome: Outcome;
  /** The path is below the base URL and has no query. */
  readonly request: { readonly method: string; readonly path: string };
  /** What is wrong and what was seen: a sentence without its full stop. */
  readonly seen: string;
  /** What it means and what to do: whole sentences. */
  readonly hint: string;
  /** HTTP status of the answer, when there was one. */
  readonly status?: number;
  /** The service's own errors (docs/service.md 2.1), chained ones included. */
  readonly errors: readonly ServiceMessage[];
  /** Whether the same request may succeed a little later. */
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
  readonly #facts: ServiceErrorFacts;

  constructor(facts: ServiceErrorFacts) {
    const repeated = facts.attempts > 1 ? ` (tried ${facts.attempts} times)` : '';
    super(`${facts.request.method} ${facts.request.path}: ${facts.seen}${repeated}.`);
    this.kind = facts.kind;
    this.outcome = facts.outcome;
    this.request = facts.request;
    this.status = facts.status;
    this.errors = facts.errors;
    this.codes = facts.errors.flatMap((error) => (error.code === undefined ? [] : [error.code]));
    this.hint = facts.hint;
    this.transient = facts.transient;
    this.retryAfterMs = facts.retryAfterMs;
    this.attempts = facts.attempts;
    this.#facts = facts;
  }

  /** The same error with some facts replaced. */
  with(facts: Partial<ServiceErrorFacts>): ServiceError {
    return new ServiceError({ ...this.#facts, ...facts });
  }

  /** The error as data, on no attribute in particular: the caller knows which one it belongs to. */
  toProblem(): Problem {
    const doubt =
      this.outcome === 'unknown' && this.request.method !== 'GET'
        ? ' Whether the change took effect is not known: look at what is there before repeating it.'
        : '';
    return {
      code: `service_${this.kind.replaceAll('-', '_')}`,
      path: [],
      message: this.message,
      hint: this.hint + doubt,
    };
  }
}
