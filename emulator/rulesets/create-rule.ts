import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { readAddedRule } from './read-single-rule';
import { saveRules } from './rule-operation';
import { writableRuleset } from './ruleset-by-id';
import { ruleContext } from './write-ruleset';

/** Adds one rule (docs/service.md 3.3). */
export const createRule: Operation = {
  name: 'rulesets.rules.create',
  method: 'POST',
  path: '/zones/:zone_id/rulesets/:ruleset_id/rules',
  identifiers: ['zone_id', 'ruleset_id'],
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const stored = writableRuleset(call);
    if ('refusal' in stored) return refuse(stored.refusal);
    const context = ruleContext(call.service, call.zone, stored.phase);
    return saveRules(call, stored, readAddedRule(call.body, stored.rules, context));
  },
};
