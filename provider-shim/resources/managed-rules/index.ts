import {
  exceptionsWithoutEffect,
  isUnknown,
  managedRulesSchema,
  type DescribedEntryPoint,
  type ManagedRules,
  type Problem,
} from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import { defineResource, type CreateCall, type Diagnostics } from '../../framework';
import type { Configured } from '../configured';
import { parseZoneScopedId } from '../import-id';
import { zoneInMessages } from '../messages';
import { digestOf, savedRules, type SavedRule } from '../migration/rules';
import { becomeOwner, isMarked, noteImportedRules, ownerOf, type Owner } from '../rule-owner';
import { announceDestroy, destroyRules } from './destroy';
import {
  describeFor,
  findEntryPoint,
  isOwn,
  keptSettings,
  otherRules,
  rulesAsSent,
  saveEntryPoint,
  type Change,
  type Place,
} from './entry-point';
import {
  changedSincePlan,
  nothingToImport,
  othersStayUnchanged,
  refuseExisting,
  rulesIdMalformed,
} from './existing';
import { notMigrated, unfinishedMigration } from './governed';
import { namesIn, readManagedRulesets } from './managed-rulesets';
import { managedRulesMoveSources } from './move-sources';
import { overwritten } from './overwritten';
import { planRules, reserveZone } from './plan';
import { REPLACED, replacedObject } from './plan-creation';
import { refusedRules } from './refusal';
import { sameInOrder, sameRules } from './rules';
import { knownRules, rulesOf, type PlannedAtApply, type Schema, type State } from './state';

