/** When the connection is cut, or an answer takes the place of the true one. */
export type Moment = 'before-write' | 'after-write';

/** What happens to a request instead of the true answer. */
export type FaultEffect =
  /** Another answer. After the write, the service has carried the request out all the same. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Sent as it is when it is text, as JSON otherwise. Without it, the envelope of a failure. */
      readonly body?: unknown;
      /** @default 'before-write' */
      readonly moment?: Moment;
    }
  /** 429 with the headers of the production service (docs/service.md 2.4). */
  | {
      readonly kind: 'rate-limit';
      /** @default 1 */
      readonly retryAfterSeconds?: number;
    }
  /**
   * Counts the requests of each caller by the emulator's clock, as the production service does
   * (docs/service.md 2.4). Until one goes over, its answers tell how many are left; then it gets 429 for a
   * whole window. Other rules apply as if this one were not there until it refuses.
   */
  | {
      readonly kind: 'counting-rate-limit';
      /** How many a caller has in each window. @default 1200 */
      readonly requests?: number;
      /** @default 300 */
      readonly windowSeconds?: number;
    }
  /**
   * The answer as it was before the zone's last writes. Only for reads; writes are counted from when the rule
   * is in force, and without any the answer is the true one.
   */
  | {
      readonly kind: 'stale-read';
      /** How many writes the answer is behind, at most 100. @default 1 */
      readonly writes?: number;
    }
  /** An HTML page, as gateways answer in an outage. */
  | {
      readonly kind: 'html-page';
      /** @default 502 */
      readonly status?: number;
    }
  /** The true answer, complete, but no JSON any more. The request takes effect. */
  | { readonly kind: 'malformed-json' }
  /** The head and the first half of the true answer, then the connection is cut. The request takes effect. */
  | { readonly kind: 'truncated-body' }
  /** No answer: the connection is cut before or after the request took effect. */
  | { readonly kind: 'cut'; readonly moment: Moment }
  /** The true answer: for a rule that only delays. */
  | { readonly kind: 'none' };

/** Which requests a fault is for; a part that is absent fits every request. */
export interface FaultMatch {
  /** Name of an operation, as in the journal. */
  readonly operation?: string;
  /** In upper case, `GET`. */
  readonly method?: string;
  /** Beginning of the path, with the base path. */
  readonly pathPrefix?: string;
  /** The zone in the path. */
  readonly zoneId?: string;
}

/** A fault and when it applies. */
export interface FaultRule {
  /** Which requests it is for; every request when it is left out. */
  readonly match?: FaultMatch;
  /** Applies only to the nth request that matches, counted from 1. */
  readonly nth?: number;
  /** Applies this many times, then no more. */
  readonly times?: number;
  /**
   * How likely it applies to a request for which it is due, from 0 to 1. Each rule has a sequence of random
   * numbers of its own that begins anew with `put`, so that in the same run it applies to the same requests.
   *
   * @default 1
   */
  readonly probability?: number;
  /** Waits this many milliseconds before anything else. */
  readonly delayMs?: number;
  /** What happens. @default { kind: 'none' } */
  readonly effect?: FaultEffect;
}
