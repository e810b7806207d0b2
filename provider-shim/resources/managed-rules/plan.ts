import {
  ACTION_EXECUTE,
  byName,
  checkConfig,
  exceptionsWithoutEffect,
  isKnown,
  isRecord,
  isUnknown,
  managedRulesSchema,
  markedRef,
  overridesOf,
  ruleNamed,
  sameValue,
  unknown,
  type ConfigAtPlan,
  type Explanation,
  type ManagedRule,
  type ManagedRules,
} from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import { findRuleset, type PlanCall as PlanCallOf } from '../rule-list/kind';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { isMarked, keeperIn, markOf, ownerOf, relevant, type Owner } from '../rule-list/owner';
import { ZoneRulesRegistry } from '../rule-list/registry';
import { wordsOf } from '../rule-list/words';
import { saveBeside } from './beside-others';
import { zoneRules } from './entry-point';
import {
  namesIn as namesOfParts,
  readManagedRulesets,
  rulesetUnreadable,
  unknownParts,
} from './managed-rulesets';
import { continuedNames, isPartOf } from './rules';
import { keeperOfRules, knownRules, type Plan, type Schema, type State } from './state';
import {
  deployedByOthers,
  importedGo,
  keptByOthers,
  removesOthers,
  undeclaredStay,
  MANAGED_RULES,
  othersGo,
  OTHERS_UNKNOWN,
  swapsRulesets,
} from './words';

type PlanCall = PlanCallOf<Schema>;

/**
 * Plans a create or an update beside the rules of others: what its rules are called, and what the service adds.
 *
 * @param rest plans what a new object finds in its zone, or what a change keeps
 */
export async function planRules(
  call: PlanCall,
  plan: Plan,
  rest: () => Promise<Partial<Plan>>,
): Promise<Partial<Plan>> {
  const { client, state, config, diagnostics } = call;
  if (isUnknown(plan.others)) diagnostics.error(OTHERS_UNKNOWN);
  const isStaying = state !== null && state.zone_id === plan.zone_id;
  const [keeper, before] = [keeperOfRules(plan), keeperOfRules(state)];
  if (
    isStaying &&
    keeper?.ref === before?.ref &&
    keeper?.placement === before?.placement &&
    sameValue(plan.rules, state.rules) &&
    !dropsRule(state, config)
  ) {
    const { rule_ids, names, other_rules, kept_settings } = state;
    return { rule_ids, names, other_rules, kept_settings };
  }
  // The checks saw what is written; with ignore_changes something else is planned.
  diagnostics.errors(checkConfig(managedRulesSchema, plan));
  if (diagnostics.hasError) return {};
  const rules = knownRules(plan);
  let names: Plan['names'] = unknown;
  let after: Ruleset | undefined;
  if (client && isKnown(plan.zone_id)) {
    const ruleset = await rulesetBeside(call, client, plan.zone_id);
    if (rules) names = await checkParts(call, client, plan.zone_id, rules.rules);
    if (rules && ruleset && keeper) after = await planBeside(call, client, ruleset, rules.rules, keeper);
    // An apply does not look again.
    if (rules && keeper && !ruleset && !state) warnOfOrder(call, rules.rules, rules.rules);
    if (ruleset && !before) await warnOfUndeclared(call, client, ruleset, rules?.rules);
  }
  if (!state) return { names, ...(await rest()) };
  if (!isStaying) return {};
  const others = (state.other_rules ?? []).filter(({ reason }) => keeper ?? reason !== null);
  // The plan has looked at those of others; an apply does not look again.
  const staying = keeper ? zoneRules(after?.rules ?? [], { owner: keeper }).other_rules : others;
  if (rules) diagnostics.errors(deployedByOthers(rules, staying));
  if (before && !keeper) {
    const zone = client ? await zoneOf(call, client) : state.zone_id;
    const going = (state.other_rules ?? []).filter((rule) => !others.includes(rule));
    if (going.length > 0) diagnostics.warning(othersGo(zone, going));
  }
  // Those that are not the object's any more are known after apply.
  const isOpen = keeper && (keeper.name === '' || !before);
  const other_rules = isOpen ? unknown : others.filter(({ owner }) => owner !== keeper?.name);
  return { names, other_rules, ...(await rest()) };
}

