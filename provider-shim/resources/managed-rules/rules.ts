import { ruleInWords, ruleNamed, sameRule, type ManagedRule, type ManagedRules } from '../../../schema';

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

/** All rules, one line each. */
export function listRules(rules: ManagedRules): readonly string[] {
  return rules.map((rule) => `${rule.name}: ${ruleInWords(rule)}`);
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
