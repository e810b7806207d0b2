import type { JsonObject } from '../checks/json';
import { isObject } from '../checks/json';
import type { Members, Reader } from '../checks/reader';
import type { ManagedRuleset } from './managed-rulesets';
import {
  CORE_SCORE_RULE_ID,
  readManagedCategory,
  readManagedRule,
  readManagedRuleset,
} from './managed-rulesets';
import type { RuleContext } from './read-rules';

/** The only version that zones execute; answers have it even if it was not sent (docs/service.md 3.2). */
const EXECUTED_VERSION = 'latest';

/**
 * Reads the parameters of `execute` (docs/service.md 6.1): the managed ruleset, and what differs in this zone.
 */
export function readExecuteParameters(reader: Reader, context: RuleContext): JsonObject | undefined {
  const members = reader.members(['id', 'version', 'overrides']);
  const id = members?.required('id');
  const ruleset = id && readManagedRuleset(id, context);
  members?.optional('version')?.oneOf([EXECUTED_VERSION]);
  const sent = members?.optional('overrides');
  // Overrides name rules and categories of the ruleset, so they mean nothing without it.
  if (ruleset === undefined) return undefined;
  const overrides = sent && readOverrides(sent, ruleset);
  return { id: ruleset.id, version: EXECUTED_VERSION, ...(overrides && { overrides }) };
}

/** The actions that overrides may set (docs/service.md 3.2: `log`; docs/service.md 6.3: the others). */
const OVERRIDE_ACTIONS = ['log', 'block', 'challenge', 'js_challenge', 'managed_challenge'] as const;

/** Values of `sensitivity_level`; no source lists them. */
const SENSITIVITY_LEVELS = ['default', 'medium', 'low', 'eoff'] as const;

/** What can be overridden at each level: for all rules, for a category, for one rule (docs/service.md 6.1). */
const CHANGES = ['action', 'enabled', 'sensitivity_level'] as const;

type Change = (typeof CHANGES)[number];

/** Reads the `overrides` of an `execute` rule (docs/service.md 6.1) for this managed ruleset. */
function readOverrides(reader: Reader, ruleset: ManagedRuleset): JsonObject | undefined {
  const members = reader.members([...CHANGES, 'categories', 'rules']);
  if (members === undefined) return undefined;
  if (sizeOf(reader) === 0) return reader.refuse('it must have at least one member');
  const categories = members.optional('categories');
  const rules = members.optional('rules');
  return {
    ...readChanges(members),
    ...(categories && { categories: readItems(categories, (item) => readCategory(item, ruleset)) }),
    ...(rules && { rules: readItems(rules, (item) => readRule(item, ruleset)) }),
  };
}

/** An override, with the key that must be unique in its list. */
interface Override {
  readonly key: string;
  readonly at: Reader;
  readonly stored: JsonObject;
}

function readItems(reader: Reader, read: (item: Reader) => Override | undefined): readonly JsonObject[] {
  const items = reader.items() ?? [];
  if (Array.isArray(reader.value) && items.length === 0)
    reader.refuse('a list that is present must have at least one item');
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const override = read(item);
    if (override === undefined) return [];
    const { key, at, stored } = override;
    if (seen.has(key)) at.refuse('the list has another override for it');
    seen.add(key);
    return [stored];
  });
}

function readCategory(reader: Reader, ruleset: ManagedRuleset): Override | undefined {
  const members = reader.members(['category', ...CHANGES]);
  const at = members?.required('category');
  const category = at && readManagedCategory(at, ruleset);
  if (members === undefined) return undefined;
  const changes = readChanges(members);
  refuseWithoutChange(reader);
  if (at === undefined || category === undefined) return undefined;
  return { key: category, at, stored: { category, ...changes } };
}

