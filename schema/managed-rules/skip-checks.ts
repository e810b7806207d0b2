import type { Check } from '../description/attribute';
import { nearest } from '../description/nearest';
import { oneProblem, type PathStep, type Problem } from '../description/problem';
import { ID_PATTERN, SKIPPED_PHASES } from '../zone/service';
import { oneOf } from '../zone/values';
import { isKnown, isRecord, isUnknown, type JsonObject } from '../description/value';
import { managedRulesetId } from './execute-checks';
import { ruleIdMalformed } from './overrides';

/** What `skip` can name, and `action_parameters` of the service (docs/internals/service.md 6.2). */
export const SKIPPED_MEMBERS = ['ruleset', 'rulesets', 'rules', 'phases', 'products'] as const;

type Skipped = (typeof SKIPPED_MEMBERS)[number];

/** What the service refuses in one rule (docs/internals/service.md 6.2). */
const NOT_TOGETHER: readonly (readonly [Skipped, Skipped])[] = [
  ['ruleset', 'rulesets'],
  ['ruleset', 'rules'],
  ['rulesets', 'phases'],
];

/** Two members that the service refuses in one rule. An empty list or map counts as unset. */
export function skippedTwice(skip: JsonObject): readonly [Skipped, Skipped] | undefined {
  return NOT_TOGETHER.find((both) => both.every((member) => isFilled(skip[member])));
}

/** Checks that a rule says what it skips, in one of the ways that the service has (docs/internals/service.md 6.2). */
export const skipChecks: readonly Check<JsonObject>[] = [
  (skip) => {
    const twice = skippedTwice(skip);
    if (twice) return bothSet(...twice);
    const { rules } = skip;
    const saysSomething = SKIPPED_MEMBERS.some((member) => isUnknown(skip[member]) || isFilled(skip[member]));
    if (!saysSomething) return nothingSkipped(SKIPPED_MEMBERS.filter((member) => isKnown(skip[member])));
    return isRecord(rules) ? ruleProblems(rules) : [];
  },
];

function isFilled(value: unknown): boolean {
  return isKnown(value) && Object.keys(value as object).length > 0;
}

/** Checks the name of a phase: the service decides whether it can be skipped. */
export function phaseName(value: string): readonly Problem[] {
  const near = nearest(value, SKIPPED_PHASES, 2);
  if (near === undefined ? /^[a-z0-9_]+$/.test(value) : near === value) return [];
  return oneProblem(
    'phase_unknown',
    `${JSON.stringify(value)} is not the name of a phase.`,
    near ? `Did you mean "${near}"?` : `Known to be skipped are: ${SKIPPED_PHASES.join(', ')}.`,
  );
}

/** Checks the name of a product, which has no ruleset (docs/internals/service.md 6.2). */
export const product = oneOf('bic', 'hot', 'rateLimit', 'securityLevel', 'uaBlock', 'waf', 'zoneLockdown');

function ruleProblems(rules: JsonObject): readonly Problem[] {
  return Object.entries(rules).flatMap(([rulesetId, ids]) => {
    const at = ['rules', rulesetId];
    const malformed = managedRulesetId(rulesetId).map((problem) => ({ ...problem, path: at }));
    if (isUnknown(ids)) return malformed;
    if (!Array.isArray(ids) || ids.length === 0) return [...malformed, ...noRules(rulesetId, at)];
    const wrong = ids.filter((id) => !isUnknown(id) && !(typeof id === 'string' && ID_PATTERN.test(id)));
    return [...malformed, ...wrong.map((id) => ruleIdMalformed(String(id), at))];
  });
}

function nothingSkipped([written]: readonly Skipped[]): readonly Problem[] {
  return oneProblem(
    'exception_empty',
    'This skips nothing.',
    'Set ruleset = "current" (all managed rules after this one), rulesets (whole managed rulesets), rules (rules by ' +
      'their managed ruleset), phases or products; or remove the rule.',
    written === undefined ? [] : [written],
  );
}

function bothSet(one: Skipped, other: Skipped): readonly Problem[] {
  const hint =
    one === 'ruleset'
      ? `ruleset = "current" skips all managed rules after this one. Remove it, or remove ${other}.`
      : 'The service takes only one of them in a rule. Make two rules of it.';
  return oneProblem('exception_two_forms', `${one} and ${other} are both set.`, hint, [other]);
}

function noRules(rulesetId: string, path: readonly PathStep[]): readonly Problem[] {
  return oneProblem(
    'exception_rules_empty',
    `No rules are listed for the managed ruleset ${rulesetId}.`,
    'List the ids of the rules to skip. To skip the whole managed ruleset, add it to rulesets instead.',
    path,
  );
}
