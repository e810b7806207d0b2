import type { LogpushDocument } from '../logpush/logpush-part';
import type { MigrationDocument } from '../migration/migration-part';
import type { PreviousWafDocument } from '../previous-waf/previous-waf-document';
import type { Phase } from '../rulesets/phases';
import type { Permission } from '../service/permission';
import type { Plan } from '../service/plan';
import type { SeedOptions } from './settings-options';

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
export interface SeedZone {
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its domain name. */
  readonly name: string;
  /** Its plan. @default 'enterprise' */
  readonly plan?: Plan;
  /** Its zone-level rulesets. @default - none */
  readonly rulesets?: readonly SeedRuleset[];
  /** Its log push jobs. @default - no jobs */
  readonly logpush?: LogpushDocument;
  /** Its previous managed rules, firewall rules and page rules. @default - on, with every setting at its default */
  readonly previous_waf?: PreviousWafDocument;
  /** Where its migration to the new managed rules stands. @default - not begun */
  readonly migration?: MigrationDocument;
}

/** A zone-level ruleset of a seed: the entry point of a phase. */
export interface SeedRuleset {
  /** The phase that it belongs to. */
  readonly phase: Phase;
  /** Always `zone`: an entry point. */
  readonly kind?: 'zone';
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its name. @default 'default' */
  readonly name?: string;
  /** Free text. */
  readonly description?: string;
  /** Counts up in decimal digits. @default '1' */
  readonly version?: string;
  /** ISO 8601, UTC. */
  readonly last_updated?: string;
  /** In the order in which they apply. */
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
  /** 32 hexadecimal digits. */
  readonly id?: string;
  /** Counts up in decimal digits. */
  readonly version?: string;
  /** What the rule is known by across its versions. */
  readonly ref?: string;
  /** What the rule does, e.g. `log_custom_field`, `execute` or `skip`. */
  readonly action: string;
  /** What the rule applies to, in the rules language. */
  readonly expression: string;
  /** Free text. */
  readonly description?: string;
  /** Whether the rule is on. */
  readonly enabled?: boolean;
  /** What goes with the action. */
  readonly action_parameters?: Readonly<Record<string, unknown>>;
  /** On rules of the action `skip` only. */
  readonly logging?: { readonly enabled: boolean };
  /** ISO 8601, UTC. */
  readonly last_updated?: string;
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
