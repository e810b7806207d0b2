import {
  checkConfig,
  isKnown,
  isUnknown,
  managedRulesSchema,
  sameValue,
  unknown,
  type ConfigAtPlan,
  type ManagedRules,
} from '../../../schema';
import type { ModifyPlanCall } from '../../framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { ownerOf } from '../rule-owner';
import type { PlannedRules } from '../zone-rules-registry';
import { declaredTwice, inStateTwice, migrationSavesRules } from './conflicts';
import { writtenByAnother } from './existing';
import { namesIn, readManagedRulesets, rulesetUnreadable, unknownParts } from './managed-rulesets';
import { planCreation, replacedIn, replacedObject } from './plan-creation';
import { ruleNamed, sameRules } from './rules';
import { knownRules, plannedOrder, rulesOf, type Plan, type Schema, type State } from './state';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/** Two resources for one zone, and a migration that changes the same rules: what can be checked without the service. */
export async function reserveZone(client: Configured, call: PlanCall): Promise<void> {
  const { plan, state, config, privateState } = call;
  const object = state
    ? replacedObject(state, privateState).object
    : (replacedIn(privateState)?.object ?? Symbol('new'));
  const owner = state ? ownerOf(privateState) : undefined;
  if (state && state.zone_id !== plan?.zone_id) {
    await reserve(client, call, state.zone_id, { object, owner, content: undefined });
  }
  if (!plan || !isKnown(plan.zone_id)) return;
  const content = knownRules({ ...plan, order: plannedOrder(plan, config) }) ?? 'unknown';
  await reserve(client, call, plan.zone_id, { object, owner, content });
  const { api, runState } = client;
  if (!runState.migrations.savesRules(plan.zone_id)) return;
  const zone = await zoneInMessages({ api, zoneId: plan.zone_id, signal: call.signal });
  call.diagnostics.error(migrationSavesRules(zone));
}

async function reserve(
  { api, runState }: Configured,
  { diagnostics, signal }: PlanCall,
  zoneId: string,
  planned: PlannedRules<ManagedRules>,
): Promise<void> {
  for (const conflict of runState.managedRules.reserve(zoneId, planned)) {
    const zone = await zoneInMessages({ api, zoneId, signal });
    if (conflict.kind === 'in state twice') diagnostics.error(inStateTwice(zone));
    else if (conflict.isHarmless) diagnostics.warning(declaredTwice(zone, conflict));
    else diagnostics.error(declaredTwice(zone, conflict));
  }
}

/** Plans an object that is to be there: its order, what its rules are called, and what the service adds. */
export async function planRules(
  call: PlanCall,
  unordered: Plan,
  config: ConfigAtPlan<Schema> | null,
): Promise<Partial<Plan> | undefined> {
  const { client, state, diagnostics } = call;
  const order = plannedOrder(unordered, config);
  const plan: Plan = { ...unordered, order };
  const isStaying = state !== null && state.zone_id === plan.zone_id;
  if (isStaying && isUnchanged(plan, state)) return { order, ...computedOf(state) };
  // The checks saw what is written; with ignore_changes something else is planned.
  diagnostics.errors(checkConfig(managedRulesSchema, plan));
  if (diagnostics.hasError) return { order };
  const rules = knownRules(plan);
  const names =
    rules && client && isKnown(plan.zone_id) ? await checkParts(call, client, plan.zone_id, rules) : unknown;
  if (!state) return { order, names, ...(await planCreation(call, plan)) };
  if (!isStaying) return { order };
  if (client && rules && !sameRules(rules, rulesOf(state))) await warnOfAnother(client, call, state);
  return { order, names, ...computedAfter(state, plan, rules) };
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
  diagnostics.errors(unknownParts(rules, rulesets));
  return namesIn(rules, rulesets);
}

function isUnchanged(plan: Plan, state: State): boolean {
  return (['deployments', 'exceptions', 'order'] as const).every((name) =>
    sameValue(plan[name], state[name]),
  );
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
  const kept = Object.entries(state.kept_settings ?? {}).filter(([name]) => names?.includes(name));
  const continues = ([name]: readonly [string, string]): boolean => {
    const [before, after] = [ruleNamed(rulesOf(state), name), rules && ruleNamed(rules, name)];
    if (before?.map !== 'deployments') return before?.map === after?.map;
    return after?.map === 'deployments' && after.value.ruleset_id === before.value.ruleset_id;
  };
  return {
    rule_ids: names ? Object.fromEntries(names.map((name) => [name, ids[name] ?? unknown])) : unknown,
    other_rules: state.other_rules,
    kept_settings: rules && kept.every(continues) ? Object.fromEntries(kept) : unknown,
  };
}

/** Says that a change overwrites what another object wrote: a zone that two states declare never comes to rest. */
async function warnOfAnother(
  { api, runState }: Configured,
  { privateState, diagnostics, signal }: PlanCall,
  { zone_id: zoneId }: State,
): Promise<void> {
  const owner = ownerOf(privateState);
  if (!owner || !runState.managedRules.isOverwritten(owner)) return;
  diagnostics.warning(writtenByAnother(await zoneInMessages({ api, zoneId, signal })));
}
