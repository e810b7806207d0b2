import { ACTION_EXECUTE, managedRulesSchema, type ManagedRules, type Problem } from '../../../schema';
import { waysToForget } from '../../sdk/framework';
import type { Conflict } from '../rule-list/registry';
import { listRules } from './rules';
import type { OtherRule } from './state';

type DeclaredTwice = Extract<Conflict<ManagedRules>, { readonly kind: 'declared twice' }>;

/** Two resources of the configuration would overwrite each other for ever. */
export function declaredTwice(zone: string, { one, other }: DeclaredTwice): Problem {
  const said = (rules: ManagedRules | 'unknown'): string =>
    rules === 'unknown'
      ? '  rules that are known after apply'
      : listRules(rules)
          .map((line) => `  ${line}`)
          .join('\n');
  return {
    code: 'zone_declared_twice',
    path: ['zone_id'],
    message: `Two resources of this configuration declare the managed rules of zone ${zone}.`,
    hint:
      `One has:\n${said(one)}\nThe other has:\n${said(other)}\nA zone has one list of managed rules, so each apply would ` +
      'overwrite one with the other. Keep one resource that has all of them.\n' +
      `To remove the other without touching the zone, ${waysToForget(managedRulesSchema.type)}`,
  };
}

/** The block that keeps an object whose address changes. */
export const MOVED = '  moved {\n    from = zone_managed_rules.OLD\n    to   = zone_managed_rules.NEW\n  }';

/** The engine destroys one object and creates the other, in this order: the zone would be without protection. */
export function createdAnew(zone: string): Problem {
  return {
    code: 'managed_rules_created_anew',
    path: ['zone_id'],
    message: `This plan destroys the managed rules of zone ${zone} at one address and creates them at another.`,
    hint:
      'Until they are created again, the zone would run no managed rules. If the resource was renamed or moved, add this ' +
      `block, with its old and its new address:\n\n${MOVED}\n\n` +
      'If it is the deposed object of a replacement that was interrupted, set on_existing = "adopt". ' +
      `Otherwise take the old one out of the state first: ${waysToForget(managedRulesSchema.type)}`,
  };
}

/** Deployments of managed rulesets that rules which stay beside them already execute: the service refuses a second one. */
export function deployedByOthers(
  { deployments }: Pick<ManagedRules, 'deployments'>,
  others: readonly OtherRule[],
): readonly Problem[] {
  const executing = others.filter(({ action }) => action === ACTION_EXECUTE);
  return executing.flatMap(({ id, action_parameters: parameters, reason }) => {
    const executed = (JSON.parse(parameters ?? '{}') as { readonly id?: unknown }).id;
    const deployed = Object.entries(deployments).filter(([, { ruleset_id }]) => ruleset_id === executed);
    return deployed.map(([name]) => ({
      code: 'managed_ruleset_deployed_by_another_rule',
      path: ['deployments', name, 'ruleset_id'],
      message: `Rule ${id ?? ''} of the zone already executes the managed ruleset ${String(executed)}, and stays, because zone_managed_rules cannot express it: ${reason ?? ''}.`,
      hint:
        'A zone deploys a managed ruleset at most once. Change that rule at the service so that it can be expressed, or ' +
        'delete it there, and plan again; or remove the deployment.',
    }));
  });
}
