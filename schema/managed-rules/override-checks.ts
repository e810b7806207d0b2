import type { Check } from '../description/attribute';
import type { PathStep, Problem } from '../description/problem';
import { ID_PATTERN } from '../zone/service';
import { isRecord, setsNothing, type JsonObject } from '../description/value';

/**
 * Checks that each override of a category or rule sets something, and that rules are named by their ids
 * (docs/internals/service.md 6.1). Overrides whose members are all null or empty count as unset.
 */
export const overrideForms: readonly Check<JsonObject>[] = [
  ({ categories, rules }) => [
    ...entries(categories).flatMap(([name, override]) =>
      isEmpty(override)
        ? [nothingSet(`The override of the category ${JSON.stringify(name)}`, ['categories', name])]
        : [],
    ),
    ...entries(rules).flatMap(([id, override]) => [
      ...(ID_PATTERN.test(id) ? [] : [ruleIdMalformed(id, ['rules', id])]),
      ...(isEmpty(override) ? [nothingSet(`The override of the rule ${id}`, ['rules', id])] : []),
    ]),
  ],
];

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** Whether all members are null. What is not known yet may set something. */
function isEmpty(override: unknown): boolean {
  return isRecord(override) && setsNothing(override);
}

function nothingSet(what: string, path: readonly PathStep[]): Problem {
  return {
    code: 'override_empty',
    path,
    message: `${what} sets nothing.`,
    hint: 'Set what should be different, such as action = "log" or enabled = false; or remove the override.',
  };
}

/** The id of a rule of a managed ruleset that is not one. */
export function ruleIdMalformed(id: string, path: readonly PathStep[]): Problem {
  return {
    code: 'managed_rule_id_malformed',
    path,
    message: `${JSON.stringify(id)} is not the id of a rule.`,
    hint: 'Rules of a managed ruleset are named by their ids: 32 lower-case hexadecimal digits.',
  };
}
