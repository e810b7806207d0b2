import type { Check } from '../description/attribute';
import type { PathStep, Problem } from '../description/problem';
import { ID_PATTERN } from '../zone/service';
import { isRecord, type JsonObject } from '../description/value';

/** Checks that overrides set something, as a whole and each, and that rules are named by their ids (docs/internals/service.md 6.1). */
export const overrideForms: readonly Check<JsonObject>[] = [
  ({ categories, rules, ...changes }) => {
    const [byCategory, byRule] = [entries(categories), entries(rules)];
    if (byCategory.length === 0 && byRule.length === 0 && setsNothing(changes) && !isOpen(categories, rules))
      return [nothingSet('overrides', [])];
    return [
      ...byCategory.flatMap(([name, override]) =>
        isEmpty(override)
          ? [nothingSet(`The override of the category ${JSON.stringify(name)}`, ['categories', name])]
          : [],
      ),
      ...byRule.flatMap(([id, override]) => [
        ...(ID_PATTERN.test(id) ? [] : [ruleIdMalformed(id, ['rules', id])]),
        ...(isEmpty(override) ? [nothingSet(`The override of the rule ${id}`, ['rules', id])] : []),
      ]),
    ];
  },
];

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** Whether one of the maps is not known yet. */
function isOpen(...maps: readonly unknown[]): boolean {
  return maps.some((map) => typeof map === 'symbol');
}

function isEmpty(override: unknown): boolean {
  return isRecord(override) && setsNothing(override);
}

/** Whether all members are null. What is not known yet may set something. */
function setsNothing(members: JsonObject): boolean {
  return Object.values(members).every((value) => value === null || value === undefined);
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
