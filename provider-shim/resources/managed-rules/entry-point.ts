import {
  ACTION_EXECUTE,
  ACTION_SKIP,
  describeEntryPoint,
  isOverrideMember,
  isRecord,
  isVersion,
  keyIn,
  LATEST_VERSION,
  managedRuleOf,
  markedRef,
  overridesOf,
  refOfRule,
  ruleNamed,
  sameRule,
  SKIPPED_MEMBERS,
  skippedBy,
  versionOf,
  without,
  type DescribedEntryPoint,
  type Execute,
  type JsonObject,
  type ManagedRule,
  type ManagedRules,
  type OverrideMembers,
  type Skip,
} from '../../../schema';
import type { ActionParameters, Rule, RuleInput } from '../../api';
import type { Known as KnownOf, SentRule } from '../rule-list/kind';
import { keeperIn, relevant, type Owner } from '../rule-list/owner';
import { asSent, savedRule } from '../rules/rule';
import { continuedNames } from './rules';
import { keptSettings, type BesideRules, type State } from './state';

/** The same of an object whose state may have a part of the attributes alone, as in an import. */
export type Known = Pick<KnownOf<State>, 'owner' | 'former'> & {
  readonly state?: Partial<Pick<State, 'rules' | 'rule_ids' | 'names'>> | undefined;
};

/** An entry point in the words of an object of the state. Rules keep the names that they have there. */
export function describeFor(rules: readonly Rule[], known: Known): DescribedEntryPoint {
  const { state } = known;
  const names = namesOfRules(rules, known);
  return describeEntryPoint(rules, {
    nameOf: ({ id }) => names.get(id),
    // An import has none yet, which the type of the state does not say.
    prior: (state?.rules as State['rules'] | null | undefined) ?? [],
    rulesetName: (id) => state?.names?.[id],
  });
}

/** The same, with what is beside the rules, as the state has it. */
export function zoneRules(rules: readonly Rule[], known: Known): Pick<State, 'rules'> & BesideRules {
  const own = relevant(known.owner, rules);
  const found = describeFor(own, known);
  const why = new Map(found.others.map(({ rule, reason }) => [rule.id, reason]));
  const whyNot = (rule: Rule): string | null => describeEntryPoint([rule]).others[0]?.reason ?? null;
  return {
    rules: found.rules,
    rule_ids: found.ruleIds,
    kept_settings: keptSettings(found),
    other_rules: rules
      .filter((rule) => why.has(rule.id) || !own.includes(rule))
      .map((rule) => ({
        ...{ id: rule.id, ...savedRule(rule), owner: keeperIn(rule.ref) ?? null },
        reason: why.get(rule.id) ?? whyNot(rule),
      })),
  };
}

/** The names of rules by id: as the state has them, or in the `ref` of a rule that the object wrote. */
export function namesOfRules(
  rules: readonly Rule[],
  { owner, state, former = owner }: Known,
): ReadonlyMap<string, string> {
  // Beside the rules of others, only the marks say which ones are the object's, and what they are called.
  const areMarked = [owner, former].every((one) => one?.name !== undefined);
  const ids = areMarked ? {} : (state?.rule_ids ?? {});
  const marks = [owner?.ref, former?.ref];
  const stored = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const names = new Map<string, string>();
  const taken = new Set(rules.flatMap(({ id }) => stored.get(id) ?? []));
  for (const { id, ref } of rules) {
    const marked = markedRef(ref);
    const isOwn = marked && marks.includes(marked.mark) && !taken.has(marked.name);
    const name = stored.get(id) ?? (isOwn ? marked.name : undefined);
    if (name !== undefined) names.set(id, name);
  }
  return names;
}

/**
 * All rules of the entry point with the declared ones in their order. Rules that cannot be expressed stay behind the rule
 * that they follow now.
 */
export function rulesAsSent(
  declared: ManagedRules,
  present: readonly Rule[],
  known: Known & { readonly owner: Owner },
): readonly SentRule[] {
  const { owner, state } = known;
  const described = describeFor(present, known);
  const names = new Map(Object.entries(described.ruleIds).map(([name, id]) => [id, name]));
  // Beside the rules of others, each rule keeps its id. Otherwise one with another name, or of an object that is made, is new.
  const keeps = owner.name !== undefined;
  const stored = state || keeps ? namesOfRules(present, known) : new Map<string, string>();
  // They keep what cannot be declared.
  const renamed = new Map(continuedNames(described.rules, declared, new Set(stored.values())));
  const continuedBy = new Map<string, Rule>();
  const following = new Map<string | undefined, SentRule[]>();
  let anchor: string | undefined;
  for (const rule of present) {
    const called = names.get(rule.id);
    if (called === undefined) {
      following.set(anchor, [...(following.get(anchor) ?? []), { rule: asSent(rule) }]);
      continue;
    }
    const isStaying = stored.has(rule.id) && ruleNamed(declared, called) !== undefined;
    const name = isStaying ? called : renamed.get(called);
    if (name === undefined) continue;
    continuedBy.set(name, rule);
    anchor = name;
  }
  const own = declared.map((rule): SentRule => {
    const before = continuedBy.get(rule.name);
    const isSame = before !== undefined && (keeps || stored.get(before.id) === rule.name);
    const keepsRef = isSame && !keeps && keeperIn(before.ref) === undefined;
    const ref = keepsRef ? before.ref : refOfRule(owner.ref, rule.name);
    const { id: _id, ...content } = ruleFor(rule, before);
    return { name: rule.name, rule: { ...content, ...(isSame && { id: before.id }), ref } };
  });
  return [
    ...(following.get(undefined) ?? []),
    ...own.flatMap((one) => [one, ...(following.get(one.name) ?? [])]),
  ];
}

/**
 * The rule that does what is declared. One that does it already is sent as it is; of another one, what cannot be declared
 * stays: further members, further parameters and further members of overrides.
 *
 * @param present the rule that it is so far
 */
function ruleFor(declared: ManagedRule, present: Rule | undefined): Omit<RuleInput, 'ref'> {
  if (present && does(present, declared)) return asSent(present);
  const { enabled, expression, description, execute, skip, logging } = declared;
  const action = execute ? ACTION_EXECUTE : ACTION_SKIP;
  const before = present?.action === action ? present : undefined;
  const parameters = before?.action_parameters;
  return {
    ...(before && asSent(before)),
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
