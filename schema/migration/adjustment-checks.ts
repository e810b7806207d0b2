import { isRecord } from '../record';
import type { Problem } from '../problem';
import { ID_PATTERN } from '../service';

/** Actions that an override may give to a managed rule (docs/service.md 6.1, 6.3). */
export const OVERRIDE_ACTIONS = ['block', 'challenge', 'js_challenge', 'managed_challenge', 'log'] as const;

type Values = Readonly<Record<string, unknown>>;

/** The keys of adjustments are ids, and each adjustment adjusts something. */
export function adjustmentKeys(value: Values): readonly Problem[] {
  return Object.entries(value).flatMap(([rulesetId, ruleset]) => [
    ...malformed(rulesetId, 'a managed ruleset', [rulesetId]),
    ...rulesOf(ruleset).flatMap(([ruleId, rule]) => [
      ...malformed(ruleId, 'a rule', [rulesetId, 'rules', ruleId]),
      ...empty(ruleId, rule, [rulesetId, 'rules', ruleId]),
    ]),
  ]);
}

function rulesOf(ruleset: unknown): readonly (readonly [string, unknown])[] {
  const rules = isRecord(ruleset) ? ruleset['rules'] : undefined;
  return isRecord(rules) ? Object.entries(rules) : [];
}

function malformed(id: string, what: string, path: Problem['path']): readonly Problem[] {
  if (ID_PATTERN.test(id)) return [];
  return [
    {
      code: 'adjustment_id_malformed',
      path,
      message: `${JSON.stringify(id)} is not the id of ${what}.`,
      hint: 'The keys of adjustments are the id of a managed ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.',
    },
  ];
}

function empty(ruleId: string, rule: unknown, path: Problem['path']): readonly Problem[] {
  if (!isRecord(rule) || Object.values(rule).some((value) => value !== null && value !== undefined))
    return [];
  return [
    {
      code: 'adjustment_empty',
      path,
      message: `The adjustment of rule ${ruleId} sets neither action nor enabled.`,
      hint: 'Set action = "log" or another action, enabled = false, or both; or remove the adjustment.',
    },
  ];
}
