import type { Check } from '../description/attribute';
import type { Problem } from '../description/problem';
import { isKnown, isRecord, type JsonObject } from '../description/value';
import { paranoiaLevelOf } from './core-rule-set-overrides';
import { CORE_RULE_SET_ID, CORE_SCORE_RULE_ID } from './well-known-rulesets';

/**
 * Checks that only the core rule set has these settings, and that overrides do not set the same. Settings that are all
 * null count as unset, and those that are not known yet may be null.
 */
export const coreRuleSetChecks: readonly Check<JsonObject>[] = [
  (deployments) =>
    Object.entries(deployments).flatMap(([name, deployment]) => {
      if (!isRecord(deployment)) return [];
      const { ruleset_id: id, core_rule_set: settings, overrides } = deployment;
      if (!isRecord(settings) || !Object.values(settings).some(isKnown)) return [];
      if (isKnown(id) && id !== CORE_RULE_SET_ID) return [otherRuleset(name, String(id))];
      return isRecord(overrides) ? conflicts(name, settings, overrides) : [];
    }),
];

function conflicts(name: string, settings: JsonObject, overrides: JsonObject): readonly Problem[] {
  const { categories, rules } = overrides;
  const levels = isRecord(categories)
    ? Object.keys(categories).filter((category) => paranoiaLevelOf(category) !== undefined)
    : [];
  const setsLevel = isKnown(settings['paranoia_level']);
  const setsScore = ['score_threshold', 'action'].some((member) => isKnown(settings[member]));
  const hasScoreRule = isRecord(rules) && Object.hasOwn(rules, CORE_SCORE_RULE_ID);
  return [
    ...(setsLevel
      ? levels.map((category) => setTwice(name, ['categories', category], 'the paranoia level'))
      : []),
    ...(setsScore && hasScoreRule
      ? [setTwice(name, ['rules', CORE_SCORE_RULE_ID], 'the threshold and the action of the score rule')]
      : []),
  ];
}

function otherRuleset(name: string, id: string): Problem {
  return {
    code: 'core_rule_set_misplaced',
    path: [name, 'core_rule_set'],
    message: `core_rule_set is set for the managed ruleset ${id}, which has no paranoia levels.`,
    hint: `Only the core rule set, ${CORE_RULE_SET_ID}, has these settings. Use overrides here.`,
  };
}

function setTwice(name: string, at: readonly string[], what: string): Problem {
  return {
    code: 'core_rule_set_conflict',
    path: [name, 'overrides', ...at],
    message: `core_rule_set and overrides both set ${what}.`,
    hint: 'Keep one of the two: core_rule_set stands for these overrides.',
  };
}
