// Written by "npm run docs" from managedRulesMigrationSchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { OneOf } from '../binding/props';
import type { ListReference } from '../binding/references';

/** The arguments of `ManagedRulesMigration`. */
export interface ManagedRulesMigrationArguments {
  /** The zone, 32 hexadecimal digits. It cannot change: declare another zone in another block. */
  readonly zoneId: string;
  /**
   * `validation` (Enterprise zones: both versions run, the new one first) or `finished` (the previous version is
   * disabled permanently).
   */
  readonly targetState: OneOf<'validation' | 'finished'>;
  /**
   * The acknowledgement that finishing is irreversible: the id of the zone. Required until the migration is finished,
   * without effect afterwards.
   * @default none
   */
  readonly acknowledgeIrreversible?: string;
  /**
   * The digest of the approved rules: `rulesDigest` of a reviewed plan, or `digest` of `ManagedRulesConfiguration`.
   * Plan and apply fail when the service generates anything else.
   * @default none
   */
  readonly approvedDigest?: string;
  /**
   * Changes to what the managed rules do, by the id of the managed ruleset. They may change at any time, even after
   * the migration has finished.
   * @default none
   */
  readonly adjustments?: Readonly<Record<string, ManagedRulesMigrationAdjustments>> | IResolvable;
  /**
   * Whether apply deletes the URI-based overrides that are in the way of the migration. The plan lists them first. If
   * the service generates no configuration while they exist, apply stops after deleting them, so that the next plan
   * can show the rules.
   * @default false
   */
  readonly deleteUriOverrides?: boolean | IResolvable;
  /**
   * What to do with a zone that cannot migrate: `refuse` (the plan fails) or `skip` (the plan says why in
   * `skippedBecause`, and the zone stays as it is, until a later plan finds that it can migrate).
   * @default "refuse"
   */
  readonly onIncompatible?: OneOf<'refuse' | 'skip'>;
  /**
   * Whether apply waits until the service has finished the migration, which can take an hour. With `false`, apply
   * ends as soon as the service has begun to finish it, and the refresh of a later run stores the end and says so.
   * @default true
   */
  readonly wait?: boolean | IResolvable;
  /**
   * What destroying a migration that has begun does: `refuse` fails; `abandon` only removes it from the state and
   * leaves the service as it is (apply the change to `abandon` before you destroy).
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
 * Changes to what the managed rules do, by the id of the managed ruleset. They may change at any time, even after the
 * migration has finished.
 */
export interface ManagedRulesMigrationAdjustments {
  /** The changes by the id of the rule. */
  readonly rules: Readonly<Record<string, ManagedRulesMigrationAdjustmentsRules>> | IResolvable;
}

/** The changes by the id of the rule. */
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
   * For creating this resource.
   * @default `90m`
   */
  readonly create?: string;
  /**
   * For updating it.
   * @default `90m`
   */
  readonly update?: string;
}

