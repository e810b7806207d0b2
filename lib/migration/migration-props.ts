import type { IResolvable } from 'cdktf';
import type { MetaArguments } from '../elements/meta';
import type { MigrationGate } from './migration-gate';
import type { ManagedRulesMigrationArguments } from '../props';
import type { Adjustments } from './adjustments';

/** The props that have another form than in the schema. */
type OwnForm = 'zoneId' | 'targetState' | 'adjustments';

/** The migration of a zone to the new managed rules. */
export interface ManagedRulesMigrationProps
  extends Omit<ManagedRulesMigrationArguments, OwnForm>, MetaArguments {
  /**
   * The gate that holds the migration back until it is approved. Its values need not be repeated: zone, target,
   * digest, acknowledgement, deletion of overrides and provider default to those of the gate.
   * @default none
   */
  readonly gate?: MigrationGate;
  /**
   * Whether the plan fails until `approvedDigest` is that of the rules that the service generates, without
   * adjustments: a `MigrationGate` for the values of this migration. Its message, like `zonewright migration show`,
   * has the rules and their digest.
   * @default false
   */
  readonly requireApproval?: boolean;
  /**
   * The zone, 32 hexadecimal digits. It cannot change: declare another zone in another block.
   * @default the zone of `gate`
   */
  readonly zoneId?: string;
  /**
   * `validation` (Enterprise zones: both versions run, the new one first) or `finished` (the previous version is
   * disabled permanently).
   * @default the target of `gate`
   */
  readonly targetState?: ManagedRulesMigrationArguments['targetState'];
  /**
   * The acknowledgement that finishing is irreversible: the id of the zone. Required until the migration is finished.
   * @default that of `gate`, or none
   */
  readonly acknowledgeIrreversible?: string;
  /**
   * The digest of the approved rules: `rules_digest` of a reviewed plan, or `digest` of a
   * `DataManagedRulesConfiguration`. Plan and apply fail when the service generates anything else. @default that of
   * `gate`, or none: whatever the plan shows
   */
  readonly approvedDigest?: string;
  /**
   * Changes to what the managed rules do, by the id of the managed ruleset and the id of the rule:
   * `{ [rulesetId]: { [ruleId]: { action: 'log' } } }`. They may change at any time.
   * @default none
   */
  readonly adjustments?: Adjustments;
  /**
   * Whether apply deletes URI-based overrides that are in the way. The plan lists them first.
   * @default that of `gate`, or false
   */
  readonly deleteUriOverrides?: boolean | IResolvable;
  /**
   * What to do when the zone cannot migrate: `refuse` (the plan fails) or `skip` (the plan says why in
   * `skippedBecause`, and the zone stays as it is, until a later plan finds that it can migrate).
   * @default that of `gate`, or "refuse"
   */
  readonly onIncompatible?: ManagedRulesMigrationArguments['onIncompatible'];
}