/** The managed rules of a zone: the rules of one zone-level ruleset (docs/service.md 6, 3.3). */
export const managedRules = defineResource<Schema, Configured>({
  schema: managedRulesSchema,

  identity: ['zone_id'],

  validate(config, diagnostics) {
    for (const problem of exceptionsWithoutEffect(config)) diagnostics.warning(problem);
  },

  create(call) {
    const { client, plan, signal, privateState, diagnostics } = call;
    const place: Place = { api: client.api, zoneId: plan.zone_id, signal };
    return client.runState.managedRules.runExclusive(plan.zone_id, async () => {
      const seen = await findEntryPoint(place);
      const existing = describeFor(seen?.rules ?? [], { owner: undefined });
      const problem = await refusalToMake(call, place, seen, existing);
      if (problem) return void diagnostics.error(problem);
      const owner = becomeOwner(privateState, client.newToken());
      const saved = await save(
        place,
        seen,
        { declared: plannedRules(plan), owner, state: undefined },
        diagnostics,
      );
      if (!saved) return undefined;
      client.runState.managedRules.markWritten(owner);
      const taken = existing.order.length > 0;
      return stateAfter(plan, saved, { owner, adopted: announced(plan), taken });
    });
  },

  async read({ client, state, signal, diagnostics, privateState }) {
    const owner = ownerOf(privateState);
    const place: Place = { api: client.reads, zoneId: state.zone_id, signal };
    const entryPoint = await findEntryPoint(place);
    const found = entryPoint && describeFor(entryPoint.rules, { owner, state });
    // A rule that cannot be expressed any more is still the object's: the next apply sets it back.
    if (!found || Object.keys(found.ruleIds).length === 0) return null;
    const { managedRules: registry } = client.runState;
    const isMine = !owner || entryPoint.rules.some((rule) => isOwn(owner, rule));
    registry.markInState(state.zone_id, owner, { content: found, isOwn: isMine });
    if (owner && entryPoint.rules.some((rule) => isMarked(rule) && !isOwn(owner, rule)))
      registry.markOverwritten(owner);
    const others = otherRules(found);
    if (others.length > 0 && !sameOthers(others, state.other_rules))
      diagnostics.warning(othersStayUnchanged(await zoneInMessages(place), others));
    return {
      ...state,
      ...attributesOf(found),
      // An import knows nothing of the configuration yet; on its own this attribute is never a change.
      on_existing: state.on_existing ?? 'refuse',
      ruleset_id: entryPoint.id,
      names: state.names,
      other_rules: others,
    };
  },

  update({ client, plan, state, signal, diagnostics, privateState }) {
    const place: Place = { api: client.api, zoneId: plan.zone_id, signal };
    privateState.set(REPLACED, undefined);
    return client.runState.managedRules.runExclusive(plan.zone_id, async () => {
      const owner = ownerOf(privateState) ?? becomeOwner(privateState, client.newToken());
      const seen = await findEntryPoint(place);
      const there = seen && describeFor(seen.rules, { owner, state });
      const declared = plannedRules(plan);
      const isDone = there !== undefined && sameRules(there, declared);
      const isAsRead =
        there !== undefined &&
        sameRules(there, rulesOf(state)) &&
        sameOthers(otherRules(there), state.other_rules);
      if (!seen || seen.id !== state.ruleset_id || !(isDone || isAsRead))
        return void diagnostics.error(changedSincePlan(await zoneInMessages(place), rulesOf(state), there));
      const saved = isDone ? seen : await save(place, seen, { declared, owner, state }, diagnostics);
      if (!saved) return undefined;
      noteImportedRules(
        privateState,
        owner,
        ownRules(saved.rules, describeFor(saved.rules, { owner, state })),
      );
      client.runState.managedRules.markWritten(owner);
      return stateAfter(plan, saved, { owner, state, adopted: state.adopted, taken: state.taken_over });
    });
  },

  delete({ client, state, signal, diagnostics, privateState }) {
    const place: Place = { api: client.api, zoneId: state.zone_id, signal };
    const { managedRules: registry } = client.runState;
    return registry.runExclusive(state.zone_id, () =>
      destroyRules(place, registry, { state, privateState }, diagnostics),
    );
  },

  async modifyPlan(call) {
    const { state, plan, config, client, privateState } = call;
    if (client) await reserveZone(client, call);
    if (!plan && state) await announceDestroy(call, state);
    if (!plan) return undefined;
    const planned = await planRules(call, plan, config);
    // The second half of a replacement is planned as if nothing had been there.
    if (state) privateState.set(REPLACED, replacedObject(state, privateState));
    return planned;
  },

  async importState({ id, isMoved, client, diagnostics, signal, privateState }) {
    const { zoneId, parts } = parseZoneScopedId(id, []) ?? { zoneId: '', parts: [id] };
    if (parts.length > 0) return void diagnostics.error(rulesIdMalformed(id));
    if (!client) return { zone_id: zoneId, taken_over: true };
    const place: Place = { api: client.reads, zoneId, signal };
    const zone = (): Promise<string> => zoneInMessages({ ...place, api: client.api });
    const migration = await unfinishedMigration(client.reads, zoneId, signal);
    if (migration) return void diagnostics.error(notMigrated(await zone(), migration));
    const entryPoint = await findEntryPoint(place);
    const found = describeFor(entryPoint?.rules ?? [], { owner: undefined });
    if (!entryPoint || found.order.length === 0)
      return void diagnostics.error(nothingToImport(await zone(), isMoved));
    const owner = becomeOwner(privateState, client.newToken());
    noteImportedRules(privateState, owner, ownRules(entryPoint.rules, found));
    const names = namesIn(found, await readManagedRulesets(place, found));
    return { zone_id: zoneId, names, taken_over: true };
  },

  moveSources: managedRulesMoveSources,
});

type Planned = CreateCall<Schema, Configured>['plan'];

/** The planned rules. Only what the provider computes is unknown at apply. */
function plannedRules(plan: Planned): ManagedRules {
  const rules = knownRules(plan as Parameters<typeof knownRules>[0]);
  if (!rules) throw new Error('a planned rule is not known at apply');
  return rules;
}

