/** When the connection is cut, or an answer replaces the true one. */
export type Moment = 'before-write' | 'after-write';

/** What happens to a request instead of the true answer. */
export type FaultEffect =
  /** Another answer. With `after-write`, the service has still performed the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent unchanged if it is text, otherwise as JSON. Without it, the envelope of a failure. */
      readonly body?: unknown;
      /** @default 'before-write' */
      readonly moment?: Moment;
    }
  /** 429 with the headers of the production service (docs/internals/service.md 2.4). */
  | {
      readonly kind: 'rate-limit';
      /** @default 1 */
      readonly retryAfterSeconds?: number;
    }
  /** An HTML page, as gateways answer in an outage. */
  | {
      readonly kind: 'html-page';
      /** @default 502 */
      readonly status?: number;
    }
  /** The whole true answer, but no longer JSON. The request takes effect. */
  | { readonly kind: 'malformed-json' }
  /** The head and the first half of the true answer, then the connection is cut. The request takes effect. */
  | { readonly kind: 'truncated-body' }
  /** No answer: the connection is cut before or after the request took effect. */
  | { readonly kind: 'cut'; readonly moment: Moment }
  /** The true answer with one of the `messages` that the service adds (docs/internals/service.md 2.1), unless it has no body. */
  | { readonly kind: 'message'; readonly message: string; readonly code?: number }
  /** The true answer: for a rule that only delays. */
  | { readonly kind: 'none' };

/** Which requests a fault matches; an absent member matches every request. */
export interface FaultMatch {
  /** Name of an operation, as in the journal. */
  readonly operation?: string;
  /** In upper case, `GET`. */
  readonly method?: string;
  /** The beginning of the path, including the base path. */
  readonly pathPrefix?: string;
  /** The zone in the path. */
  readonly zoneId?: string;
}

/** A fault and when it applies. */
export interface FaultRule {
  /** Which requests it matches. @default - every request */
  readonly match?: FaultMatch;
  /** Applies only to the nth request that matches, counted from 1. */
  readonly nth?: number;
  /** Applies this many times, then no more. */
  readonly times?: number;
  /**
   * The probability that it applies to a request for which it is due, from 0 to 1. Each rule has its own sequence of
   * random numbers, which `put` restarts, so that in the same run it applies to the same requests.
   *
   * @default 1
   */
  readonly probability?: number;
  /** Waits this many milliseconds first. */
  readonly delayMs?: number;
  /** What happens. @default { kind: 'none' } */
  readonly effect?: FaultEffect;
}
