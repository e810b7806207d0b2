import { accepted } from '../service/refusal';
import type { Answer, ZoneCall, ZoneOperation } from '../service/operation';
import { noRule } from './errors';
import { checkMaySave, writableRuleset } from './named-ruleset';
import { readAddedRule, readChangedRule } from './read-bodies';
import type { RuleInput } from './read-rules';
import { type Rule, type Ruleset } from './ruleset';
import { RULESET_PATH } from './ruleset-operations';
import { changeRuleset, ruleContext } from './write-ruleset';

const RULES_PATH = `${RULESET_PATH}/rules`;
const RULE_PATH = `${RULES_PATH}/:rule_id`;

/** Adds one rule (docs/internals/service.md 3.3). */
const create: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.rules.create',
  method: 'POST',
  path: RULES_PATH,
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const stored = writableRuleset(call);
    const context = ruleContext(call.service, call.zone, stored.phase, stored.rules);
    return saveRules(call, stored, accepted(readAddedRule(call.body, stored.rules, context)));
  },
};

/** Replaces one rule, or moves it (docs/internals/service.md 3.3). */
const update: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.rules.update',
  method: 'PATCH',
  path: RULE_PATH,
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const { ruleset, rule } = writableRule(call);
    const context = ruleContext(call.service, call.zone, ruleset.phase, ruleset.rules);
    return saveRules(call, ruleset, accepted(readChangedRule(call.body, ruleset.rules, rule, context)));
  },
};

/** Removes one rule; the answer is the ruleset without it (docs/internals/service.md 3.3). */
const remove: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.rules.delete',
  method: 'DELETE',
  path: RULE_PATH,
  permission: 'rulesets:edit',
  run: (call) => {
    const { ruleset, rule } = writableRule(call);
    return saveRules(
      call,
      ruleset,
      ruleset.rules.filter((other) => other !== rule),
    );
  },
};

export const RULE_OPERATIONS: readonly ZoneOperation[] = [create, update, remove];

/** The rule that the path names, in the own ruleset that it names. @throws Refusal */
function writableRule(call: ZoneCall): { readonly ruleset: Ruleset; readonly rule: Rule } {
  const ruleset = writableRuleset(call);
  const id = call.parameters['rule_id'] ?? '';
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw noRule(id, ruleset.id);
  return { ruleset, rule };
}

/** Stores the rules after a single-rule operation, and returns the whole ruleset (docs/internals/service.md 3.2). */
function saveRules(call: ZoneCall, stored: Ruleset, rules: readonly RuleInput[]): Answer {
  const { service, zone, dryRun } = call;
  const { settings } = service.state;
  checkMaySave(zone, stored.phase, rules, settings);
  if (dryRun) return { kind: 'result', result: null };
  const saved = changeRuleset(service, zone, stored, { rules });
  return { kind: 'result', result: saved };
}