/** References to the attributes of `ManagedRulesMigration`. */
export interface ManagedRulesMigrationReferences {
  /** The zone, 32 hexadecimal digits. It cannot change: declare another zone in another block. */
  readonly zoneId: string;
  /**
   * `validation` (Enterprise zones: both versions run, the new one first) or `finished` (the previous version is
   * disabled permanently).
   */
  readonly targetState: string;
  /**
   * The acknowledgement that finishing is irreversible: the id of the zone. Required until the migration is finished,
   * without effect afterwards.
   */
  readonly acknowledgeIrreversible: string;
  /**
   * The digest of the approved rules: `rulesDigest` of a reviewed plan, or `digest` of `ManagedRulesConfiguration`.
   * Plan and apply fail when the service generates anything else.
   */
  readonly approvedDigest: string;
  /**
   * Changes to what the managed rules do, by the id of the managed ruleset. They may change at any time, even after
   * the migration has finished.
   */
  readonly adjustments: IResolvable;
  /**
   * Whether apply deletes the URI-based overrides that are in the way of the migration. The plan lists them first. If
   * the service generates no configuration while they exist, apply stops after deleting them, so that the next plan
   * can show the rules.
   */
  readonly deleteUriOverrides: IResolvable;
  /**
   * What to do with a zone that cannot migrate: `refuse` (the plan fails) or `skip` (the plan says why in
   * `skippedBecause`, and the zone stays as it is, until a later plan finds that it can migrate).
   */
  readonly onIncompatible: string;
  /**
   * Whether apply waits until the service has finished the migration, which can take an hour. With `false`, apply
   * ends as soon as the service has begun to finish it, and the refresh of a later run stores the end and says so.
   */
  readonly wait: IResolvable;
  /**
   * What destroying a migration that has begun does: `refuse` fails; `abandon` only removes it from the state and
   * leaves the service as it is (apply the change to `abandon` before you destroy).
   */
  readonly onDestroy: string;
  /** How long apply waits for the service, e.g. `{ create: '2h' }`. */
  readonly timeouts: ManagedRulesMigrationTimeoutsReferences;
  /** The state of the zone, or its state after apply: `start`, `validation`, `finishing` or `finished`. */
  readonly migrationState: string;
  /** The previous managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly oldWafStatus: string;
  /** The new managed rules: `enabled` or `disabled`. Null when the service does not say. */
  readonly newWafStatus: string;
  /** The rules of the zone's entry point that are or will be saved: the generated configuration with the adjustments. */
  readonly rules: ListReference<ManagedRulesMigrationRulesReferences>;
  /** A digest of `rules`. Apply fails when it would save anything else. */
  readonly rulesDigest: string;
  /**
   * Rules of the new managed rules that the zone had before, and that creating this object replaces. Empty when there
   * were none.
   */
  readonly replacedRules: ListReference<ManagedRulesMigrationReplacedRulesReferences>;
  /**
   * Settings of the previous version that the migration does not carry over, as they were when it was planned. Null
   * when they are not known, as after an import.
   */
  readonly notCarriedOver: ListReference<ManagedRulesMigrationNotCarriedOverReferences>;
  /**
   * Why the zone cannot migrate, one sentence for each reason, while `onIncompatible: 'skip'` leaves it as it is.
   * Null otherwise.
   */
  readonly skippedBecause: string[];
  /**
   * The URI-based overrides that apply deletes or deleted, with all their content. Apply deletes exactly these. It
   * keeps one that was added or edited after the plan; then a new plan is needed.
   */
  readonly deletedUriOverrides: ListReference<ManagedRulesMigrationDeletedUriOverridesReferences>;
  /** The name of the zone. Null when the credentials may not read the zone. */
  readonly zoneName: string;
  /**
   * The step of the last plan that changed something at the service: `delete URI overrides`, `begin validation`,
   * `finish`, `wait for the finish`, `save rules`, `take over`, `skip`. Null after an import.
   */
  readonly step: string;
  /**
   * Whether the migration is finishing or finished. Exactly the plan that finishes it, or takes over a finished one,
   * changes it from `false` to `true` or creates it as `true`.
   */
  readonly irreversible: IResolvable;
  /** What the plan that finishes the migration saves and loses. Null before it, and when others finished it. */
  readonly finish: ManagedRulesMigrationFinishReferences;
  /**
   * Whether the migration had already begun when this object was created or imported. Null in states of older
   * releases.
   */
  readonly takenOver: IResolvable;
}

/** How long apply waits for the service, e.g. `{ create: '2h' }`. */
export interface ManagedRulesMigrationTimeoutsReferences {
  /** For creating this resource. Default `90m`. */
  readonly create: string;
  /** For updating it. Default `90m`. */
  readonly update: string;
}

/** The rules of the zone's entry point that are or will be saved: the generated configuration with the adjustments. */
export interface ManagedRulesMigrationRulesReferences {
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
 * Rules of the new managed rules that the zone had before, and that creating this object replaces. Empty when there
 * were none.
 */
export interface ManagedRulesMigrationReplacedRulesReferences {
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
 * Settings of the previous version that the migration does not carry over, as they were when it was planned. Null
 * when they are not known, as after an import.
 */
export interface ManagedRulesMigrationNotCarriedOverReferences {
  /** `core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`. */
  readonly kind: string;
  /** The id of the group, rule or page rule. */
  readonly id: string;
  /** A description of what is lost, for people. */
  readonly description: string;
}

/**
 * The URI-based overrides that apply deletes or deleted, with all their content. Apply deletes exactly these. It
 * keeps one that was added or edited after the plan; then a new plan is needed.
 */
export interface ManagedRulesMigrationDeletedUriOverridesReferences {
  /** The id of the override. */
  readonly id: string;
  /** Its description. */
  readonly description: string;
  /** The URLs that it applied to. */
  readonly urls: string[];
  /** The whole override as JSON, to create it again. Null in states of older releases. */
  readonly body: string;
}

/** What the plan that finishes the migration saves and loses. Null before it, and when others finished it. */
export interface ManagedRulesMigrationFinishReferences {
  /**
   * The zone by its name, where the service returns it, and its id. (The text of a plan hides `zoneId` and
   * `zoneName`, which do not change.)
   */
  readonly zone: string;
  /** The rules that finishing saves: `rules` of that plan. */
  readonly rules: ListReference<ManagedRulesMigrationFinishRulesReferences>;
  /** Their digest. */
  readonly rulesDigest: string;
  /** What finishing loses. Null when it could not be determined completely. */
  readonly notCarriedOver: ListReference<ManagedRulesMigrationFinishNotCarriedOverReferences>;
  /** Why the losses could not be determined completely. Null when they could. */
  readonly lossesUnknownBecause: string;
}

/** The rules that finishing saves: `rules` of that plan. */
export interface ManagedRulesMigrationFinishRulesReferences {
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

/** What finishing loses. Null when it could not be determined completely. */
export interface ManagedRulesMigrationFinishNotCarriedOverReferences {
  /** `core_rule_set_group_override`, `core_rule_set_rule_override` or `page_rule_waf_off`. */
  readonly kind: string;
  /** The id of the group, rule or page rule. */
  readonly id: string;
  /** A description of what is lost, for people. */
  readonly description: string;
}
