import {
  ACTION_EXECUTE,
  ACTION_SKIP,
  isOverrideMember,
  isRecord,
  managedRuleOf,
  overridesOf,
  sameRule,
  SKIPPED_MEMBERS,
  skippedBy,
  type Execute,
  type JsonObject,
  type ManagedRule,
  type OverrideMembers,
  type Skip,
} from '../../../schema';
import type { ActionParameters, Rule, RuleInput } from '../../api';
import { asSent } from '../rule-list/write';

/**
 * The rule that does what is declared. One that does it already is sent as it is; of another one, what cannot be declared
 * stays: further members, further parameters and further members of overrides.
 *
 * @param present the rule that it is so far
 */
export function ruleFor(declared: ManagedRule, present: Rule | undefined): Omit<RuleInput, 'ref'> {
  if (present && does(present, declared)) return asSent(present);
  const { enabled, expression, description, execute, skip } = declared;
  const action = execute ? ACTION_EXECUTE : ACTION_SKIP;
  const before = present?.action === action ? present : undefined;
  const parameters = before?.action_parameters;
  return {
    ...(before ? asSent(before) : present && { id: present.id, ref: present.ref }),
    action,
    expression,
    description,
    enabled,
    action_parameters: {
      ...(execute && executeParameters(execute, parameters)),
      ...(skip && skipParameters(skip, parameters)),
    },
  };
}

function does(rule: Rule, declared: ManagedRule): boolean {
  const read = managedRuleOf(rule, declared);
  return 'value' in read && sameRule(declared, { ...read.value, name: declared.name });
}

function executeParameters(execute: Execute, present: ActionParameters | undefined): ActionParameters {
  // What another managed ruleset was overridden to do, and a pinned version of it, mean nothing for this one.
  const { overrides: before, ...others } = present?.['id'] === execute.ruleset_id ? (present ?? {}) : {};
  const overrides = mergedOverrides(overridesOf(execute), isRecord(before) ? before : {});
  return {
    ...others,
    id: execute.ruleset_id,
    ...(Object.keys(overrides).length > 0 ? { overrides } : {}),
  };
}

function mergedOverrides({ ruleset, categories, rules }: OverrideMembers, before: JsonObject): JsonObject {
  const {
    action: _action,
    enabled: _enabled,
    sensitivity_level: _level,
    categories: presentCategories,
    rules: presentRules,
    ...others
  } = before;
  const lists = {
    categories: mergedItems('category', categories, presentCategories),
    rules: mergedItems('id', rules, presentRules),
  };
  const filled = Object.entries(lists).filter(([, items]) => items.length > 0);
  // The service refuses an empty list (docs/internals/service.md 6.1).
  return { ...others, ...ruleset, ...Object.fromEntries(filled) };
}

/** Overrides that were there keep their place and what is beside them; new ones follow in alphabetical order. */
function mergedItems(
  key: 'category' | 'id',
  declared: Readonly<Record<string, JsonObject>>,
  present: unknown,
): readonly JsonObject[] {
  const items = Array.isArray(present) ? present.filter(isRecord) : [];
  const nameOf = (item: JsonObject): string => String(item[key]).normalize('NFC');
  const kept = items.flatMap((item) => {
    const further = Object.entries(item).filter(([name]) => name !== key && !isOverrideMember(name, key));
    const members = { ...Object.fromEntries(further), ...declared[nameOf(item)] };
    return Object.keys(members).length > 0 ? [{ [key]: item[key], ...members }] : [];
  });
  const added = Object.keys(declared).filter((name) => !items.some((item) => nameOf(item) === name));
  return [...kept, ...added.sort().map((name) => ({ [key]: name, ...declared[name] }))];
}

function skipParameters(skip: Skip, present: ActionParameters = {}): ActionParameters {
  const further = Object.entries(present).filter(
    ([name]) => !(SKIPPED_MEMBERS as readonly string[]).includes(name),
  );
  return { ...Object.fromEntries(further), ...skippedBy(skip) };
}
