import { ZoneRulesRegistry } from '../rule-list/registry';
import {
  ACTION_SKIP,
  membersOfOverrides,
  sameDeployment,
  sameException,
  setsNothing,
  sameValue,
  type Deployment,
  type Exception,
  wellKnownRuleset,
  type ManagedRules,
} from '../../../schema';

/** One rule of a zone in the user's words. */
export type DeclaredRule =
  | { readonly map: 'deployments'; readonly value: Deployment }
  | { readonly map: 'exceptions'; readonly value: Exception };

/** The rule with this name; undefined when there is none. */
export function ruleNamed(
  { deployments, exceptions }: Omit<ManagedRules, 'order'>,
  name: string,
): DeclaredRule | undefined {
  const deployment = Object.hasOwn(deployments, name) ? deployments[name] : undefined;
  if (deployment) return { map: 'deployments', value: deployment };
  const exception = Object.hasOwn(exceptions, name) ? exceptions[name] : undefined;
  return exception && { map: 'exceptions', value: exception };
}

/** Whether two rules do the same at the service. */
export function sameRule(one: DeclaredRule | undefined, other: DeclaredRule | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.map === 'deployments') return other.map === 'deployments' && sameDeployment(one.value, other.value);
  return other.map === 'exceptions' && sameException(one.value, other.value);
}

/** Whether two zones have the same rules by the same names in the same order. */
export function sameRules(one: ManagedRules, other: ManagedRules): boolean {
  return sameValue(one.order, other.order) && one.order.every((name) => sameNamed(one, other, name));
}

/** The managed rules of the zones of one run. */
export class ManagedRulesRegistry extends ZoneRulesRegistry<ManagedRules> {
  constructor() {
    super(sameRules);
  }
}

function sameNamed(one: ManagedRules, other: ManagedRules, name: string): boolean {
  return sameRule(ruleNamed(one, name), ruleNamed(other, name));
}

/** Whether two zones have the same rules in the same order, whatever their names. */
export function sameInOrder(one: ManagedRules, other: ManagedRules): boolean {
  return (
    one.order.length === other.order.length &&
    one.order.every((name, index) =>
      sameRule(ruleNamed(one, name), ruleNamed(other, other.order[index] ?? '')),
    )
  );
}

/**
 * Which rules continue as others, by name: those that are declared under another name, with the same managed ruleset or
 * as the same exception.
 *
 * @param taken names that a rule has already: such a rule continues no other
 */
export function continuedNames(
  before: ManagedRules,
  after: ManagedRules,
  taken: ReadonlySet<string>,
): readonly (readonly [before: string, after: string])[] {
  const wanted = after.order.filter((name) => !taken.has(name));
  return before.order.flatMap((name) => {
    if (taken.has(name) && after.order.includes(name)) return [];
    const rule = ruleNamed(before, name);
    const index = wanted.findIndex((one) => continues(ruleNamed(after, one), rule));
    return wanted.splice(index, index < 0 ? 0 : 1).map((one) => [name, one] as const);
  });
}

function continues(one: DeclaredRule | undefined, other: DeclaredRule | undefined): boolean {
  if (one?.map === 'deployments' && other?.map === 'deployments')
    return one.value.ruleset_id === other.value.ruleset_id;
  return sameRule(one, other);
}

/** The longest expression that a message shows. */
const LONGEST = 60;

/** A rule in one line, for messages. */
export function ruleInWords(rule: DeclaredRule, names: Names = {}): string {
  const { expression, enabled } = rule.value;
  const shown = expression.length > LONGEST ? `${expression.slice(0, LONGEST)}…` : expression;
  const where = expression === 'true' ? 'everywhere' : `where ${shown}`;
  return `${actionInWords(rule, names)} ${where}${enabled ? '' : ', switched off'}`;
}

/** What rulesets and rules are called, by id. */
export type Names = Readonly<Record<string, string>>;

function actionInWords(rule: DeclaredRule, names: Names): string {
  const called = (id: string): string => names[id] ?? wellKnownRuleset(id)?.name ?? id;
  if (rule.map === 'deployments') {
    const { ruleset_id: id, overrides, core_rule_set: core } = rule.value;
    return `${called(id)}${core && !setsNothing(core) ? ' with its own settings' : ''}${overridesInWords(overrides, called)}`;
  }
  const { rulesets, rules } = rule.value;
  const counted = Object.entries(rules ?? {}).map(([id, ids]) => `${ids.length} of ${called(id)}`);
  const skipped = [...(rulesets ?? []).map(called), ...counted];
  return `${ACTION_SKIP} ${skipped.length > 0 ? skipped.join(', ') : 'all remaining rules'}`;
}

/** How many overrides of a rule a message names. */
const MOST_NAMED = 10;

function overridesInWords(overrides: Deployment['overrides'], called: (id: string) => string): string {
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
  return rules.order.map((name) => named(name, ruleNamed(rules, name), names));
}

/** What differs between two zones, one line each: `-` goes, `+` comes, `~` changes. */
export function listDifferences(before: ManagedRules, after: ManagedRules): readonly string[] {
  const gone = before.order.filter((name) => !after.order.includes(name));
  return [
    ...gone.map((name) => `- ${named(name, ruleNamed(before, name))}`),
    ...after.order.map((name) => {
      const sign = !before.order.includes(name) ? '+' : sameNamed(before, after, name) ? ' ' : '~';
      return `${sign} ${named(name, ruleNamed(after, name))}`;
    }),
  ];
}

function named(name: string, rule: DeclaredRule | undefined, names: Names = {}): string {
  return `${name}: ${rule ? ruleInWords(rule, names) : 'nothing'}`;
}
