import { MANAGED_PHASE } from '../../rulesets/phases';
import type { JsonObject } from '../../checks/json-object';
import type { Rule } from '../../service/ruleset';
import type { Zone } from '../../service/zone';

/** A rule of the zone's entry point for managed rules. */
export interface ManagedRuleView {
  readonly action: string;
  readonly enabled: boolean;
  readonly description: string;
  readonly expression: string;
  /** Id of the managed ruleset that an `execute` rule runs; absent for other actions. */
  readonly executes?: string;
  /** The other parameters as JSON text; empty when there are none. */
  readonly parameters: string;
}

/** Reads the rules that deploy the new managed rulesets, in their order. */
export function readManagedRules(zone: Zone): readonly ManagedRuleView[] {
  return (zone.rulesets.get(MANAGED_PHASE)?.rules ?? []).map(ruleView);
}

function ruleView({ action, enabled, description, expression, action_parameters }: Rule): ManagedRuleView {
  const { id, ...parameters }: JsonObject = action_parameters ?? {};
  return {
    action,
    enabled,
    description,
    expression,
    ...(typeof id === 'string' && { executes: id }),
    parameters: Object.keys(parameters).length === 0 ? '' : JSON.stringify(parameters, undefined, 2),
  };
}
