import type { ObjectSchema, StateOf } from '../../../schema';
import type { ImportCall, ModifyPlanCall, ReadCall, Resource } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { createRules, updateRules } from './apply';
import { announceDestroy, announceRulesBefore, destroyRules } from './destroy';
import type { ListState, RuleList } from './kind';
import { becomeOwner, isMarked, ownerOf, owns, relevant } from './owner';
import { findRuleset, type Place } from './place';
import { planCreation } from './plan-creation';
import { proveDestroy, proveRules } from './prove';
import { ZoneRulesRegistry } from './registry';
import { identityOf, noteReplaced } from './replaced-object';
import { reserveZones, type PlannedZones } from './reserve-zones';

/**
 * The life cycle of the rules that an object owns in the one zone-level ruleset of a phase (docs/internals/service.md 3.3):
 * they are found, made or refused, changed beside those of others, proven, destroyed without touching the
 * rest, imported, moved, and completed after a kill.
 */
export function ruleList<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
): Omit<Resource<S, Configured>, 'validate'> {
  return {
    schema: list.schema,
    identity: ['zone_id'] as unknown as NonNullable<Resource<S, Configured>['identity']>,
    create: (call) => createRules(list, call),
    read: (call) => readRules(list, call),
    update: (call) => updateRules(list, call),
    delete: (call) => destroyRules(list, call),
    modifyPlan: (call) => planRules(list, call),
    importState: (call) => importRules(list, call),
    moveSources: list.moveSources as unknown as NonNullable<Resource<S, Configured>['moveSources']>,
  };
}

/** Whether a zone has rules that can be managed. */
export async function hasRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  place: Place,
): Promise<boolean> {
  const ruleset = await findRuleset(place, list);
  return ruleset !== undefined && list.read(ruleset.rules, { owner: undefined }) !== undefined;
}

async function readRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: ReadCall<S, Configured>,
): Promise<StateOf<S> | null> {
  const { client, state, signal, privateState } = call;
  const stored = state as unknown as ListState;
  const { zone_id: zoneId } = stored;
  const owner = ownerOf(privateState, list.keeper?.(state));
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const object = identityOf(stored, privateState);
  registry.markRead(zoneId, object);
  const ruleset = await findRuleset({ api: client.reads, zoneId, signal }, list);
  const found = ruleset && list.read(ruleset.rules, { owner, state });
  if (!ruleset || found === undefined) {
    registry.release(zoneId, object);
    return null;
  }
  if (owner) {
    registry.markInState(zoneId, owner);
    const others = relevant(owner, ruleset.rules).filter((rule) => !owns(owner, rule));
    if (others.some(isMarked)) registry.markOverwritten(owner);
  }
  await list.warnOnRead?.(call, ruleset.rules, found);
  return {
    ...state,
    ...list.attributes(found),
    ruleset_id: ruleset.id,
  };
}

async function planRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: ModifyPlanCall<S, Configured>,
) {
  const { state, plan, client, privateState } = call;
  if (client) {
    await list.check?.(client, call);
    const content = (plan && list.planned(plan)) ?? 'unknown';
    const zones = call as unknown as PlannedZones;
    await reserveZones(client, client.runState.of(ZoneRulesRegistry<C>, list.phase), zones, content, list);
  }
  if (!plan) {
    if (state) await announceDestroy(list, call, state);
    if (state && client) await proveDestroy(list, call, client, state);
    return undefined;
  }
  const { state: before, plan: after } = call as unknown as PlannedZones;
  // The engine plans no destroy for a replacement, and shows no warning of its second plan (docs/internals/plugin-protocol.md 4.3).
  if (before && before.zone_id !== after?.zone_id) await announceRulesBefore(list, call, before.zone_id);
  const planned = await list.plan(call, plan, () => planCreation(list, call, plan));
  if (client) await proveRules(list, call, client, { ...plan, ...planned });
  // The second half of a replacement is planned as if nothing had been there.
  if (state) noteReplaced(privateState, state as unknown as ListState);
  return planned;
}

/** Finds the rules of a zone by the zone's id. The read that follows fills in the rest. */
async function importRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  { id, isMoved, client, diagnostics, signal, privateState }: ImportCall<Configured>,
): Promise<Partial<StateOf<S>> | undefined> {
  const { words } = list;
  const read = list.parseId(id);
  if (!read) return void diagnostics.error(words.idMalformed(id));
  const { zoneId, rulesetId } = read;
  const stub = { zone_id: zoneId, ...read.keeper } as unknown as Partial<StateOf<S>>;
  const keeper = list.keeper?.(stub as StateOf<S>);
  if (!client) return stub;
  const place: Place = { api: client.reads, zoneId, signal };
  const zone = (): Promise<string> => zoneInMessages(place);
  const notYet = await list.notYet?.(place);
  if (notYet) return void diagnostics.error(notYet(await zone()));
  const ruleset = await findRuleset(place, list);
  const found = ruleset && list.read(ruleset.rules, { owner: keeper });
  if (!ruleset || found === undefined)
    return void diagnostics.error(words.nothingToImport(await zone(), isMoved, keeper?.name));
  if (rulesetId !== undefined && rulesetId !== ruleset.id && words.otherRuleset)
    return void diagnostics.error(words.otherRuleset(await zone(), rulesetId, ruleset.id));
  becomeOwner(privateState, keeper ?? client.newToken(), list.expressed(ruleset.rules));
  return { ...stub, ...(await list.imported?.(place, found)) };
}
