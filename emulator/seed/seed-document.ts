import type { SeedSharedParts, SeedZoneParts } from '../requests/parts';
import type { Permission } from '../service/credentials';
import type { SeedOptions } from '../service/settings';
import type { Plan, ZoneStatus, ZoneType } from '../service/zone';

/**
 * The content of a seed file, in JSON or YAML. A part that is left out comes from the default seed. A snapshot is a
 * complete seed document.
 */
export interface SeedDocument extends SeedSharedParts {
  /** The zones, in order. */
  readonly zones?: readonly SeedZone[];
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
  /** What `zonewright copy` says of itself. The emulator passes it over. */
  readonly copy?: object;
}

/** A zone of a seed, with everything that belongs to it. */
export interface SeedZone extends SeedZoneParts {
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its domain name. */
  readonly name: string;
  /** Its plan. @default 'enterprise' */
  readonly plan?: Plan;
  /** The account that it belongs to. @default - the same for all zones */
  readonly account?: {
    /** 32 hexadecimal digits. */
    readonly id?: string;
    /** Its name. */
    readonly name?: string;
  };
  /** How far it is set up. @default 'active' */
  readonly status?: ZoneStatus;
  /** How its DNS works. @default 'full' */
  readonly type?: ZoneType;
  /** Whether it only has DNS. @default false */
  readonly paused?: boolean;
  /** Name servers of its own. @default - none */
  readonly vanity_name_servers?: readonly string[];
  /** When it was last changed, ISO 8601 in UTC. */
  readonly modified_on?: string;
}

/** A bearer token of a seed, and what it may do. */
export interface SeedToken {
  /** The token itself. */
  readonly token: string;
  /** What it may do. @default - all */
  readonly permissions?: readonly Permission[];
  /** Ids of zones of the seed. @default - all */
  readonly zones?: readonly string[];
  /**
   * E-mail address of the user that it belongs to. Rate limits count all tokens and the key of a user together.
   *
   * @default - rate limits count the token on its own
   */
  readonly user?: string;
  /** A disabled token is refused. @default 'active' */
  readonly status?: 'active' | 'disabled';
  /** The time from which it is valid, ISO 8601 in UTC. @default - always */
  readonly not_before?: string;
  /** The time until which it is valid, ISO 8601 in UTC. @default - always */
  readonly expires_on?: string;
}
