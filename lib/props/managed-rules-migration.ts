// Written by "npm run docs" from managedRulesMigrationSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { OneOf } from '../binding/props';
import type { ListReference } from '../binding/references';

/** The arguments of `ManagedRulesMigration`. */
export interface ManagedRulesMigrationArguments {
  /** The zone, 32 hexadecimal digits. It cannot change once the migration has begun. */
  readonly zoneId: string;
  /**
   * `validation` (Enterprise zones: both versions run, the new one first) or `finished` (the previous version is
   * disabled, for good).
   */
  readonly targetState: OneOf<'validation' | 'finished'>;
  /**
   * The deliberate word for finishing: the id of the zone. Needed until the migration is finished, of no consequence
   * afterwards.
   * @default none
   */
  readonly acknowledgeIrreversible?: string;
  /**
   * The digest of what was approved: `rulesDigest` of a reviewed plan, or `digest` of `ManagedRulesConfiguration`.
   * Plan and apply are refused when the service generates anything else.
   * @default none
   */
  readonly approvedDigest?: string;
  /**
   * Changes to what the managed rules do, by the id of the managed ruleset. They may change at any time, also after
   * the end of the migration.
   * @default none
   */
  readonly adjustments?: Readonly<Record<string, ManagedRulesMigrationAdjustments>> | IResolvable;
  /**
   * Whether apply deletes the URI-based overrides that are in the way of the migration. The plan lists them first.
   * Where the service generates no configuration before they are gone, that apply goes no further, so that the next
   * plan can show the rules.
   * @default false
   */
  readonly deleteUriOverrides?: boolean | IResolvable;
  /**
   * What to do when a migration that has begun is to be destroyed: `refuse`, or `abandon` (it stays as it is at the
   * service and is forgotten here; has to be applied before the destroy).
   * @default "refuse"
   */
  readonly onDestroy?: OneOf<'refuse' | 'abandon'>;
  /**
   * How long apply waits for the service, e.g. `{ create: '2h' }`.
   * @default none
   */
  readonly timeouts?: ManagedRulesMigrationTimeouts | IResolvable;
}

/**
 * Changes to what the managed rules do, by the id of the managed ruleset. They may change at any time, also after the
 * end of the migration.
 */
export interface ManagedRulesMigrationAdjustments {
  /** By the id of the rule. */
  readonly rules: Readonly<Record<string, ManagedRulesMigrationAdjustmentsRules>> | IResolvable;
}

/** By the id of the rule. */
export interface ManagedRulesMigrationAdjustmentsRules {
  /**
   * What the rule does instead: `block`, `challenge`, `js_challenge`, `managed_challenge`, `log`.
   * @default none
   */
  readonly action?: OneOf<'block' | 'challenge' | 'js_challenge' | 'managed_challenge' | 'log'>;
  /**
   * Whether the rule is on.
   * @default none
   */
  readonly enabled?: boolean | IResolvable;
}

/** How long apply waits for the service, e.g. `{ create: '2h' }`. */
export interface ManagedRulesMigrationTimeouts {
  /**
   * When this resource is made.
   * @default `90m`
   */
  readonly create?: string;
  /**
   * When it is changed.
   * @default `90m`
   */
  readonly update?: string;
}