/** The ruleset of the zone. Where it is not known already, as in an apply, it is not worth a request. */
async function rulesetBeside(
  { signal, state }: PlanCall,
  { reads: api, runState }: Configured,
  zoneId: string,
): Promise<Ruleset | undefined> {
  const wasRead = runState.of(ZoneRulesRegistry, MANAGED_RULES.phase).wasRead(zoneId);
  return state && !wasRead ? undefined : findRuleset({ api, zoneId, signal }, MANAGED_RULES);
}

/** Warns of rules that are there and not declared: whether they go or stay, and whose they are. */
async function warnOfUndeclared(
  call: PlanCall,
  client: Configured,
  { rules: present }: Ruleset,
  declared: ManagedRules | undefined,
): Promise<void> {
  const { state, plan, privateState, diagnostics } = call;
  const tell = async <T>(say: (zone: string, rules: readonly T[]) => Explanation, rules: readonly T[]) => {
    if (rules.length > 0) diagnostics.warning(say(await zoneOf(call, client), rules));
  };
  const { rules = [], rule_ids: ids = {} } = state ?? {};
  const named = namesIn(plan?.rules);
  const renamed = new Map(continuedNames(rules, declared ?? [], new Set(Object.keys(ids ?? {}))));
  const isLeft = ({ name }: ManagedRule): boolean => !named.includes(name) && !renamed.has(name);
  const left = named.includes(unknown) ? [] : rules.filter(isLeft);
  const owner = ownerOf(privateState);
  const refs = new Map(present.map(({ id, ref }) => [id, ref]));
  const refOf = ({ name }: ManagedRule): string | undefined => refs.get(ids?.[name] ?? '');
  if (keeperOfRules(plan)) {
    const registry = client.runState.of(ZoneRulesRegistry, MANAGED_RULES.phase);
    const isOfAnother = (rule: Rule): boolean =>
      isMarked(rule) && !keeperIn(rule.ref) && !registry.ownerOf(String(plan?.zone_id), { rules: [rule] });
    const stays = (rule: ManagedRule): boolean => markOf(refOf(rule) ?? owner?.ref ?? '') !== owner?.ref;
    await tell(undeclaredStay, left.filter(stays));
    return state ? undefined : tell(removesOthers, present.filter(isOfAnother));
  }
  await tell(
    keptByOthers,
    present.filter(({ ref }) => keeperIn(ref) !== undefined),
  );
  const isImported = (rule: ManagedRule): boolean => owner?.imported.includes(refOf(rule) ?? '') === true;
  await tell(importedGo, left.filter(isImported));
}

function zoneOf({ plan, signal }: PlanCall, { api }: Configured): Promise<string> {
  return zoneInMessages({ api, zoneId: String(plan?.zone_id), signal });
}

/**
 * Checks a change beside the rules of others.
 *
 * @returns the ruleset after it
 */
async function planBeside(
  call: PlanCall,
  client: Configured,
  ruleset: Ruleset,
  rules: ManagedRules,
  owner: Owner,
): Promise<Ruleset> {
  const { diagnostics, privateState, plan } = call;
  const state = call.state?.zone_id === plan?.zone_id ? (call.state ?? undefined) : undefined;
  const former = state && ownerOf(privateState, keeperOfRules(state));
  const change = { declared: { rules }, owner, former, state };
  const there = zoneRules(relevant(owner, ruleset.rules), { owner });
  if (former && former.ref !== owner.ref && !isPartOf(there.rules, rules)) {
    diagnostics.error(wordsOf(MANAGED_RULES, await zoneOf(call, client), owner).ownerTaken(there));
    return ruleset;
  }
  const after = saveBeside(String(plan?.zone_id), ruleset, change);
  if (after.swapped.length > 0) diagnostics.error(swapsRulesets(after.swapped));
  const all = after.rules.flatMap(({ ref, action, action_parameters: given }): readonly unknown[] => {
    const marked = markedRef(ref ?? '');
    if (marked?.mark === owner.ref) return [ruleNamed(rules, marked.name)];
    return action === ACTION_EXECUTE ? [{ execute: { ruleset_id: given?.['id'] } }] : [];
  });
  warnOfOrder(call, all, rules);
  // New ones have no id yet, and nobody asks for it here.
  return { ...ruleset, rules: after.rules as readonly Rule[] };
}

