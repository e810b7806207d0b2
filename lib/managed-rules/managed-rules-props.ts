import type { MetaArguments } from '../elements/meta';
import type {
  ManagedRulesArguments,
  ManagedRulesDeployments,
  ManagedRulesDeploymentsOverridesCategories,
  ManagedRulesDeploymentsOverridesRules,
  ManagedRulesExceptions,
} from '../props';

/** A managed ruleset that a zone deploys, and what its rules do differently there. */
export type ManagedRulesDeployment = ManagedRulesDeployments;

/** Requests that skip managed rules. */
export type ManagedRulesException = ManagedRulesExceptions;

/** What a managed rule does differently in a zone. */
export type ManagedRuleOverride = ManagedRulesDeploymentsOverridesRules;

/** What the managed rules of a category do differently in a zone. */
export type ManagedCategoryOverride = ManagedRulesDeploymentsOverridesCategories;

/** The managed rules of a zone. */
export interface ManagedRulesProps extends Omit<ManagedRulesArguments, 'order'>, MetaArguments {
  /**
   * The names of all these deployments and exceptions in the order in which the service runs them.
   * @default the exceptions by name, then the deployments by name
   */
  readonly order?: readonly string[];
}
