import {
  byName,
  checkConfig,
  isKnown,
  isRecord,
  managedRulesSchema,
  overridesOf,
  ruleNamed,
  sameValue,
  unknown,
  type ConfigAtPlan,
  type ManagedRule,
  type ManagedRules,
} from '../../../schema';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { sayKept } from '../messages';
import { warnOfAnother } from '../rule-list/words';
import {
  namesIn as namesOfParts,
  readManagedRulesets,
  rulesetUnreadable,
  unknownParts,
} from './managed-rulesets';
import { continuedNames, sameRules } from './rules';
import { knownRules, type Plan, type Schema, type State } from './state';
import { deployedByOthers, MANAGED_RULES } from './words';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/**
 * Plans a create or an update: what its rules are called, and what the service adds.
 *
 * @param creation plans what a new object finds in its zone
 */
export async function planRules(
  call: PlanCall,
  plan: Plan,
  creation: () => Promise<Partial<Plan>>,
): Promise<Partial<Plan>> {
  const { client, state, config, diagnostics } = call;
  const isStaying = state !== null && state.zone_id === plan.zone_id;
  if (isStaying && sameValue(plan.rules, state.rules) && !dropsRule(state, config)) {
    const { rule_ids, names, other_rules, kept_settings } = state;
    return { rule_ids, names, other_rules, kept_settings };
  }
  // The checks saw what is written; with ignore_changes something else is planned.
  diagnostics.errors(checkConfig(managedRulesSchema, plan));
  if (diagnostics.hasError) return {};
  const rules = knownRules(plan);
  const names =
    rules && client && isKnown(plan.zone_id)
      ? await checkParts(call, client, plan.zone_id, rules.rules)
      : unknown;
  if (!state) return { names, ...(await creation()) };
  if (!isStaying) return {};
  if (rules) diagnostics.errors(deployedByOthers(rules, state.other_rules ?? []));
  if (rules && !sameRules(rules.rules, state.rules)) await warnOfAnother(MANAGED_RULES, call, state.zone_id);
  const computed = computedAfter(state, plan, rules?.rules);
  const kept = isKnown(computed.kept_settings) ? Object.entries(computed.kept_settings) : [];
  const lines = kept.map(([name, json]) => `${name}: ${String(json)}`);
  sayKept(diagnostics, `A managed rule of zone ${state.zone_id}`, lines);
  return { names, ...computed };
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
function computedAfter(
  state: State,
  plan: Plan,
  rules: ManagedRules | undefined,
): Pick<Plan, 'rule_ids' | 'other_rules' | 'kept_settings'> {
  const ids = state.rule_ids ?? {};
  const names = namesIn(plan.rules);
  return {
    rule_ids: names.every(isText)
      ? Object.fromEntries(names.map((name) => [name, ids[name] ?? unknown]))
      : unknown,
    other_rules: state.other_rules,
    kept_settings: rules ? keptAfter(state, rules) : unknown,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
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
