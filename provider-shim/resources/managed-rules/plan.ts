import {
  byName,
  checkConfig,
  isKnown,
  isRecord,
  isUnknown,
  managedRulesSchema,
  overridesOf,
  sameValue,
  unknown,
  type ConfigAtPlan,
  type ManagedRules,
} from '../../../schema';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { sayKept } from '../messages';
import { warnOfAnother } from '../rule-list/words';
import { namesIn, readManagedRulesets, rulesetUnreadable, unknownParts } from './managed-rulesets';
import { continuedNames, ManagedRulesRegistry, ruleNamed, sameRules, type DeclaredRule } from './rules';
import { knownRules, rulesOf, type Plan, type Schema, type State } from './state';
import { deployedByOthers } from './words';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/**
 * Plans a create or an update: what its rules are called, and what the service adds.
 *
 * @param plan with its order
 * @param creation plans what a new object finds in its zone
 */
export async function planRules(
  call: PlanCall,
  plan: Plan,
  creation: () => Promise<Partial<Plan>>,
): Promise<Partial<Plan>> {
  const { client, state, config, diagnostics } = call;
  const { order } = plan;
  const isStaying = state !== null && state.zone_id === plan.zone_id;
  if (isStaying && isUnchanged(plan, state) && !dropsRule(state, config))
    return { order, ...computedOf(state) };
  // The checks saw what is written; with ignore_changes something else is planned.
  diagnostics.errors(checkConfig(managedRulesSchema, plan));
  if (diagnostics.hasError) return { order };
  const rules = knownRules(plan);
  const names =
    rules && client && isKnown(plan.zone_id) ? await checkParts(call, client, plan.zone_id, rules) : unknown;
  if (!state) return { order, names, ...(await creation()) };
  if (!isStaying) return { order };
  if (rules) diagnostics.errors(deployedByOthers(rules, state.other_rules ?? []));
  if (rules && !sameRules(rules, rulesOf(state)))
    await warnOfAnother('managed_rules', ManagedRulesRegistry, call, state.zone_id);
  const computed = computedAfter(state, plan, rules);
  const kept = isKnown(computed.kept_settings) ? Object.entries(computed.kept_settings) : [];
  const lines = kept.map(([name, json]) => `${name}: ${String(json)}`);
  sayKept(diagnostics, `A managed rule of zone ${state.zone_id}`, lines);
  return { order, names, ...computed };
}

/** Checks what the rules name in managed rulesets. @returns what that is called */
async function checkParts(
  { diagnostics, signal, state }: PlanCall,
  { reads: api }: Configured,
  zoneId: string,
  rules: ManagedRules,
): Promise<Readonly<Record<string, string>>> {
  const earlier = state?.zone_id === zoneId ? { rules: rulesOf(state), names: state.names ?? {} } : undefined;
  const rulesets = await readManagedRulesets({ api, zoneId, signal }, rules, earlier);
  for (const id of rulesets.unreadable) diagnostics.warning(rulesetUnreadable(id, rules));
  const { errors, warnings } = unknownParts(rules, rulesets);
  diagnostics.errors(errors);
  for (const warning of warnings) diagnostics.warning(warning);
  return namesIn(rules, rulesets);
}

function isUnchanged(plan: Plan, state: State): boolean {
  return (['deployments', 'exceptions', 'order'] as const).every((name) =>
    sameValue(plan[name], state[name]),
  );
}

/** Whether a rule that cannot be expressed any more is to go. What `ignore_changes` holds back is declared, and stays. */
function dropsRule({ order, rule_ids: ids }: State, config: ConfigAtPlan<Schema> | null): boolean {
  const declared = [config?.deployments, config?.exceptions].flatMap((map) =>
    isRecord(map) ? Object.keys(map) : [],
  );
  return Object.keys(ids ?? {}).some((name) => !order?.includes(name) && !declared.includes(name));
}

type Computed = Pick<State, 'rule_ids' | 'names' | 'other_rules' | 'kept_settings'>;

function computedOf({ rule_ids, names, other_rules, kept_settings }: State): Computed {
  return { rule_ids, names, other_rules, kept_settings };
}

/** The ids of rules that stay are known, and so is what is kept beside them. */
function computedAfter(
  state: State,
  plan: Plan,
  rules: ManagedRules | undefined,
): Pick<Plan, 'rule_ids' | 'other_rules' | 'kept_settings'> {
  const { order } = plan;
  const ids = state.rule_ids ?? {};
  const names = isUnknown(order) ? undefined : (order ?? []).filter(isKnown);
  return {
    rule_ids: names ? Object.fromEntries(names.map((name) => [name, ids[name] ?? unknown])) : unknown,
    other_rules: state.other_rules,
    kept_settings: rules ? keptAfter(state, rules) : unknown,
  };
}

/** What is kept beside the rules that stay or get another name; unknown where apply may change it. */
function keptAfter(state: State, rules: ManagedRules): Plan['kept_settings'] {
  const before = rulesOf(state);
  const renamed = new Map(continuedNames(before, rules, new Set(Object.keys(state.rule_ids ?? {}))));
  const kept = byName<string>();
  for (const name of before.order) {
    const now = rules.order.includes(name) ? name : renamed.get(name);
    if (now === undefined) continue;
    const json = state.kept_settings?.[name];
    const [old, next] = [ruleNamed(before, name), ruleNamed(rules, now)];
    if (changesCategories(old, next) || (json !== undefined && !keepsSettings(old, next))) return unknown;
    if (json !== undefined) kept[now] = json;
  }
  return kept;
}

function keepsSettings(old: DeclaredRule | undefined, next: DeclaredRule | undefined): boolean {
  if (old?.map !== 'deployments') return old?.map === next?.map;
  return next?.map === 'deployments' && next.value.ruleset_id === old.value.ruleset_id;
}

/** New categories follow those that are there, so the order of all may become one that is kept. */
function changesCategories(old: DeclaredRule | undefined, next: DeclaredRule | undefined): boolean {
  if (old?.map !== 'deployments' || next?.map !== 'deployments') return false;
  return !sameValue(overridesOf(old.value).categories, overridesOf(next.value).categories);
}
