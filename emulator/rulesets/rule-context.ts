import type { Plan } from '../service/plan';
import type { ServiceSettings } from '../service/settings';
import type { Phase } from './phases';

/** What the rules of a ruleset are checked against. */
export interface RuleContext {
  readonly phase: Phase;
  /** Says which managed rulesets there are for the zone. */
  readonly plan: Plan;
  readonly settings: ServiceSettings;
  /** The refs of the stored rules by id. A sent rule may carry one of these ids; in a seed, any. */
  readonly refs: ReadonlyMap<string, string> | 'any';
}
