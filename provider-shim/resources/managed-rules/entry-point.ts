import {
  describeEntryPoint,
  markedRef,
  PHASE_MANAGED_RULES,
  refOfRule,
  type DescribedEntryPoint,
  type ManagedRules,
} from '../../../schema';
import {
  managedRulesSaving,
  rulesetUpdate,
  ServiceError,
  type Rule,
  type RuleInput,
  type Ruleset,
  type RulesetWrite,
  type ZoneClient,
} from '../../api';
import { savedRule } from '../migration/rules';
import { owns, type Owner } from '../rule-list/owner';
import { asSent, ruleFor } from './rule-as-sent';
import { continuedNames, ruleNamed, type DeclaredRule } from './rules';
import type { OtherRule, State } from './state';

/** Where rules are written: a zone at the service. */
export interface Place {
  readonly api: ZoneClient;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** The zone's entry point of the managed rules' phase; undefined when there is none. */
export function findEntryPoint({ api, zoneId, signal }: Place): Promise<Ruleset | undefined> {
  return api.getEntrypoint(zoneId, PHASE_MANAGED_RULES, { signal });
}

/** An object of the state, as far as it says which rules are whose. */
export interface Known {
  readonly owner: Owner | undefined;
  /** The attributes of the state; undefined for an object that is not there yet. */
  readonly state?:
    Partial<Pick<State, 'deployments' | 'exceptions' | 'order' | 'rule_ids' | 'names'>> | undefined;
}

/** An entry point in the words of an object of the state. Rules keep the names that they have there. */
export function describeFor(rules: readonly Rule[], { owner, state }: Known): DescribedEntryPoint {
  const names = namesOfRules(rules, { owner, state });
  const { deployments, exceptions, order } = state ?? {};
  const prior = deployments && exceptions && order ? { deployments, exceptions, order } : undefined;
  return describeEntryPoint(rules, {
    nameOf: ({ id }) => names.get(id),
    prior,
    rulesetName: (id) => state?.names?.[id],
  });
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
export function otherRules({ others }: Pick<DescribedEntryPoint, 'others'>): readonly OtherRule[] {
  return others.map(({ rule, reason }) => ({ id: rule.id, ...savedRule(rule), reason }));
}

/** How the rules of an entry point become the declared ones. */
export interface Change {
  readonly declared: ManagedRules;
  readonly owner: Owner;
  /** The state of the object; undefined when it is created: then all its rules are new. */
  readonly state: Known['state'];
}

/** A rule that is sent, and its name; undefined for the rules of others. */
export interface SentRule {
  readonly rule: RuleInput;
  readonly name: string | undefined;
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
  const declaredNames = new Set(declared.order);
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
    const isStaying = storedName !== undefined && declaredNames.has(storedName);
    const name = isStaying ? storedName : continued.get(rule.id);
    if (name === undefined) continue;
    continuedBy.set(name, rule);
    anchor = name;
  }
  const own = declared.order.flatMap((name) => {
    const wanted = ruleNamed(declared, name);
    const before = continuedBy.get(name);
    const keepsIdentity = before !== undefined && stored.get(before.id) === name;
    return wanted ? [{ name, rule: ownRule(name, wanted, before, owner, keepsIdentity) }] : [];
  });
  return [
    ...(following.get(undefined) ?? []),
    ...own.flatMap((one) => [one, ...(following.get(one.name) ?? [])]),
  ];
}

/** @param keepsIdentity whether the rule stays the same one, with its id and `ref`, and not only its settings */
function ownRule(
  name: string,
  declared: DeclaredRule,
  present: Rule | undefined,
  owner: Owner,
  keepsIdentity: boolean,
): RuleInput {
  const { id: _id, ref, ...content } = { ref: '', ...ruleFor(declared, present) };
  if (keepsIdentity && present) return { id: present.id, ref: ref || present.ref, ...content };
  return { ...content, ref: refOfRule(owner.ref, name) };
}

/**
 * The names, by rule id, of declared rules that continue a rule of another name or of others: of the same managed
 * ruleset, or the same exception. They keep what cannot be declared.
 *
 * @param taken names that rules have already
 */
function continuedRules(
  described: DescribedEntryPoint,
  declared: ManagedRules,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const ids = continuedNames(described, declared, taken).map(
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

/** Whether a rule is the object's own, to be deleted with it. */
export function isOwn(owner: Owner | undefined, rule: Rule): boolean {
  return owner !== undefined && owns(owner, rule);
}

/** Whether the entry point has exactly the rules that were sent. */
export function hasSaved(now: Pick<Ruleset, 'rules'>, sent: readonly SentRule[]): boolean {
  const shown = ({ ref, ...rule }: Pick<RuleInput, 'ref'> & Parameters<typeof savedRule>[0]): string =>
    JSON.stringify([ref, savedRule(rule)]);
  return (
    now.rules.length === sent.length &&
    now.rules.every((rule, index) => {
      const wanted = sent[index]?.rule;
      return wanted !== undefined && shown(rule) === shown({ description: '', enabled: true, ...wanted });
    })
  );
}

/** The write that saves the rules, all of them in one request. @param seen the entry point; undefined when there is none */
export function writeOf(
  zoneId: string,
  seen: Pick<Ruleset, 'id'> | undefined,
  sent: readonly SentRule[],
): RulesetWrite {
  const rules = sent.map(({ rule }) => rule);
  return seen
    ? rulesetUpdate(zoneId, seen.id, { rules })
    : managedRulesSaving(zoneId, { name: ENTRY_POINT_NAME, rules });
}

/**
 * Saves the rules, all of them in one request. When the answer was lost, the zone is read.
 *
 * @returns the entry point as saved; undefined when somebody deleted it since, so that nothing was saved
 * @throws ServiceError
 */
export async function saveEntryPoint(
  place: Place,
  seen: Ruleset | undefined,
  sent: readonly SentRule[],
): Promise<Ruleset | undefined> {
  const { api, zoneId, signal } = place;
  try {
    return await api.writeRuleset(writeOf(zoneId, seen, sent), { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown') {
      if (seen && error.kind === 'not-found') return undefined;
      throw error;
    }
    const now = await findEntryPoint(place).catch(() => undefined);
    if (!now || !hasSaved(now, sent)) throw error;
    return now;
  }
}

/** The name of every entry point in public records (docs/internals/service.md 3.2). */
const ENTRY_POINT_NAME = 'default';
