import type { SeedZoneParts } from '../parts';
import type { Permission } from '../service/credentials';
import type { SeedOptions } from '../service/settings';
import type { Plan } from '../service/zone';

/**
 * What a seed file says, in JSON or YAML. A part that is left out is the one of the default seed. A snapshot
 * is a seed document in which nothing is left out.
 */
export interface SeedDocument {
  readonly zones?: readonly SeedZone[];
  readonly credentials?: {
    readonly tokens?: readonly SeedToken[];
    readonly keys?: readonly { readonly email: string; readonly key: string }[];
  };
  readonly options?: SeedOptions;
  /** Time of the virtual clock, ISO 8601 in UTC. */
  readonly clock?: string;
  /** How many identifiers were already handed out. */
  readonly identifiers?: number;
}

export interface SeedZone extends SeedZoneParts {
  /** @default - the next identifier */
  readonly id?: string;
  readonly name: string;
  /** @default 'enterprise' */
  readonly plan?: Plan;
}

export interface SeedToken {
  readonly token: string;
  /** @default - all */
  readonly permissions?: readonly Permission[];
  /** Ids of zones of the seed. @default - all */
  readonly zones?: readonly string[];
}
