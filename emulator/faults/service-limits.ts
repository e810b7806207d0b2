import type { ServiceSettings } from '../service/settings';
import { type Allowance, type RateLimit, createRateLimit } from './rate-limit';

/** A request as the limits of the service see it. */
interface LimitedRequest {
  readonly settings: ServiceSettings;
  /** Whom it counts for (`http/caller.ts`). */
  readonly caller: string;
  /** Address of the client. */
  readonly address: string;
  /** The time of each clock, in milliseconds since the Unix epoch. */
  readonly times: Readonly<Record<ServiceSettings['rateClock'], number>>;
}

/** What the limits of the service say of a request. */
interface Limited {
  /** What the caller has left; absent if the settings limit no caller. */
  readonly allowance?: Allowance;
  /** Only if the request is refused: whole seconds until the limit that refuses it ends. */
  readonly retryAfterSeconds?: number;
}

interface Limits {
  readonly settings: ServiceSettings;
  readonly ofCaller: RateLimit | undefined;
  readonly ofAddress: RateLimit | undefined;
}

/** The window of the limit of an address (docs/internals/service.md 2.4). */
const ADDRESS_WINDOW_SECONDS = 1;

/**
 * The limits that the settings name (docs/internals/service.md 2.4), which begin anew with a new state. A request that is
 * refused because of its address does not count for its caller.
 */
export function createServiceLimits(): (request: LimitedRequest) => Limited {
  let limits: Limits | undefined;
  return ({ settings, caller, address, times }) => {
    if (settings.rateLimit === 0 && settings.rateLimitPerAddress === 0) return {};
    if (limits?.settings !== settings) limits = limitsOf(settings);
    const now = times[settings.rateClock];
    const ofAddress = limits.ofAddress?.(address, now);
    const isAddressRefused = ofAddress?.refused === true;
    const allowance = limits.ofCaller?.(caller, now, isAddressRefused ? 0 : 1);
    const refusing = [ofAddress, allowance].filter((each) => each?.refused === true);
    return {
      ...(allowance && { allowance }),
      ...(refusing.length > 0 && {
        retryAfterSeconds: Math.max(...refusing.map((each) => each?.secondsLeft ?? 0)),
      }),
    };
  };
}

function limitsOf(settings: ServiceSettings): Limits {
  const { rateLimit, rateLimitPerAddress, rateWindowSeconds, rateClockScale } = settings;
  const limit = (requests: number, seconds: number): RateLimit | undefined =>
    requests === 0 ? undefined : createRateLimit(requests, seconds / rateClockScale);
  return {
    settings,
    ofCaller: limit(rateLimit, rateWindowSeconds),
    ofAddress: limit(rateLimitPerAddress, ADDRESS_WINDOW_SECONDS),
  };
}
