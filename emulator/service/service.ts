import { type Clock, LATEST_TIME, timestamp } from './clock';
import type { IdentifierSource } from './identifiers';
import type { Credentials } from './credentials';
import type { ServiceSettings } from './settings';
import type { Zone } from './zone';

/**
 * What all zones have in common: each part of the service adds its own members where it declares its state, with
 * `declare module '../service/service'`.
 */
export interface SharedState {
  readonly settings: ServiceSettings;
}

/** The state of the service: everything that a seed describes and a snapshot contains. */
export interface ServiceState extends SharedState {
  readonly zones: Map<string, Zone>;
  readonly credentials: Credentials;
}

/**
 * The emulated service: its state, and its sources of time and identifiers. Its other dependencies are declared where
 * they are defined (`destinations/destinations.ts`).
 */
export interface Service {
  /** Replaced as a whole by a reset, a seed and a restored snapshot. */
  state: ServiceState;
  readonly clock: Clock;
  readonly identifiers: IdentifierSource;
}

/**
 * The time of a write. Each write takes one millisecond, so that no two have the same time; the clock only stops at
 * the last time that a snapshot can express.
 */
export function timeOfWrite(service: Service): string {
  if (service.clock.now() < LATEST_TIME) service.clock.advance(1);
  return timestamp(service.clock.now());
}
