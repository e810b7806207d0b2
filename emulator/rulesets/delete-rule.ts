import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { saveRules, writableRule } from './rule-operation';

/** Removes one rule; the answer is the ruleset without it (docs/service.md 3.2). */
export const deleteRule: Operation = {
  name: 'rulesets.rules.delete',
  method: 'DELETE',
  path: '/zones/:zone_id/rulesets/:ruleset_id/rules/:rule_id',
  identifiers: ['zone_id', 'ruleset_id', 'rule_id'],
  permission: 'rulesets:edit',
  body: 'none',
  run: (call) => {
    const named = writableRule(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { ruleset, rule } = named;
    return saveRules(call, ruleset, { ok: true, value: ruleset.rules.filter((other) => other !== rule) });
  },
};
