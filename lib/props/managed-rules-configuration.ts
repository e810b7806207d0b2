// Written by "npm run docs" from managedRulesConfigurationSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { ListReference } from '../binding/references';

/** The arguments of `ManagedRulesConfiguration`. */
export interface ManagedRulesConfigurationArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
}

/** References to the attributes of `ManagedRulesConfiguration`. */
export interface ManagedRulesConfigurationReferences {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /** Whether the service generates one. It does not when something is in the way, or after the end of a migration. */
  readonly available: IResolvable;
  /** Why there is none, in the words of the service. Null when there is one. */
  readonly unavailableBecause: string;
  /** The name of the configuration. Null when there is none. */
  readonly name: string;
  /** The rules, in order. Empty when there is no configuration. */
  readonly rules: ListReference<ManagedRulesConfigurationRulesReferences>;
  /**
   * A digest of the rules, for `approvedDigest` of a `ManagedRulesMigration`. It changes when the rules change. Null
   * when there is no configuration.
   */
  readonly digest: string;
  /**
   * Settings of the previous version that the migration would lose. Null when there is no configuration, or when they
   * could not be determined completely.
   */
  readonly notCarriedOver: ListReference<ManagedRulesConfigurationNotCarriedOverReferences>;
  /** Why the losses could not be determined completely. Null when they could. */
  readonly lossesUnknownBecause: string;
}

/** The rules, in order. Empty when there is no configuration. */
export interface ManagedRulesConfigurationRulesReferences {
  /** `execute`, or `skip` for an exception. */
  readonly action: string;
  /** The requests that the rule applies to. */
  readonly expression: string;
  /** Free text. */
  readonly description: string;
  /** Whether the rule is on. */
  readonly enabled: IResolvable;
  /** JSON: for `execute`, the id of the managed ruleset and its overrides; for `skip`, what is skipped. */
  readonly actionParameters: string;
}

/**
 * Settings of the previous version that the migration would lose. Null when there is no configuration, or when they
 * could not be determined completely.
 */
export interface ManagedRulesConfigurationNotCarriedOverReferences {
  /** `core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`. */
  readonly kind: string;
  /** The id of the group, rule or page rule. */
  readonly id: string;
  /** A description of what is lost, for people. */
  readonly description: string;
}
