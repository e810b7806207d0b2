import type { MetaArguments } from '../elements/meta';
import type { ManagedRulesMigrationArguments } from '../props';
import type { Adjustments } from './adjustments';

/** The migration of a zone to the new managed rules. */
export interface ManagedRulesMigrationProps
  extends Omit<ManagedRulesMigrationArguments, 'adjustments'>, MetaArguments {
  /**
   * Changes to what the managed rules do, by the id of the managed ruleset and the id of the rule:
   * `{ [rulesetId]: { [ruleId]: { action: 'log' } } }`. They may change at any time.
   * @default none
   */
  readonly adjustments?: Adjustments;
}
