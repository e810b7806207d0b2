import {
  ACTION_SKIP,
  LATEST_VERSION,
  membersOfOverrides,
  ruleNamed,
  sameRule,
  setsNothing,
  versionOf,
  type Execute,
  type ManagedRule,
  type ManagedRules,
  wellKnownRuleset,
} from '../../../schema';
import { where } from '../rules/rule';

/** Whether two zones have the same rules in the same order, whatever their names. */
export function sameInOrder(one: ManagedRules, other: ManagedRules): boolean {
  const isSame = (rule: ManagedRule, there: ManagedRule | undefined): boolean =>
    there !== undefined && sameRule(rule, there);
  return one.length === other.length && one.every((rule, index) => isSame(rule, other[index]));
}

/** Whether two zones have the same rules by the same names in the same order. */
export function sameRules(one: ManagedRules, other: ManagedRules): boolean {
  return sameInOrder(one, other) && one.every(({ name }, index) => name === other[index]?.name);
}

/** Whether a zone has no rules but declared ones, by the same names. */
export function isPartOf(there: ManagedRules, declared: ManagedRules): boolean {
  return there.every((rule) => declared.some((one) => sameRules([one], [rule])));
}

/**
 * Which rules continue as others, by name: those that are declared under another name, and execute the same managed
 * ruleset or skip the same.
 *
 * @param taken names that a rule has already: such a rule continues no other
 */
export function continuedNames(
  before: ManagedRules,
  after: ManagedRules,
  taken: ReadonlySet<string>,
): readonly (readonly [before: string, after: string])[] {
  const wanted = after.filter(({ name }) => !taken.has(name));
  return before.flatMap((rule) => {
    if (taken.has(rule.name) && ruleNamed(after, rule.name)) return [];
    const index = wanted.findIndex((one) => continues(one, rule));
    return wanted.splice(index, index < 0 ? 0 : 1).map((one) => [rule.name, one.name] as const);
  });
}

function continues(one: ManagedRule, other: ManagedRule): boolean {
  if (one.execute && other.execute) return one.execute.ruleset_id === other.execute.ruleset_id;
  return sameRule(one, other);
}

/** A rule in one line, for messages. */
export function ruleInWords(rule: ManagedRule, names: Names = {}): string {
  return `${actionInWords(rule, names)} ${where(rule.expression)}${rule.enabled ? '' : ', switched off'}`;
}

/** What rulesets and rules are called, by id. */
export type Names = Readonly<Record<string, string>>;

function actionInWords({ execute, skip, logging }: ManagedRule, names: Names): string {
  const called = (id: string): string => names[id] ?? wellKnownRuleset(id)?.name ?? id;
  if (execute) {
    const { ruleset_id: id, version, matched_data: matched, overrides, core_rule_set: core } = execute;
    return [
      called(id),
      versionOf(version) === LATEST_VERSION ? '' : ` version ${version}`,
      core && !setsNothing(core) ? ' with its own settings' : '',
      matched ? ` with matched data for the key ${matched.public_key}` : '',
      overridesInWords(overrides, called),
    ].join('');
  }
  const skipped = [
    ...(skip?.ruleset ? ['all remaining rules'] : []),
    ...(skip?.rulesets ?? []).map(called),
    ...Object.entries(skip?.rules ?? {}).map(([id, ids]) => `${ids.length} of ${called(id)}`),
    ...[...(skip?.phases ?? []), ...(skip?.products ?? [])],
  ];
  return `${ACTION_SKIP} ${skipped.join(', ')}${logging?.enabled === false ? ' without logging' : ''}`;
}

/** How many overrides of a rule a message names. */
const MOST_NAMED = 10;

function overridesInWords(overrides: Execute['overrides'], called: (id: string) => string): string {
  const { ruleset, categories, rules } = membersOfOverrides(overrides);
  const all = Object.entries({ 'all rules': ruleset, ...categories, ...rules }).flatMap(([name, changes]) => {
    const words = Object.entries(changes).map(([what, value]) => `${what} ${String(value)}`);
    return words.length > 0 ? [`${called(name)} ${words.join(', ')}`] : [];
  });
  const more = all.length > MOST_NAMED ? [`and ${all.length - MOST_NAMED} more`] : [];
  return all.length === 0 ? '' : `, with overrides (${[...all.slice(0, MOST_NAMED), ...more].join('; ')})`;
}

/** All rules, one line each. */
export function listRules(rules: ManagedRules, names: Names = {}): readonly string[] {
  return rules.map((rule) => `${rule.name}: ${ruleInWords(rule, names)}`);
}

/** What differs between two zones, one line each: `-` goes, `+` comes, `~` changes. */
export function listDifferences(before: ManagedRules, after: ManagedRules): readonly string[] {
  const sign = (rule: ManagedRule): string => {
    const earlier = ruleNamed(before, rule.name);
    if (!earlier) return '+';
    return sameRule(earlier, rule) ? ' ' : '~';
  };
  const gone = before.filter(({ name }) => !ruleNamed(after, name));
  return [
    ...listRules(gone).map((line) => `- ${line}`),
    ...after.flatMap((rule) => listRules([rule]).map((line) => `${sign(rule)} ${line}`)),
  ];
}
