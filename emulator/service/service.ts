import type { Clock } from '../determinism/clock';
import { LATEST_TIME, timestamp } from '../determinism/clock';
import type { IdentifierSource } from '../determinism/identifiers';
import type { Credentials } from './credentials';
import type { ServiceSettings } from './settings';
import type { Zone } from './zone';

/** What the service knows: everything that a seed describes and a snapshot holds. */
export interface ServiceState {
  readonly zones: Map<string, Zone>;
  readonly credentials: Credentials;
  readonly settings: ServiceSettings;
}

/**
 * The emulated service: its state and where it takes time and identifiers from. What else it works with is
 * declared where that is (`destinations/destinations.ts`).
 */
export interface Service {
  /** Replaced as a whole by a reset, a seed and a restored snapshot. */
  state: ServiceState;
  readonly clock: Clock;
  readonly identifiers: IdentifierSource;
}

/**
 * The time of a write. Each write takes one millisecond, so that two of them never carry the same time; only at
 * the end of the times that a snapshot can say the clock stands still.
 */
export function timeOfWrite(service: Service): string {
  if (service.clock.now() < LATEST_TIME) service.clock.advance(1);
  return timestamp(service.clock.now());
}
