import { byName, without, type JsonObject } from '../description/value';
import { ACTION_SKIP } from '../zone/service';
import { managedRuleOf, ruleNamed, type EntryPointRule, type ManagedRules } from './managed-rule';
import { namesForRules } from './rule-names';

/** An entry point in the user's words, and the rules that cannot be expressed. */
export interface DescribedEntryPoint {
  readonly rules: ManagedRules;
  /** The ids of the rules, by their names, also of named rules that cannot be expressed any more. */
  readonly ruleIds: Readonly<Record<string, string>>;
  /** What rules have besides, which is kept as it is: by their names. */
  readonly kept: Readonly<Record<string, JsonObject>>;
  /** Rules that cannot be expressed, in order. */
  readonly others: readonly { readonly rule: EntryPointRule; readonly reason: string }[];
}

export interface DescribeOptions {
  /** The name of a rule that has one already; undefined for the rules of others. */
  readonly nameOf?: (rule: EntryPointRule) => string | undefined;
  /** How the rules were written so far. */
  readonly prior?: ManagedRules | undefined;
  /** The name of a managed ruleset at the service, as far as it is known. */
  readonly rulesetName?: (id: string) => string | undefined;
}

/**
 * The rules of an entry point in the user's words. Rules of others get names for people. Of a rule with a name that cannot
 * be expressed any more only the id is returned: saving the rules sets it back or deletes it.
 */
export function describeEntryPoint(
  entryPoint: readonly EntryPointRule[],
  { nameOf, prior = [], rulesetName }: DescribeOptions = {},
): DescribedEntryPoint {
  const all = entryPoint.map((rule) => {
    const known = nameOf?.(rule);
    const before = known === undefined ? undefined : ruleNamed(prior, known);
    return { rule, known, expressed: managedRuleOf(rule, before) };
  });
  const taken = new Set(all.flatMap(({ known }) => known ?? []));
  const unnamed = all.filter(({ known, expressed }) => known === undefined && !('reason' in expressed));
  const names = namesForRules(
    unnamed.map(({ rule }) => rule),
    taken,
    rulesetName,
  );
  const rules: ManagedRules[number][] = [];
  const ruleIds = byName<string>();
  const allKept = byName<JsonObject>();
  const others: DescribedEntryPoint['others'][number][] = [];
  for (const { rule, known, expressed } of all) {
    const name = known ?? names.get(rule);
    if (name !== undefined) ruleIds[name] = rule.id;
    if ('reason' in expressed) {
      if (name === undefined) others.push({ rule, reason: expressed.reason });
    } else if (name !== undefined) {
      rules.push({ ...expressed.value, name });
      const kept = { ...furtherMembers(rule), ...expressed.kept };
      if (Object.keys(kept).length > 0) allKept[name] = kept;
    }
  }
  return { rules, ruleIds, kept: allKept, others };
}

/** Members of a rule that attributes express, and those that the service sets. */
export const OF_RULE: readonly string[] = [
  'id',
  'version',
  'ref',
  'action',
  'expression',
  'description',
  'enabled',
  'action_parameters',
  'last_updated',
];

/** What a rule has besides. Of a rule with `skip`, `logging` is declared. */
function furtherMembers(rule: EntryPointRule): JsonObject {
  const further = Object.entries(rule).filter(
    ([name, value]) => !OF_RULE.includes(name) && value !== null && value !== undefined,
  );
  return without(Object.fromEntries(further), rule.action === ACTION_SKIP ? ['logging'] : []);
}