/** References to the attributes of `ManagedRulesMigration`. */
export interface ManagedRulesMigrationReferences {
  /** The zone, 32 hexadecimal digits. It cannot change once the migration has begun. */
  readonly zoneId: string;
  /**
   * `validation` (Enterprise zones: both versions run, the new one first) or `finished` (the previous version is
   * disabled, for good).
   */
  readonly targetState: string;
  /**
   * The deliberate word for finishing: the id of the zone. Needed until the migration is finished, of no consequence
   * afterwards.
   */
  readonly acknowledgeIrreversible: string;
  /**
   * The digest of what was approved: `rulesDigest` of a reviewed plan, or `digest` of `ManagedRulesConfiguration`.
   * Plan and apply are refused when the service generates anything else.
   */
  readonly approvedDigest: string;
  /**
   * Changes to what the managed rules do, by the id of the managed ruleset. They may change at any time, also after
   * the end of the migration.
   */
  readonly adjustments: IResolvable;
  /**
   * Whether apply deletes the URI-based overrides that are in the way of the migration. The plan lists them first.
   * Where the service generates no configuration before they are gone, that apply goes no further, so that the next
   * plan can show the rules.
   */
  readonly deleteUriOverrides: IResolvable;
  /**
   * What to do when a migration that has begun is to be destroyed: `refuse`, or `abandon` (it stays as it is at the
   * service and is forgotten here; has to be applied before the destroy).
   */
  readonly onDestroy: string;
  /** How long apply waits for the service, e.g. `{ create: '2h' }`. */
  readonly timeouts: ManagedRulesMigrationTimeoutsReferences;
  /** `start`, `validation`, `finishing` or `finished`: where the zone stands, or will after apply. */
  readonly migrationState: string;
  /** The previous managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly oldWafStatus: string;
  /** The new managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly newWafStatus: string;
  /** The rules of the zone's entry point that are or will be saved: the generated configuration with the adjustments. */
  readonly rules: ListReference<ManagedRulesMigrationRulesReferences>;
  /** A digest of `rules`. Apply is refused when it would save anything else. */
  readonly rulesDigest: string;
  /**
   * Rules of the new managed rules that the zone had before and that making this object replaces. Empty when there
   * were none.
   */
  readonly replacedRules: ListReference<ManagedRulesMigrationReplacedRulesReferences>;
  /**
   * Settings of the previous version that the migration does not carry over, as they were when it was planned. Null
   * when that is not known, as after an import.
   */
  readonly notCarriedOver: ListReference<ManagedRulesMigrationNotCarriedOverReferences>;
  /**
   * The URI-based overrides that apply deletes or deleted, with all that they said. Apply deletes exactly these: one
   * that was added or edited since the plan stays, and a new plan is needed.
   */
  readonly deletedUriOverrides: ListReference<ManagedRulesMigrationDeletedUriOverridesReferences>;
  /** The name of the zone. Null when the service does not tell it: that takes the permission to read the zone. */
  readonly zoneName: string;
  /**
   * What the last plan that changed something at the service does or did: `delete URI overrides`, `begin validation`,
   * `finish`, `wait for the finish`, `save rules`, `take over`. Null after an import.
   */
  readonly step: string;
  /**
   * Whether the migration has finished, or has begun to. It turns from `false` to `true`, or is made as `true`, in
   * exactly the plan that finishes it or takes over a finished one.
   */
  readonly irreversible: IResolvable;
  /** What the plan that finishes the migration saves and loses. Null before, and where others finished it. */
  readonly finish: ManagedRulesMigrationFinishReferences;
  /**
   * Whether the migration had begun when this object was made or imported, rather than being begun by it. Null in
   * states of older releases.
   */
  readonly takenOver: IResolvable;
}

/** How long apply waits for the service, e.g. `{ create: '2h' }`. */
export interface ManagedRulesMigrationTimeoutsReferences {
  /** When this resource is made. `90m` when left out. */
  readonly create: string;
  /** When it is changed. `90m` when left out. */
  readonly update: string;
}

/** The rules of the zone's entry point that are or will be saved: the generated configuration with the adjustments. */
export interface ManagedRulesMigrationRulesReferences {
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
 * Rules of the new managed rules that the zone had before and that making this object replaces. Empty when there were
 * none.
 */
export interface ManagedRulesMigrationReplacedRulesReferences {
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
 * Settings of the previous version that the migration does not carry over, as they were when it was planned. Null
 * when that is not known, as after an import.
 */
export interface ManagedRulesMigrationNotCarriedOverReferences {
  /** `core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`. */
  readonly kind: string;
  /** Of the group, rule or page rule. */
  readonly id: string;
  /** What is lost, for people. */
  readonly description: string;
}

/**
 * The URI-based overrides that apply deletes or deleted, with all that they said. Apply deletes exactly these: one
 * that was added or edited since the plan stays, and a new plan is needed.
 */
export interface ManagedRulesMigrationDeletedUriOverridesReferences {
  /** The id of the override. */
  readonly id: string;
  /** Its description. */
  readonly description: string;
  /** The URLs that it was for. */
  readonly urls: string[];
  /** JSON: the whole override, from which it can be made again. Null in states of older releases. */
  readonly body: string;
}

/** What the plan that finishes the migration saves and loses. Null before, and where others finished it. */
export interface ManagedRulesMigrationFinishReferences {
  /**
   * The zone that is finished, by its name, where the service tells it, and its id: the text of a plan hides `zoneId`
   * and `zoneName`, which stay the same.
   */
  readonly zone: string;
  /** The rules that finishing saves, as `rules` of that plan. */
  readonly rules: ListReference<ManagedRulesMigrationFinishRulesReferences>;
  /** Their digest. */
  readonly rulesDigest: string;
  /** What finishing loses. Null when not all of it could be found out. */
  readonly notCarriedOver: ListReference<ManagedRulesMigrationFinishNotCarriedOverReferences>;
  /** Why not all that is lost could be found out. Null when it could. */
  readonly lossesUnknownBecause: string;
}

/** The rules that finishing saves, as `rules` of that plan. */
export interface ManagedRulesMigrationFinishRulesReferences {
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

/** What finishing loses. Null when not all of it could be found out. */
export interface ManagedRulesMigrationFinishNotCarriedOverReferences {
  /** `core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`. */
  readonly kind: string;
  /** Of the group, rule or page rule. */
  readonly id: string;
  /** What is lost, for people. */
  readonly description: string;
}