/** Warns of exceptions that come after what they skip. @param all with what others execute */
function warnOfOrder({ diagnostics, plan }: PlanCall, all: readonly unknown[], rules: ManagedRules): void {
  const way =
    plan?.placement === 'first' ? '' : ' To have them before those of others, set placement = "first".';
  for (const { path, ...problem } of exceptionsWithoutEffect({ rules: all })) {
    const one = all[Number(path[1])];
    const at = ['rules', rules.findIndex((rule) => rule === one)];
    diagnostics.warning({ ...problem, hint: `${problem.hint}${way}`, path: at });
  }
}

/** Checks what the rules name in managed rulesets. @returns what that is called */
async function checkParts(
  { diagnostics, signal, state }: PlanCall,
  { reads: api }: Configured,
  zoneId: string,
  rules: ManagedRules,
): Promise<Readonly<Record<string, string>>> {
  const earlier = state?.zone_id === zoneId ? { rules: state.rules, names: state.names ?? {} } : undefined;
  const rulesets = await readManagedRulesets({ api, zoneId, signal }, rules, earlier);
  for (const id of rulesets.unreadable) diagnostics.warning(rulesetUnreadable(id, rules));
  const { errors, warnings } = unknownParts(rules, rulesets);
  diagnostics.errors(errors);
  for (const warning of warnings) diagnostics.warning(warning);
  return namesOfParts(rules, rulesets);
}

/** Whether a rule that cannot be expressed any more is to go. What `ignore_changes` holds back is declared, and stays. */
function dropsRule({ rules, rule_ids: ids }: State, config: ConfigAtPlan<Schema> | null): boolean {
  const there = new Set<unknown>([...namesIn(rules), ...namesIn(config?.rules)]);
  return Object.keys(ids ?? {}).some((name) => !there.has(name));
}

/** The names of rules, as far as they are known. */
function namesIn(rules: unknown): readonly unknown[] {
  return Array.isArray(rules) ? rules.map((rule) => (isRecord(rule) ? rule['name'] : unknown)) : [unknown];
}

/** The ids of rules that stay are known, and so is what is kept beside them. */
export function computedAfter(
  state: State,
  planned: Plan['rules'] | undefined,
  rules: ManagedRules | undefined,
): Pick<Plan, 'rule_ids' | 'kept_settings'> {
  const ids = state.rule_ids ?? {};
  const names = namesIn(planned);
  return {
    rule_ids: names.every((name) => typeof name === 'string')
      ? Object.fromEntries(names.map((name) => [name, ids[name] ?? unknown]))
      : unknown,
    kept_settings: rules ? keptAfter(state, rules) : unknown,
  };
}

/** What is kept beside the rules that stay or get another name; unknown where apply may change it. */
function keptAfter(state: State, rules: ManagedRules): Plan['kept_settings'] {
  const renamed = new Map(continuedNames(state.rules, rules, new Set(Object.keys(state.rule_ids ?? {}))));
  const kept = byName<string>();
  for (const old of state.rules) {
    const next = ruleNamed(rules, old.name) ?? ruleNamed(rules, renamed.get(old.name) ?? '');
    if (!next) continue;
    const json = state.kept_settings?.[old.name];
    if (changesCategories(old, next) || (json !== undefined && !sameValue(hasKept(old), hasKept(next))))
      return unknown;
    if (json !== undefined) kept[next.name] = json;
  }
  return kept;
}

/** What may have further members, or be kept as a whole. */
function hasKept({ execute, logging }: ManagedRule): readonly unknown[] {
  return [execute?.ruleset_id, execute?.version, execute?.matched_data, logging];
}

/** New categories follow those that are there, so the order of all may become one that is kept. */
function changesCategories({ execute: old }: ManagedRule, { execute: next }: ManagedRule): boolean {
  return old && next ? !sameValue(overridesOf(old).categories, overridesOf(next).categories) : false;
}
