import { ID_PATTERN } from '../zone/service';
import { byName, isRecord, sameValue, type JsonObject, setsNothing } from '../description/value';
import type { Check } from '../description/attribute';
import type { PathStep, Problem } from '../description/problem';

/** Actions that an override may set for a managed rule (docs/internals/service.md 6.1); `rewrite` is for exposed credentials. */
export const MANAGED_RULE_ACTIONS = [
  'block',
  'challenge',
  'js_challenge',
  'managed_challenge',
  'log',
  'rewrite',
] as const;

/** Values of `sensitivity_level`, which only rulesets against DDoS attacks have (docs/internals/service.md 6.1). */
export const SENSITIVITY_LEVELS = ['default', 'medium', 'low', 'eoff'] as const;

/** The lowest and the highest paranoia level of the core rule set (docs/internals/service.md 6.3). */
export const PARANOIA_LEVELS = [1, 4] as const;

/** What a rule that skips all rules after it skips (docs/internals/service.md 6.2). */
export const SKIP_CURRENT = 'current';

/** Overrides of a managed ruleset by what they are for, each with only the members that are set. */
export interface OverrideMembers {
  /** For the whole ruleset. */
  readonly ruleset: JsonObject;
  readonly categories: Readonly<Record<string, JsonObject>>;
  /** By the id of the rule. */
  readonly rules: Readonly<Record<string, JsonObject>>;
}

/** Overrides as the state has them: null where nothing is set. */
interface WrittenOverrides {
  readonly action: string | null;
  readonly enabled: boolean | null;
  readonly sensitivity_level: string | null;
  readonly categories: Readonly<Record<string, WrittenOverride>> | null;
  readonly rules: Readonly<
    Record<string, WrittenOverride & { readonly score_threshold: number | null }>
  > | null;
}

interface WrittenOverride {
  readonly action: string | null;
  readonly enabled: boolean | null;
  readonly sensitivity_level: string | null;
}

/** What overrides of the service say, or why this cannot be expressed. */
type ReadOverrides =
  { readonly members: OverrideMembers; readonly kept: JsonObject } | { readonly reason: string };

const NONE: OverrideMembers = { ruleset: {}, categories: {}, rules: {} };

/** The members that are set, of overrides as the state has them. */
export function membersOfOverrides(written: WrittenOverrides | null): OverrideMembers {
  if (written === null) return NONE;
  const { categories, rules, ...ruleset } = written;
  return { ruleset: set(ruleset), categories: eachSet(categories ?? {}), rules: eachSet(rules ?? {}) };
}

/** Overrides as the state has them; null when nothing is set. */
export function writtenOverrides({ ruleset, categories, rules }: OverrideMembers): WrittenOverrides | null {
  const none = { action: null, enabled: null, sensitivity_level: null };
  const [byCategory, byRule] = [Object.entries(categories), Object.entries(rules)];
  if (byCategory.length === 0 && byRule.length === 0 && Object.keys(ruleset).length === 0) return null;
  const each = (all: typeof byRule, empty: JsonObject): unknown =>
    all.length === 0
      ? null
      : Object.fromEntries(all.map(([key, members]) => [key, { ...empty, ...members }]));
  return {
    ...none,
    ...ruleset,
    categories: each(byCategory, none),
    rules: each(byRule, { ...none, score_threshold: null }),
  } as WrittenOverrides;
}

/** Both overrides together; they are of different things. */
export function joinedOverrides(one: OverrideMembers, other: Partial<OverrideMembers>): OverrideMembers {
  return {
    ruleset: { ...one.ruleset, ...other.ruleset },
    categories: { ...one.categories, ...other.categories },
    rules: { ...one.rules, ...other.rules },
  };
}

