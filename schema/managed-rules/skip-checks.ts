import type { Check } from '../description/attribute';
import type { PathStep, Problem } from '../description/problem';
import { ID_PATTERN } from '../zone/service';
import { isKnown, isRecord, isUnknown, type JsonObject } from '../description/value';
import { managedRulesetId } from './execute-checks';
import { ruleIdMalformed } from './overrides';

/** Checks that a rule says what it skips, in one of the ways that the service has (docs/internals/service.md 6.2). */
export const skipChecks: readonly Check<JsonObject>[] = [
  ({ ruleset, rulesets, rules }) => {
    if ([ruleset, rulesets, rules].some(isUnknown)) return [];
    // An empty list or map counts as unset.
    const given = { rulesets, rules };
    const [written, listed] = [isKnown, isFilled].map((is) => LISTS.find((list) => is(given[list])));
    if (!isKnown(ruleset) && listed === undefined)
      return [nothingSkipped(written === undefined ? [] : [written])];
    if (isKnown(ruleset) && listed !== undefined) return [skipsTwice(listed)];
    return isRecord(rules) ? ruleProblems(rules) : [];
  },
];

const LISTS = ['rulesets', 'rules'] as const;

function isFilled(list: unknown): boolean {
  return isKnown(list) && Object.keys(list as object).length > 0;
}

function ruleProblems(rules: JsonObject): readonly Problem[] {
  return Object.entries(rules).flatMap(([rulesetId, ids]) => {
    const at = ['rules', rulesetId];
    const malformed = managedRulesetId(rulesetId).map((problem) => ({ ...problem, path: at }));
    if (isUnknown(ids)) return malformed;
    if (!Array.isArray(ids) || ids.length === 0) return [...malformed, noRules(rulesetId, at)];
    const wrong = ids.filter((id) => !isUnknown(id) && !(typeof id === 'string' && ID_PATTERN.test(id)));
    return [...malformed, ...wrong.map((id) => ruleIdMalformed(String(id), at))];
  });
}

function nothingSkipped(path: readonly PathStep[]): Problem {
  return {
    code: 'exception_empty',
    path,
    message: 'This skips nothing.',
    hint: 'Set ruleset = "current" (all managed rules after this one), rulesets (whole managed rulesets), or rules (rules by their managed ruleset); or remove the rule.',
  };
}

function skipsTwice(listed: (typeof LISTS)[number]): Problem {
  return {
    code: 'exception_two_forms',
    path: [listed],
    message: `ruleset and ${listed} are both set.`,
    hint: `ruleset = "current" skips all managed rules after this one. Remove it, or remove ${listed}.`,
  };
}

function noRules(rulesetId: string, path: readonly PathStep[]): Problem {
  return {
    code: 'exception_rules_empty',
    path,
    message: `No rules are listed for the managed ruleset ${rulesetId}.`,
    hint: 'List the ids of the rules to skip. To skip the whole managed ruleset, add it to rulesets instead.',
  };
}
