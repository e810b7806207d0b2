import {
  isUnknown,
  logCustomFieldsSchema,
  PHASE_LOG_CUSTOM_FIELDS,
  zoneId as checkZoneId,
  type StateOf,
} from '../../../schema';
import { ServiceError, type Ruleset } from '../../api';
import { defineResource, type CreateCall } from '../../framework';
import type { Configured } from '../configured';
import { changedSincePlan, refuseExisting } from './existing';
import { sameFields, type Fields } from './fields';
import { importIdMalformed, nothingToImport } from './import-problems';
import { checkPlan, lookAtZone } from './look-at-plan';
import { fieldsOf } from './rule';
import { createRuleset, findRuleset, saveFields } from './save';

type Schema = typeof logCustomFieldsSchema;
type State = StateOf<Schema>;

/** Marks the first plan of a replacement, which the second one then knows itself by: the zone it empties first. */
const ZONE_TO_EMPTY = 'zone_to_empty';

/** The custom log fields of a zone: one rule in the one zone-level ruleset of their phase (spec 2.4, 4.1–4.3). */
export const logCustomFields = defineResource<Schema, Configured>({
  schema: logCustomFieldsSchema,

  async create({ client, plan, signal, diagnostics }) {
    const found = await findRuleset(client.api, plan.zone_id, signal);
    const existing = found && fieldsOf(found);
    if (found && existing && sameFields(existing, plan)) return stateFor(plan, found, null);
    if (existing && plan.on_existing === 'refuse') {
      diagnostics.error(refuseExisting(logCustomFieldsSchema.type, plan.zone_id, existing, client.folder));
      return undefined;
    }
    if (existing && !wasAnnounced(existing, plan.adopted)) {
      diagnostics.error(changedSincePlan(plan.zone_id, existing));
      return undefined;
    }
    const ruleset = found ?? (await createRuleset(client.api, plan.zone_id, signal));
    const saved = await saveFields(client.api, plan.zone_id, ruleset, plan, signal);
    return stateFor(plan, saved, existing ?? null);
  },

  async read({ client, state, signal, diagnostics }) {
    const ruleset = await client.api.getEntrypoint(state.zone_id, PHASE_LOG_CUSTOM_FIELDS, { signal });
    const fields = ruleset && fieldsOf(ruleset);
    if (!ruleset || !fields) return null;
    if (ruleset.rules.length > 1) {
      diagnostics.warning({
        message: `The custom log fields of zone ${state.zone_id} stand in ${ruleset.rules.length} rules.`,
        hint: 'They are shown together. The next change made here joins them to one rule.',
      });
    }
    return {
      zone_id: state.zone_id,
      ...fields,
      // An import knows nothing of the configuration yet; on its own this attribute is never a change.
      on_existing: state.on_existing ?? 'refuse',
      adopted: state.adopted,
      ruleset_id: ruleset.id,
    };
  },

  async update({ client, plan, state, signal }) {
    const { api } = client;
    const ruleset =
      (await api.getEntrypoint(plan.zone_id, PHASE_LOG_CUSTOM_FIELDS, { signal })) ??
      (await createRuleset(api, plan.zone_id, signal));
    return stateFor(plan, await saveFields(api, plan.zone_id, ruleset, plan, signal), state.adopted);
  },

  async delete({ client, state, signal }) {
    const rulesetId = state.ruleset_id;
    if (rulesetId === null) return;
    try {
      await client.api.updateRuleset(state.zone_id, rulesetId, { rules: [] }, { signal });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'not-found') throw error;
    }
  },

  async modifyPlan(call) {
    const { state, plan, client } = call;
    if (!plan) return undefined;
    const emptied = call.private.get(ZONE_TO_EMPTY);
    if (client) checkPlan(client, plan, emptied !== undefined && state === null, call.diagnostics);
    if (!state) return lookAtZone(call, plan, emptied);
    call.private.set(ZONE_TO_EMPTY, state.zone_id);
    return undefined;
  },

  async importState({ id, client, diagnostics, signal }) {
    if (checkZoneId(id).length > 0) return void diagnostics.error(importIdMalformed(id));
    const ruleset = await client?.api.getEntrypoint(id, PHASE_LOG_CUSTOM_FIELDS, { signal });
    if (client && !(ruleset && fieldsOf(ruleset))) return void diagnostics.error(nothingToImport(id));
    return { zone_id: id };
  },
});

function stateFor(
  plan: CreateCall<Schema, Configured>['plan'],
  ruleset: Ruleset,
  adopted: State['adopted'],
): State {
  return { ...plan, adopted, ruleset_id: ruleset.id };
}

/** Whether the plan that is being applied said that exactly this would be taken over. */
function wasAnnounced(existing: Fields, adopted: CreateCall<Schema, Configured>['plan']['adopted']): boolean {
  return isUnknown(adopted) || (adopted !== null && sameFields(existing, adopted as Fields));
}
