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

/** The properties of a request that decide whether a fault matches it. */
interface FaultSubject {
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly zoneId: string | undefined;
}

/** The fault rules in force. The first that is due for a request applies to it. */
export interface Faults {
  /** Replaces all rules and resets the counts. */
  put(rules: readonly FaultRule[]): void;
  /** Adds a rule after the others. */
  add(rule: FaultRule): void;
  /** Removes all rules. */
  clear(): void;
  /** The rules, with how often each has matched and applied since it was set. */
  list(): readonly CountedFaultRule[];
}

/** A fault rule in force. */
export interface CountedFaultRule extends FaultRule {
  /** How many requests it matched. */
  readonly matched: number;
  /** How many of them it applied to. */
  readonly struck: number;
}

export interface FaultsInForce extends Faults {
  /** Counts the request and returns the fault that is due for it. */
  take(subject: FaultSubject): FaultRule | undefined;
}

interface ActiveRule {
  readonly rule: FaultRule;
  readonly random: () => number;
  matched: number;
  struck: number;
}

export function createFaults(): FaultsInForce {
  let active: ActiveRule[] = [];
  return {
    put: (rules) => {
      active = rules.map(activate);
    },
    add: (rule) => {
      active.push(activate(rule, active.length));
    },
    clear: () => {
      active = [];
    },
    list: () => active.map(({ rule, matched, struck }) => ({ ...rule, matched, struck })),
    take: (subject) => take(active, subject),
  };
}

function activate(rule: FaultRule, position: number): ActiveRule {
  return { rule, random: seededRandom(position), matched: 0, struck: 0 };
}

function take(active: readonly ActiveRule[], subject: FaultSubject): FaultRule | undefined {
  let due: ActiveRule | undefined;
  for (const entry of active) {
    if (!fits(entry.rule, subject)) continue;
    // Every rule counts and draws a random number for every matching request, even if another rule applies.
    entry.matched += 1;
    const number = entry.random();
    if (due === undefined && isDue(entry, number)) due = entry;
  }
  if (due !== undefined) due.struck += 1;
  return due?.rule;
}

function fits({ match = {} }: FaultRule, { operation, method, path, zoneId }: FaultSubject): boolean {
  return (
    (match.operation === undefined || match.operation === operation) &&
    (match.method === undefined || match.method === method) &&
    (match.pathPrefix === undefined || path.startsWith(match.pathPrefix)) &&
    (match.zoneId === undefined || match.zoneId === zoneId)
  );
}

function isDue({ rule, matched, struck }: ActiveRule, number: number): boolean {
  return (
    (rule.nth === undefined || rule.nth === matched) &&
    (rule.times === undefined || struck < rule.times) &&
    (rule.probability === undefined || number < rule.probability)
  );
}

/** A sequence of numbers from 0 to just below 1; the same seed gives the same sequence. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  // Mulberry32, by Tommy Ettinger, in the public domain:
  // https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