/** Saves the declared rules. @returns the entry point as saved; undefined after a failure, which is reported */
async function save(
  place: Place,
  seen: Ruleset | undefined,
  change: Change,
  diagnostics: Diagnostics,
): Promise<Ruleset | undefined> {
  const sent = rulesAsSent(seen?.rules ?? [], change);
  try {
    const saved = await saveEntryPoint(place, seen, sent);
    if (!saved) {
      const problem = changedSincePlan(await zoneInMessages(place), change.declared, undefined);
      return void diagnostics.error(problem);
    }
    const lost = await overwritten(place, seen, saved);
    if (lost) diagnostics.warning(lost);
    return saved;
  } catch (error) {
    const refused = refusedRules(error, sent, change.declared);
    if (!refused) throw error;
    return void diagnostics.errors(refused);
  }
}

function attributesOf(
  found: DescribedEntryPoint,
): Pick<State, 'deployments' | 'exceptions' | 'order' | 'rule_ids' | 'kept_settings'> {
  return {
    deployments: found.deployments,
    exceptions: found.exceptions,
    order: found.order,
    rule_ids: found.ruleIds,
    kept_settings: keptSettings(found),
  };
}

/** What apply adds to what was planned. */
interface Applied {
  readonly owner: Owner;
  readonly state?: State;
  readonly adopted: State['adopted'];
  readonly taken: boolean | null;
}

/** The object after apply: as planned, and where the plan left it open, as the service has it then. */
function stateAfter(plan: PlannedAtApply, saved: Ruleset, { owner, state, adopted, taken }: Applied): State {
  const written = rulesOf(plan as State);
  const ids = { ...state?.rule_ids };
  const found = describeFor(saved.rules, { owner, state: { ...written, rule_ids: ids } });
  const now = {
    ...attributesOf(found),
    ...written,
    names: {},
    other_rules: otherRules(found),
    ruleset_id: saved.id,
  };
  const known = Object.entries(plan).filter(([, value]) => !hasUnknown(value));
  return {
    ...now,
    ...Object.fromEntries(known),
    adopted,
    taken_over: knownOr(plan.taken_over, taken),
  } as State;
}

function knownOr(planned: Planned['taken_over'], otherwise: boolean | null): boolean | null {
  return isUnknown(planned) ? otherwise : planned;
}

/** Whether an attribute that the provider computes was left open, as a whole or in a member. */
function hasUnknown(value: unknown): boolean {
  return (
    isUnknown(value) || (typeof value === 'object' && value !== null && Object.values(value).some(isUnknown))
  );
}

/** The rules that have a name, so that they are the object's. */
function ownRules(
  rules: readonly Rule[],
  { ruleIds }: Pick<DescribedEntryPoint, 'ruleIds'>,
): readonly Rule[] {
  const ids = Object.values(ruleIds);
  return rules.filter(({ id }) => ids.includes(id));
}

function sameOthers(now: State['other_rules'], before: State['other_rules']): boolean {
  return JSON.stringify(now ?? []) === JSON.stringify(before ?? []);
}

/** What the plan said would be replaced. */
function announced({ adopted }: Planned): readonly SavedRule[] | null {
  return isUnknown(adopted) || adopted === null ? null : (adopted as readonly SavedRule[]);
}

/** Why rules that are there already are not replaced; undefined when the plan said that exactly they would be. */
async function refusalToMake(
  { client, plan }: CreateCall<Schema, Configured>,
  place: Place,
  seen: Ruleset | undefined,
  existing: DescribedEntryPoint,
): Promise<Problem | undefined> {
  const { zone_id: zoneId } = plan;
  const zone = (): Promise<string> => zoneInMessages(place);
  if (existing.order.length === 0 || sameInOrder(existing, plannedRules(plan))) return undefined;
  if (plan.on_existing === 'refuse') return refuseExisting(await zone(), zoneId, existing, client.folder);
  const there = savedRules(ownRules(seen?.rules ?? [], existing));
  const shown = announced(plan);
  return shown && digestOf(shown) === digestOf(there)
    ? undefined
    : changedSincePlan(await zone(), plannedRules(plan), existing);
}