/** Reads `overrides` of the service (docs/internals/service.md 6.1): its meaning, and apart from that what is not known here. */
export function readOverrides(sent: unknown): ReadOverrides {
  if (sent === undefined || sent === null) return { members: NONE, kept: {} };
  if (!isRecord(sent)) return { reason: 'its overrides are not an object' };
  const { categories, rules, ...rest } = sent;
  const whole = readChanges(rest, 'its override of the whole ruleset');
  const byCategory = readItems(categories, 'category');
  const byRule = readItems(rules, 'id');
  for (const part of [whole, byCategory, byRule]) if ('reason' in part) return part;
  const [ruleset, category, rule] = [whole, byCategory, byRule] as [Changes, Items, Items];
  return {
    members: { ruleset: ruleset.members, categories: category.members, rules: rule.members },
    kept: {
      ...ruleset.kept,
      ...(Object.keys(category.kept).length > 0 ? { categories: category.kept } : {}),
      ...orderOfCategories(categories),
      ...(Object.keys(rule.kept).length > 0 ? { rules: rule.kept } : {}),
    },
  };
}

/**
 * The order of the categories, where it is not the alphabetical one in which new overrides are saved: of several that a
 * rule has, the last one applies. Overrides that all set the same apply the same in any order.
 */
function orderOfCategories(list: unknown): JsonObject {
  const items = Array.isArray(list) ? list.filter(isRecord) : [];
  const names = items.map(({ category }) => String(category).normalize('NFC'));
  const [first, ...others] = items.map(({ category: _name, ...override }) => set(override));
  if (sameValue(names, [...names].sort()) || others.every((one) => sameValue(one, first))) return {};
  return { category_order: names };
}

interface Changes {
  readonly members: JsonObject;
  readonly kept: JsonObject;
}

interface Items {
  readonly members: Readonly<Record<string, JsonObject>>;
  readonly kept: Readonly<Record<string, JsonObject>>;
}

interface Inexpressible {
  readonly reason: string;
}

/** The names of an override's members that can be expressed, and their values. */
const EXPRESSIBLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  action: (value) => (MANAGED_RULE_ACTIONS as readonly unknown[]).includes(value),
  enabled: (value) => typeof value === 'boolean',
  sensitivity_level: (value) => (SENSITIVITY_LEVELS as readonly unknown[]).includes(value),
};

const SCORE: typeof EXPRESSIBLE = {
  score_threshold: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

/** Whether a member of an override for a category or rule is one that the state has. */
export function isOverrideMember(name: string, of: 'category' | 'id'): boolean {
  return Object.hasOwn(EXPRESSIBLE, name) || (of === 'id' && Object.hasOwn(SCORE, name));
}

function readChanges(
  override: JsonObject,
  what: string,
  expressible: typeof EXPRESSIBLE = EXPRESSIBLE,
): Changes | Inexpressible {
  const given = set(override);
  const members: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const fits = expressible[name];
    if (fits && !fits(value)) return { reason: `${what} has ${name} ${JSON.stringify(value)}` };
    (fits ? members : kept)[name] = value;
  }
  return { members, kept };
}

function readItems(list: unknown, key: 'category' | 'id'): Items | Inexpressible {
  const members = byName<JsonObject>();
  const kept = byName<JsonObject>();
  for (const item of list === undefined || list === null ? [] : [list].flat()) {
    const name = isRecord(item) ? item[key] : undefined;
    if (!isRecord(item) || typeof name !== 'string' || (key === 'id' && !ID_PATTERN.test(name)))
      return { reason: `one of its overrides has the ${key} ${JSON.stringify(name)}` };
    const at = name.normalize('NFC');
    if (Object.hasOwn(members, at) || Object.hasOwn(kept, at))
      return { reason: `it has two overrides for ${JSON.stringify(at)}` };
    const { [key]: _name, ...override } = item;
    const read = readChanges(
      override,
      `its override for ${JSON.stringify(at)}`,
      key === 'id' ? { ...EXPRESSIBLE, ...SCORE } : EXPRESSIBLE,
    );
    if ('reason' in read) return read;
    if (Object.keys(read.members).length > 0) members[at] = read.members;
    if (Object.keys(read.kept).length > 0) kept[at] = read.kept;
  }
  return { members, kept };
}

function eachSet(all: object): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.entries(all).map(([key, members]) => [key, set(members as object)]));
}

function set(members: object): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  );
}

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