function readRule(reader: Reader, ruleset: ManagedRuleset): Override | undefined {
  const members = reader.members(['id', ...CHANGES, 'score_threshold']);
  const at = members?.required('id');
  const rule = at && readManagedRule(at, ruleset);
  if (members === undefined) return undefined;
  const changes = readChanges(members);
  const threshold = members.optional('score_threshold');
  const score = threshold && readScoreThreshold(threshold, rule?.id);
  refuseWithoutChange(reader);
  if (at === undefined || rule === undefined) return undefined;
  const stored = { id: rule.id, ...changes, ...(score !== undefined && { score_threshold: score }) };
  return { key: rule.id, at, stored };
}

/** The threshold belongs to the one rule of the core rule set that acts on the score (docs/service.md 6.3). */
function readScoreThreshold(reader: Reader, ruleId: string | undefined): number | undefined {
  const threshold = reader.count();
  if (threshold === undefined) return undefined;
  if (threshold === 0) return reader.refuse('it must be at least 1');
  if (ruleId !== undefined && ruleId !== CORE_SCORE_RULE_ID)
    return reader.refuse(`only the rule ${CORE_SCORE_RULE_ID} has a score threshold`);
  return threshold;
}

function readChanges(members: Members<Change>): JsonObject {
  const action = members.optional('action')?.oneOf(OVERRIDE_ACTIONS);
  const enabled = members.optional('enabled')?.boolean();
  const level = members.optional('sensitivity_level')?.oneOf(SENSITIVITY_LEVELS);
  return {
    ...(action !== undefined && { action }),
    ...(enabled !== undefined && { enabled }),
    ...(level !== undefined && { sensitivity_level: level }),
  };
}

/** An override names something and changes it, so it has at least two members (docs/service.md 6.1). */
function refuseWithoutChange(reader: Reader): void {
  if (sizeOf(reader) < 2) reader.refuse('it must have at least two members: what it is for and a change');
}

function sizeOf(reader: Reader): number {
  return Object.keys(reader.value as object).length;
}

/**
 * What a `skip` rule can skip: everything after it, whole managed rulesets, or rules of them
 * (docs/service.md 6.2).
 */
const SKIPPED = ['ruleset', 'rulesets', 'rules'] as const;

/** Reads the parameters of `skip`: exactly one of the three. */
export function readSkipParameters(reader: Reader, context: RuleContext): JsonObject | undefined {
  const members = reader.members(SKIPPED);
  if (members === undefined) return undefined;
  const sent = SKIPPED.filter((name) => members.optional(name) !== undefined);
  if (sent.length !== 1) return reader.refuse(`it must have exactly one of ${SKIPPED.join(', ')}`);
  const ruleset = members.optional('ruleset')?.oneOf(['current']);
  const rulesets = members.optional('rulesets');
  const rules = members.optional('rules');
  return {
    ...(ruleset && { ruleset }),
    ...(rulesets && { rulesets: readIds(rulesets, (item) => readManagedRuleset(item, context)?.id) }),
    ...(rules && { rules: readRules(rules, context) }),
  };
}

/**
 * Lists of rule ids by the id of their managed ruleset. A rule must belong to its ruleset
 * (docs/service.md 6.3).
 */
function readRules(reader: Reader, context: RuleContext): JsonObject | undefined {
  const { value } = reader;
  if (!isObject(value)) return reader.refuse('it must be an object of lists of rule ids by ruleset id');
  const ids = Object.keys(value);
  if (ids.length === 0) return reader.refuse('it must name at least one managed ruleset');
  const lists = ids.map((id) => {
    const ruleset = readManagedRuleset(reader.with(id, id), context);
    const list = ruleset && readIds(reader.member(id), (item) => readManagedRule(item, ruleset)?.id);
    return [id, list] as const;
  });
  return Object.fromEntries(lists);
}

function readIds(reader: Reader, read: (item: Reader) => string | undefined): readonly string[] | undefined {
  const items = reader.items();
  if (items?.length === 0) return reader.refuse('a list that is present must have at least one item');
  const seen = new Set<string>();
  return items?.flatMap((item) => {
    const id = read(item);
    if (id === undefined) return [];
    if (seen.has(id)) item.refuse('the list has it twice');
    seen.add(id);
    return [id];
  });
}
