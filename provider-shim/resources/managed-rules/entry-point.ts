import {
  describeEntryPoint,
  markedRef,
  refOfRule,
  ruleNamed,
  type DescribedEntryPoint,
  type ManagedRule,
  type ManagedRules,
} from '../../../schema';
import type { Rule, RuleInput } from '../../api';
import { savedRule } from '../migration/rules';
import type { SentRule } from '../rule-list/kind';
import type { Owner } from '../rule-list/owner';
import { asSent } from '../rule-list/write';
import { ruleFor } from './rule-as-sent';
import { continuedNames } from './rules';
import { keptSettings, type OtherRule, type State, type ZoneRules } from './state';

/** An object of the state, as far as it says which rules are whose. */
export interface Known {
  readonly owner: Owner | undefined;
  /** The attributes of the state; undefined for an object that is not there yet. */
  readonly state?: Partial<Pick<State, 'rules' | 'rule_ids' | 'names'>> | undefined;
}

/** An entry point in the words of an object of the state. Rules keep the names that they have there. */
export function describeFor(rules: readonly Rule[], { owner, state }: Known): DescribedEntryPoint {
  const names = namesOfRules(rules, { owner, state });
  return describeEntryPoint(rules, {
    nameOf: ({ id }) => names.get(id),
    prior: state?.rules,
    rulesetName: (id) => state?.names?.[id],
  });
}

/** The same, with what is beside the rules as the state has it. */
export function zoneRules(
  rules: readonly Rule[],
  known: Known,
): ZoneRules & Pick<DescribedEntryPoint, 'ruleIds'> {
  const found = describeFor(rules, known);
  return {
    rules: found.rules,
    ruleIds: found.ruleIds,
    kept: keptSettings(found),
    others: otherRules(found),
  };
}

/** The names of rules by id: as the state has them, or in the `ref` of a rule that the object wrote. */
export function namesOfRules(rules: readonly Rule[], { owner, state }: Known): ReadonlyMap<string, string> {
  const stored = new Map(Object.entries(state?.rule_ids ?? {}).map(([name, id]) => [id, name]));
  const names = new Map<string, string>();
  const taken = new Set(rules.flatMap(({ id }) => stored.get(id) ?? []));
  for (const { id, ref } of rules) {
    const marked = markedRef(ref);
    const written = marked && marked.mark === owner?.ref && !taken.has(marked.name) ? marked.name : undefined;
    const name = stored.get(id) ?? written;
    if (name !== undefined) names.set(id, name);
  }
  return names;
}

/** Rules that cannot be expressed, as the state has them. */
function otherRules({ others }: Pick<DescribedEntryPoint, 'others'>): readonly OtherRule[] {
  return others.map(({ rule, reason }) => ({ id: rule.id, ...savedRule(rule), reason }));
}

/** How the rules of an entry point become the declared ones. */
export interface Change {
  readonly declared: ManagedRules;
  readonly owner: Owner;
  /** The state of the object; undefined when it is created: then all its rules are new. */
  readonly state: Known['state'];
}

/**
 * All rules of the entry point with the declared ones in their order. Rules that cannot be expressed stay behind the rule
 * that they follow now.
 */
export function rulesAsSent(
  present: readonly Rule[],
  { declared, owner, state }: Change,
): readonly SentRule[] {
  const described = describeFor(present, { owner, state });
  const stored = state ? namesOfRules(present, { owner, state }) : new Map<string, string>();
  const continued = continuedRules(described, declared, new Set(stored.values()));
  const otherIds = new Set(described.others.map(({ rule }) => rule.id));
  const continuedBy = new Map<string, Rule>();
  const following = new Map<string | undefined, SentRule[]>();
  let anchor: string | undefined;
  for (const rule of present) {
    if (otherIds.has(rule.id)) {
      const behind = following.get(anchor) ?? [];
      behind.push({ name: undefined, rule: asSent(rule) });
      following.set(anchor, behind);
      continue;
    }
    const storedName = stored.get(rule.id);
    const isStaying = storedName !== undefined && ruleNamed(declared, storedName) !== undefined;
    const name = isStaying ? storedName : continued.get(rule.id);
    if (name === undefined) continue;
    continuedBy.set(name, rule);
    anchor = name;
  }
  const own = declared.map((rule) => {
    const before = continuedBy.get(rule.name);
    const keepsIdentity = before !== undefined && stored.get(before.id) === rule.name;
    return { name: rule.name, rule: ownRule(rule, before, owner, keepsIdentity) };
  });
  return [
    ...(following.get(undefined) ?? []),
    ...own.flatMap((one) => [one, ...(following.get(one.name) ?? [])]),
  ];
}

/** @param keepsIdentity whether the rule stays the same one, with its id and `ref`, and not only its settings */
function ownRule(
  declared: ManagedRule,
  present: Rule | undefined,
  owner: Owner,
  keepsIdentity: boolean,
): RuleInput {
  const { id: _id, ref, ...content } = { ref: '', ...ruleFor(declared, present) };
  if (keepsIdentity && present) return { id: present.id, ref: ref || present.ref, ...content };
  return { ...content, ref: refOfRule(owner.ref, declared.name) };
}

/**
 * The names, by rule id, of declared rules that continue a rule of another name or of others: of the same managed
 * ruleset, or skipping the same. They keep what cannot be declared.
 *
 * @param taken names that rules have already
 */
function continuedRules(
  described: DescribedEntryPoint,
  declared: ManagedRules,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const ids = continuedNames(described.rules, declared, taken).map(
    ([before, after]) => [described.ruleIds[before] ?? '', after] as const,
  );
  return new Map(ids);
}

/** The rules that have a name, so that they are the object's. */
export function ownRules(
  rules: readonly Rule[],
  { ruleIds }: Pick<DescribedEntryPoint, 'ruleIds'>,
): readonly Rule[] {
  const ids = Object.values(ruleIds);
  return rules.filter(({ id }) => ids.includes(id));
}
