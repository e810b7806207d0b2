import type { SeedAccountParts, SeedZoneParts } from '../parts';
import type { Permission } from '../service/credentials';
import type { SeedOptions } from '../service/settings';
import type { Plan } from '../service/zone';

/**
 * The content of a seed file, in JSON or YAML. A part that is left out comes from the default seed. A snapshot is a
 * complete seed document.
 */
export interface SeedDocument {
  /** The zones, in order. */
  readonly zones?: readonly SeedZone[];
  /** The account that the zones belong to: exactly one. */
  readonly accounts?: readonly SeedAccount[];
  /** The credentials: bearer tokens, and keys with their e-mail addresses. */
  readonly credentials?: {
    readonly tokens?: readonly SeedToken[];
    readonly keys?: readonly { readonly email: string; readonly key: string }[];
  };
  /** How the service behaves. */
  readonly options?: SeedOptions;
  /** Time of the virtual clock, ISO 8601 in UTC. */
  readonly clock?: string;
  /** How many identifiers were already generated. */
  readonly identifiers?: number;
}

/** A zone of a seed, with everything that belongs to it. */
export interface SeedZone extends SeedZoneParts {
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its domain name. */
  readonly name: string;
  /** Its plan. @default 'enterprise' */
  readonly plan?: Plan;
}

/** An account of a seed, with everything that belongs to it. */
export interface SeedAccount extends SeedAccountParts {
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its name. */
  readonly name: string;
}

/** A bearer token of a seed, and what it may do. */
export interface SeedToken {
  /** The token itself. */
  readonly token: string;
  /** What it may do. @default - all */
  readonly permissions?: readonly Permission[];
  /** Ids of zones of the seed. @default - all */
  readonly zones?: readonly string[];
}
