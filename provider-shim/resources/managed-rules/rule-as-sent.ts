import {
  ACTION_EXECUTE,
  ACTION_SKIP,
  isOverrideMember,
  isRecord,
  isVersion,
  keyIn,
  LATEST_VERSION,
  managedRuleOf,
  overridesOf,
  sameRule,
  SKIPPED_MEMBERS,
  skippedBy,
  versionOf,
  without,
  type Execute,
  type JsonObject,
  type ManagedRule,
  type OverrideMembers,
  type Skip,
} from '../../../schema';
import type { ActionParameters, Rule, RuleInput } from '../../api';
import { asSent } from '../rules/rule';

/**
 * The rule that does what is declared. One that does it already is sent as it is; of another one, what cannot be declared
 * stays: further members, further parameters and further members of overrides.
 *
 * @param present the rule that it is so far
 */
export function ruleFor(declared: ManagedRule, present: Rule | undefined): Omit<RuleInput, 'ref'> {
  if (present && does(present, declared)) return asSent(present);
  const { enabled, expression, description, execute, skip, logging } = declared;
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
    ...(skip && loggingAsSent(logging?.enabled ?? true, before?.['logging'])),
  };
}

/** That an exception logs is the default, and not sent for a new one (docs/internals/service.md 3.2). */
function loggingAsSent(enabled: boolean, present: unknown): JsonObject {
  if (isRecord(present)) return { logging: { ...present, enabled } };
  return enabled ? {} : { logging: { enabled } };
}

function does(rule: Rule, declared: ManagedRule): boolean {
  const read = managedRuleOf(rule, declared);
  return 'value' in read && sameRule(declared, { ...read.value, name: declared.name });
}

function executeParameters(execute: Execute, present: ActionParameters | undefined): ActionParameters {
  // What another managed ruleset was overridden to do, and what is kept of it, mean nothing for this one.
  const {
    overrides: before,
    version,
    matched_data: matched,
    ...others
  } = present?.['id'] === execute.ruleset_id ? (present ?? {}) : {};
  const overrides = mergedOverrides(overridesOf(execute), isRecord(before) ? before : {});
  return {
    ...others,
    id: execute.ruleset_id,
    ...versionAsSent(versionOf(execute.version), version),
    ...matchedDataAsSent(execute.matched_data, matched),
    ...(Object.keys(overrides).length > 0 ? { overrides } : {}),
  };
}

/** The latest version is what the service has by itself. */
function versionAsSent(declared: string, present: unknown): JsonObject {
  if (declared !== LATEST_VERSION) return { version: declared };
  return present === undefined || (isVersion(present) && present !== declared) ? {} : { version: present };
}

function matchedDataAsSent(declared: Execute['matched_data'], present: unknown): JsonObject {
  if (declared) return { matched_data: { ...(isRecord(present) && present), ...declared } };
  return present === undefined || keyIn(present) !== undefined ? {} : { matched_data: present };
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
  return { ...without(present, SKIPPED_MEMBERS), ...skippedBy(skip) };
}
