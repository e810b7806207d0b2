import { KEEP_OTHERS, ruleOwner, type ObjectSchema } from '../../../schema';
import type { ImportCall, ModifyPlanCall, ReadCall, Resource } from '../../sdk/framework';
import type { Configured } from '../configured';
import { parseZoneScopedId } from '../import-id';
import { zoneInMessages } from '../messages';
import { rulesetSource, zoneShims } from '../move-sources';
import { createRules, updateRules } from './apply';
import { announceDestroy, announceRulesBefore, destroyRules } from './destroy';
import type { AnyList, ListSchema, RuleList, State } from './kind';
import { becomeOwner, isMarked, keeperIn, ownerOf, owns, relevant } from './owner';
import { findRuleset, type Place } from './place';
import { planCreation } from './plan-creation';
import { proveDestroy, proveRules } from './prove';
import { ZoneRulesRegistry } from './registry';
import { identityOf, noteReplaced } from './replaced-object';
import { reserveZones } from './reserve-zones';
import { idMalformed, wordsFor } from './words';

/**
 * The life cycle of the rules that an object owns in the one zone-level ruleset of a phase (docs/internals/service.md 3.3):
 * they are found, made or refused, changed beside those of others, proven, destroyed without touching the
 * rest, imported, moved, and completed after a kill.
 */
export function ruleList<S extends ObjectSchema, C>(
  given: RuleList<S, C>,
): Omit<Resource<S, Configured>, 'validate'> {
  const list = given as unknown as AnyList<C>;
  const resource: Omit<Resource<ListSchema, Configured>, 'validate'> = {
    schema: list.schema,
    identity: ['zone_id'],
    create: (call) => createRules(list, call),
    read: (call) => readRules(list, call),
    update: (call) => updateRules(list, call),
    delete: (call) => destroyRules(list, call),
    modifyPlan: (call) => planRules(list, call),
    importState: (call) => importRules(list, call),
    moveSources: [...(list.moveSources ?? []), rulesetSource(list.phase, list.schema.type), ...zoneShims],
  };
  return resource as unknown as Omit<Resource<S, Configured>, 'validate'>;
}

/** Whether a zone has rules that can be managed. */
export async function hasRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  place: Place,
): Promise<boolean> {
  const ruleset = await findRuleset(place, list);
  return ruleset !== undefined && list.read(ruleset.rules, { owner: undefined }) !== undefined;
}

async function readRules<C>(list: AnyList<C>, call: ReadCall<ListSchema, Configured>): Promise<State | null> {
  const { client, state, signal, privateState } = call;
  const { zone_id: zoneId } = state;
  const owner = ownerOf(privateState, list.keeper?.(state));
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const object = identityOf(state, privateState);
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
    if (others.some((rule) => isMarked(rule) && keeperIn(rule.ref) === undefined))
      registry.markOverwritten(owner);
  }
  await list.warnOnRead?.(call, ruleset.rules, found);
  return { ...state, ...list.attributes(found), ruleset_id: ruleset.id };
}

async function planRules<C>(list: AnyList<C>, call: ModifyPlanCall<ListSchema, Configured>) {
  const { state, plan, client, privateState } = call;
  if (client) {
    await list.check?.(client, call);
    const content = (plan && list.planned(plan)) ?? 'unknown';
    await reserveZones(client, client.runState.of(ZoneRulesRegistry<C>, list.phase), call, content, list);
  }
  if (!plan) {
    if (state) await announceDestroy(list, call, state);
    if (state && client) await proveDestroy(list, call, client, state);
    return undefined;
  }
  // The engine plans no destroy for a replacement, and shows no warning of its second plan (docs/internals/plugin-protocol.md 4.3).
  if (state && state.zone_id !== plan.zone_id) await announceRulesBefore(list, call, state.zone_id);
  const planned = await list.plan(call, plan, () => planCreation(list, call, plan));
  if (client) await proveRules(list, call, client, { ...plan, ...planned });
  // The second half of a replacement is planned as if nothing had been there.
  if (state) noteReplaced(privateState, state);
  return planned;
}

/** Finds the rules of a zone by the zone's id. The read that follows fills in the rest. */
async function importRules<C>(
  list: AnyList<C>,
  { id, isMoved, client, diagnostics, signal, privateState }: ImportCall<Configured>,
): Promise<Partial<State> | undefined> {
  const { zoneId, parts: [part, ...more] = [] } = parseZoneScopedId(id, []) ?? {};
  const isOwner = list.keeper !== undefined && ruleOwner(part ?? '').length === 0;
  if (zoneId === undefined || more.length > 0 || (part !== undefined && !isOwner))
    return void diagnostics.error(idMalformed(list, id));
  const stub = {
    zone_id: zoneId,
    ruleset_id: null,
    ...(part !== undefined && { others: KEEP_OTHERS, owner: part }),
  };
  const keeper = list.keeper?.(stub);
  if (!client) return stub;
  const place: Place = { api: client.reads, zoneId, signal };
  const words = () => wordsFor(list, place, keeper);
  const notYet = await list.notYet?.(place);
  if (notYet) return void diagnostics.error(notYet(await zoneInMessages(place)));
  const ruleset = await findRuleset(place, list);
  const found = ruleset && list.read(ruleset.rules, { owner: keeper });
  if (!ruleset || found === undefined)
    return void diagnostics.error((await words()).nothingToImport(isMoved));
  becomeOwner(privateState, keeper ?? client.newToken(), list.expressed(ruleset.rules));
  const all = keeper ? [] : ruleset.rules;
  return { ...stub, ...(await list.imported?.(place, found, all, diagnostics)) };
}
