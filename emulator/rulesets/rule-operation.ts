import { refusedBody } from '../http/envelope';
import type { Answer, Call } from '../http/operation';
import { refuse } from '../http/operation';
import type { Checked } from '../checks/problem';
import { noRule } from '../errors/chosen-rulesets';
import type { Refusal } from '../errors/refusal';
import type { Rule, Ruleset } from '../service/ruleset';
import { refusedBeforeEnrolment } from './enrolment';
import { refusedByPlan } from './phase-entitlement';
import type { RuleInput } from './read-rules';
import { writableRuleset } from './ruleset-by-id';
import { wholeRuleset } from './view';
import { changeRuleset } from './write-ruleset';

/** The rule that the path names, in the zone's own ruleset that it names. */
export function writableRule(
  call: Call,
): { readonly ruleset: Ruleset; readonly rule: Rule } | { readonly refusal: Refusal } {
  const ruleset = writableRuleset(call);
  if ('refusal' in ruleset) return ruleset;
  const id = call.parameters['rule_id'] ?? '';
  const rule = ruleset.rules.find((candidate) => candidate.id === id);
  return rule === undefined ? { refusal: noRule(id, ruleset.id) } : { ruleset, rule };
}

/** Stores the rules that a single-rule operation leaves, and answers the whole ruleset (docs/service.md 3.2). */
export function saveRules(call: Call, stored: Ruleset, sent: Checked<readonly RuleInput[]>): Answer {
  const { service, zone, dryRun } = call;
  const { settings } = service.state;
  if (!sent.ok) return refuse(refusedBody(sent.problems));
  const refusal =
    refusedByPlan(zone, stored.phase, settings) ?? refusedBeforeEnrolment(zone, stored.phase, sent.value);
  if (refusal !== undefined) return refuse(refusal);
  if (dryRun) return { kind: 'result', result: null };
  const saved = changeRuleset(service, zone, stored, { rules: sent.value });
  return { kind: 'result', result: wholeRuleset(saved, settings) };
}
