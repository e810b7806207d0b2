import type { SeedZoneParts } from '../parts';
import type { Permission } from '../service/credentials';
import type { SeedOptions } from '../service/settings';
import type { Plan } from '../service/zone';

/**
 * What a seed file says, in JSON or YAML. A part that is left out is the one of the default seed. A snapshot
 * is a seed document in which nothing is left out.
 */
export interface SeedDocument {
  /** In their order. */
  readonly zones?: readonly SeedZone[];
  /** What opens the service: bearer tokens, and keys with their e-mail addresses. */
  readonly credentials?: {
    readonly tokens?: readonly SeedToken[];
    readonly keys?: readonly { readonly email: string; readonly key: string }[];
  };
  /** How the service behaves. */
  readonly options?: SeedOptions;
  /** Time of the virtual clock, ISO 8601 in UTC. */
  readonly clock?: string;
  /** How many identifiers were already handed out. */
  readonly identifiers?: number;
}

/** A zone of a seed, with all that belongs to it. */
export interface SeedZone extends SeedZoneParts {
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its domain name. */
  readonly name: string;
  /** Its plan. @default 'enterprise' */
  readonly plan?: Plan;
}

/** A bearer token of a seed, and what it may do. */
export interface SeedToken {
  /** The text that is sent. */
  readonly token: string;
  /** What it may do. @default - all */
  readonly permissions?: readonly Permission[];
  /** Ids of zones of the seed. @default - all */
  readonly zones?: readonly string[];
}
