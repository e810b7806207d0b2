import type { LogpushDocument } from '../logpush/logpush-seed';
import type { MigrationDocument } from '../migration/migration-seed';
import type { PreviousWafDocument } from '../previous-waf/previous-waf-seed';
import type { Phase } from '../rulesets/phases';
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

export interface SeedZone {
  /** @default - the next identifier */
  readonly id?: string;
  readonly name: string;
  /** @default 'enterprise' */
  readonly plan?: Plan;
  /** @default - none */
  readonly rulesets?: readonly SeedRuleset[];
  /** @default - no jobs */
  readonly logpush?: LogpushDocument;
  /** @default - on, with every setting at its default */
  readonly previous_waf?: PreviousWafDocument;
  /** @default - not begun */
  readonly migration?: MigrationDocument;
}

export interface SeedRuleset {
  readonly phase: Phase;
  readonly kind?: 'zone';
  /** @default - the next identifier */
  readonly id?: string;
  /** @default 'default' */
  readonly name?: string;
  readonly description?: string;
  /** @default '1' */
  readonly version?: string;
  readonly last_updated?: string;
  readonly rules?: readonly SeedRule[];
  /** Earlier versions, oldest first; at most 50. @default - none */
  readonly history?: readonly SeedRulesetVersion[];
}

/** A ruleset as it was in an earlier version. */
export interface SeedRulesetVersion {
  readonly version: string;
  readonly description?: string;
  readonly last_updated?: string;
  readonly rules?: readonly SeedRule[];
}

/** A rule; id, version, ref and last_updated are made when they are left out. */
export interface SeedRule {
  readonly id?: string;
  readonly version?: string;
  readonly ref?: string;
  readonly action: string;
  readonly expression: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly action_parameters?: Readonly<Record<string, unknown>>;
  /** On rules of the action `skip` only. */
  readonly logging?: { readonly enabled: boolean };
  readonly last_updated?: string;
}

export interface SeedToken {
  readonly token: string;
  /** @default - all */
  readonly permissions?: readonly Permission[];
  /** Ids of zones of the seed. @default - all */
  readonly zones?: readonly string[];
}
