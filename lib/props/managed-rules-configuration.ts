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
  /** Whether there is one: not when something is in the way, and not after the end of a migration. */
  readonly available: IResolvable;
  /** Why there is none, in the words of the service. Null when there is one. */
  readonly unavailableBecause: string;
  /** The configuration's name. Null when there is none. */
  readonly name: string;
  /** The rules, in their order. Empty when there is none. */
  readonly rules: ListReference<ManagedRulesConfigurationRulesReferences>;
  /**
   * A digest of the rules, for `approvedDigest` of a `ManagedRulesMigration`: it changes when what would be saved
   * changes. Null when there is none.
   */
  readonly digest: string;
  /**
   * Settings of the previous version that the migration would not carry over: what is lost. Null when there is no
   * configuration, and when not all of it could be found out.
   */
  readonly notCarriedOver: ListReference<ManagedRulesConfigurationNotCarriedOverReferences>;
  /** Why not all that would be lost could be found out. Null when it could. */
  readonly lossesUnknownBecause: string;
}

/** The rules, in their order. Empty when there is none. */
export interface ManagedRulesConfigurationRulesReferences {
  /** `execute`, or `skip` for an exception. */
  readonly action: string;
  /** What the rule applies to. */
  readonly expression: string;
  /** Free text. */
  readonly description: string;
  /** Whether the rule is on. */
  readonly enabled: IResolvable;
  /** JSON: for `execute` the id of the managed ruleset and its overrides, for `skip` what is skipped. */
  readonly actionParameters: string;
}

/**
 * Settings of the previous version that the migration would not carry over: what is lost. Null when there is no
 * configuration, and when not all of it could be found out.
 */
export interface ManagedRulesConfigurationNotCarriedOverReferences {
  /** `core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`. */
  readonly kind: string;
  /** Of the group, rule or page rule. */
  readonly id: string;
  /** What is lost, for people. */
  readonly description: string;
}
