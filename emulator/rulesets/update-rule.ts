import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { readChangedRule } from './read-single-rule';
import { saveRules, writableRule } from './rule-operation';
import { ruleContext } from './write-ruleset';

/** Replaces one rule, or moves it (docs/service.md 3.3). */
export const updateRule: Operation = {
  name: 'rulesets.rules.update',
  method: 'PATCH',
  path: '/zones/:zone_id/rulesets/:ruleset_id/rules/:rule_id',
  identifiers: ['zone_id', 'ruleset_id', 'rule_id'],
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const named = writableRule(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { ruleset, rule } = named;
    const context = ruleContext(call.service, call.zone, ruleset.phase);
    return saveRules(call, ruleset, readChangedRule(call.body, ruleset.rules, rule, context));
  },
};
