import { exceptionsWithoutEffect, managedRulesSchema } from '../../../schema';
import { defineResource } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { identityOf, noteReplaced } from '../rule-list/replaced-object';
import { isMarked, ownerOf } from '../rule-list/owner';
import { createRules, updateRules } from './apply';
import { othersStayUnchanged } from './changed-by-others';
import { announceDestroy, destroyRules } from './destroy';
import { describeFor, findEntryPoint, isOwn, otherRules, type Place } from './entry-point';
import { importRules } from './import';
import { managedRulesMoveSources } from './move-sources';
import { planRules, reserveZone } from './plan';
import { proveDestroy, proveRules } from './prove';
import { attributesOf, sameOthers, type Schema } from './state';
import { ManagedRulesRegistry } from './rules';

/** The managed rules of a zone: the rules of one zone-level ruleset (docs/internals/service.md 6, 3.3). */
export const managedRules = defineResource<Schema, Configured>({
  schema: managedRulesSchema,

  identity: ['zone_id'],

  validate(config, diagnostics) {
    for (const problem of exceptionsWithoutEffect(config)) diagnostics.warning(problem);
  },

  create: createRules,

  async read({ client, state, signal, diagnostics, privateState }) {
    const owner = ownerOf(privateState);
    const place: Place = { api: client.reads, zoneId: state.zone_id, signal };
    const entryPoint = await findEntryPoint(place);
    const found = entryPoint && describeFor(entryPoint.rules, { owner, state });
    // A rule that cannot be expressed any more is still the object's: the next apply sets it back.
    const registry = client.runState.of(ManagedRulesRegistry);
    if (!found || Object.keys(found.ruleIds).length === 0) {
      registry.release(state.zone_id, identityOf(state, privateState));
      return null;
    }
    if (owner) registry.markInState(state.zone_id, owner);
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

  update: updateRules,

  delete({ client, state, signal, diagnostics, privateState }) {
    const place: Place = { api: client.api, zoneId: state.zone_id, signal };
    const registry = client.runState.of(ManagedRulesRegistry);
    return registry.runExclusive(state.zone_id, () =>
      destroyRules(place, registry, { state, privateState }, diagnostics),
    );
  },

  async modifyPlan(call) {
    const { state, plan, config, client, privateState } = call;
    if (client) await reserveZone(client, call);
    if (!plan && state) await announceDestroy(call, state);
    if (!plan && state && client) await proveDestroy(call, client, state);
    if (!plan) return undefined;
    const planned = await planRules(call, plan, config);
    if (client) await proveRules(call, client, { ...plan, ...planned });
    // The second half of a replacement is planned as if nothing had been there.
    if (state) noteReplaced(privateState, state);
    return planned;
  },

  importState: importRules,

  moveSources: managedRulesMoveSources,
});
