import { type Model, type ServiceSettings, MODEL } from '../service/settings';

/** Requests that the production service allows in a window (docs/internals/service.md 2.4). */
export const DEFAULT_REQUESTS = 1200;

/** The maximum number of callers to remember; beyond that, the oldest is forgotten. */
const MAX_CALLERS = 10_000;

/** What a caller has left after a request. */
interface Allowance {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** The request is one too many. */
  readonly refused: boolean;
  /** Whole seconds until the caller has all of its requests again, at least 1. */
  readonly secondsLeft: number;
  /** The time of that, in milliseconds since the Unix epoch. */
  readonly resetsAt: number;
}

interface Window {
  count: number;
  refusing: boolean;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Counts a request of a caller, and returns what is left then.
 *
 * @param now milliseconds since the Unix epoch
 * @param cost 0 only looks, without counting. @default 1
 */
type RateLimit = (caller: string, now: number, cost?: 0 | 1) => Allowance;

/**
 * A limit that counts each caller's requests in windows that begin with the first request. The request that exceeds
 * the limit begins a window in which every request is refused.
 */
function createRateLimit(requests: number, windowSeconds: number): RateLimit {
  const windows = new Map<string, Window>();
  const begin = (caller: string, now: number, refusing: boolean): Window => {
    const window = { count: 0, refusing, startsAt: now, endsAt: now + windowSeconds * 1000 };
    windows.set(caller, window);
    if (windows.size > MAX_CALLERS) windows.delete(windows.keys().next().value ?? '');
    return window;
  };
  return (caller, now, cost = 1) => {
    const known = windows.get(caller);
    // The emulator's clock may also be set back.
    const lasts = known !== undefined && now < known.endsAt && now >= known.startsAt;
    let window = lasts ? known : begin(caller, now, false);
    if (!window.refusing && window.count + cost > requests) window = begin(caller, now, true);
    if (!window.refusing) window.count += cost;
    return {
      limit: requests,
      windowSeconds,
      remaining: window.refusing ? 0 : requests - window.count,
      refused: window.refusing,
      secondsLeft: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
      resetsAt: window.endsAt,
    };
  };
}

/** A request as the limits of the service see it. */
interface LimitedRequest {
  readonly settings: ServiceSettings;
  /** Whom it counts for (`http/authenticate.ts`). */
  readonly caller: string;
  /** Address of the client. */
  readonly address: string;
  /** The time of each clock, in milliseconds since the Unix epoch. */
  readonly times: { readonly emulator: number; readonly machine: number };
}

/** What the limits of the service say of a request. */
interface Limited {
  /** What the caller has left; absent if the settings limit no caller. */
  readonly allowance?: Allowance;
  /** Only if the request is refused: whole seconds until the limit that refuses it ends. */
  readonly retryAfterSeconds?: number;
}

/**
 * The limits of the service (docs/internals/service.md 2.4), which begin anew with a new state. A request that is
 * refused because of its address does not count for its caller.
 */
export function createServiceLimits(): (request: LimitedRequest) => Limited {
  let limited: ServiceSettings | undefined;
  let ofCaller: RateLimit | undefined;
  let ofAddress: RateLimit | undefined;
  return ({ settings, caller, address, times }) => {
    if (settings.rateLimit === 0) return {};
    const { requestsPerAddress, rateClock } = MODEL[settings.model];
    if (limited !== settings) {
      limited = settings;
      ofCaller = createRateLimit(settings.rateLimit, settings.rateWindowSeconds);
      ofAddress = requestsPerAddress === 0 ? undefined : createRateLimit(requestsPerAddress, 1);
    }
    const now = times[rateClock];
    const perAddress = ofAddress?.(address, now);
    const allowance = ofCaller?.(caller, now, perAddress?.refused === true ? 0 : 1);
    const seconds = [perAddress, allowance].flatMap((each) => (each?.refused ? [each.secondsLeft] : []));
    return {
      ...(allowance && { allowance }),
      ...(seconds.length > 0 && { retryAfterSeconds: Math.max(...seconds) }),
    };
  };
}

/** The headers that tell what is left (docs/internals/service.md 2.4). */
export function rateLimitHeaders(
  model: Model,
  { limit, windowSeconds, remaining, secondsLeft, resetsAt }: Omit<Allowance, 'refused'>,
): Record<string, string> {
  switch (model) {
    case 'specification':
      return {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': new Date(resetsAt).toUTCString(),
      };
    case 'today':
      return {
        ratelimit: `"default";r=${remaining};t=${secondsLeft}`,
        'ratelimit-policy': `"default";q=${limit};w=${windowSeconds}`,
      };
  }
}
