import type { Check } from '../description/attribute';
import type { PathStep, Problem } from '../description/problem';
import { ID_PATTERN } from '../zone/service';
import { isKnown, isRecord, isUnknown, type JsonObject } from '../description/value';
import { managedRulesetId } from './deployment-checks';
import { ruleIdMalformed } from './overrides';

/** Checks that each exception says what it skips, in one of the ways that the service has (docs/internals/service.md 6.2). */
export const exceptionChecks: readonly Check<JsonObject>[] = [
  (exceptions) =>
    Object.entries(exceptions).flatMap(([name, exception]) =>
      isRecord(exception) ? exceptionProblems(name, exception) : [],
    ),
];

function exceptionProblems(name: string, { skip, rulesets, rules }: JsonObject): readonly Problem[] {
  if ([skip, rulesets, rules].some(isUnknown)) return [];
  // An empty list or map counts as unset.
  const given = { rulesets, rules };
  const [written, listed] = [isKnown, isFilled].map((is) => LISTS.find((list) => is(given[list])));
  if (!isKnown(skip) && listed === undefined)
    return [nothingSkipped(name, written === undefined ? [name] : [name, written])];
  if (isKnown(skip) && listed !== undefined) return [skipsTwice(name, listed)];
  return isRecord(rules) ? ruleProblems(name, rules) : [];
}

const LISTS = ['rulesets', 'rules'] as const;

function isFilled(list: unknown): boolean {
  return isKnown(list) && Object.keys(list as object).length > 0;
}

function ruleProblems(name: string, rules: JsonObject): readonly Problem[] {
  return Object.entries(rules).flatMap(([rulesetId, ids]) => {
    const at = [name, 'rules', rulesetId];
    const malformed = managedRulesetId(rulesetId).map((problem) => ({ ...problem, path: at }));
    if (isUnknown(ids)) return malformed;
    if (!Array.isArray(ids) || ids.length === 0) return [...malformed, noRules(rulesetId, at)];
    const wrong = ids.filter((id) => !isUnknown(id) && !(typeof id === 'string' && ID_PATTERN.test(id)));
    return [...malformed, ...wrong.map((id) => ruleIdMalformed(String(id), at))];
  });
}

function nothingSkipped(name: string, path: readonly PathStep[]): Problem {
  return {
    code: 'exception_empty',
    path,
    message: `The exception ${JSON.stringify(name)} skips nothing.`,
    hint: 'Set skip = "remaining" (all managed rules after it), rulesets (whole managed rulesets), or rules (rules by their managed ruleset); or remove the exception.',
  };
}

function skipsTwice(name: string, listed: (typeof LISTS)[number]): Problem {
  return {
    code: 'exception_two_forms',
    path: [name, listed],
    message: `The exception ${JSON.stringify(name)} has both skip and ${listed}.`,
    hint: `skip = "remaining" skips all managed rules after the exception. Remove it, or remove ${listed}.`,
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
