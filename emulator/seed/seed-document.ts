import type { SeedAccountParts, SeedSharedParts, SeedZoneParts } from '../requests/parts';
import type { AccountType } from '../service/scope';
import type { Permission } from '../service/credentials';
import type { SeedOptions } from '../service/settings';
import type { MembershipStatus } from '../service/user';
import type { Plan, ZoneStatus, ZoneType } from '../service/zone';

/**
 * The content of a seed file, in JSON or YAML. A part that is left out comes from the default seed. A snapshot is a
 * complete seed document.
 */
export interface SeedDocument extends SeedSharedParts {
  /** The zones, in order. */
  readonly zones?: readonly SeedZone[];
  /** The accounts that zones belong to, at least one. */
  readonly accounts?: readonly SeedAccount[];
  /** The users that keys and tokens act for, at least one. */
  readonly users?: readonly SeedUser[];
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
  /** Id of the account that it belongs to. @default - the first account */
  readonly account?: string;
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

/** An account of a seed, with the rulesets and log push jobs of its own. */
export interface SeedAccount extends SeedAccountParts {
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its name. */
  readonly name: string;
  /** Its type; only an Enterprise account has rulesets and log push. @default 'enterprise' */
  readonly type?: AccountType;
  /** When it was created, ISO 8601 in UTC. */
  readonly created_on?: string;
  /** Its settings. */
  readonly settings?: {
    /** Where reports of abuse go. @default - null */
    readonly abuse_contact_email?: string | null;
    /** Whether its members must use two-factor authentication. @default false */
    readonly enforce_twofactor?: boolean;
  };
}

/** A user of a seed. */
export interface SeedUser {
  /** 32 hexadecimal digits. @default - derived from the address */
  readonly id?: string;
  /** The e-mail address, which keys and tokens refer to. */
  readonly email: string;
  /** The first name. @default - null */
  readonly first_name?: string | null;
  /** The last name. @default - null */
  readonly last_name?: string | null;
  /** Whether signing in takes a second factor. @default false */
  readonly two_factor_authentication_enabled?: boolean;
  /** The accounts that the user belongs to. @default - all, as somebody who may do everything there */
  readonly memberships?: readonly SeedMembership[];
}

/** The membership of a user in an account. */
interface SeedMembership {
  /** 32 hexadecimal digits. @default - derived from user and account */
  readonly id?: string;
  /** Id of the account. */
  readonly account: string;
  /** How far it is set up. @default 'accepted' */
  readonly status?: MembershipStatus;
  /** Names of roles. */
  readonly roles?: readonly string[];
}

/** A bearer token of a seed, and what it may do. */
export interface SeedToken {
  /** The token itself. */
  readonly token: string;
  /** What it may do. @default - all */
  readonly permissions?: readonly Permission[];
  /** Ids of zones of the seed. @default - all zones of the accounts that it may use */
  readonly zones?: readonly string[];
  /** Ids of accounts of the seed. @default - all; none if `zones` is given */
  readonly accounts?: readonly string[];
  /**
   * E-mail address of the user that it belongs to. Rate limits count all tokens and the key of a user together.
   *
   * @default - the first user; rate limits count the token on its own
   */
  readonly user?: string;
  /** Id of the account that it belongs to, instead of a user. @default - it belongs to a user */
  readonly owned_by?: string;
  /** A disabled token can only be verified. @default 'active' */
  readonly status?: 'active' | 'disabled';
  /** The time from which it is valid, ISO 8601 in UTC. @default - always */
  readonly not_before?: string;
  /** The time until which it is valid, ISO 8601 in UTC. @default - always */
  readonly expires_on?: string;
}
