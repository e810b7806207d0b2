import {
  FIELD_LISTS,
  fieldLimit,
  isKnown,
  isUnknown,
  logCustomFieldsSchema,
  PHASE_LOG_CUSTOM_FIELDS,
  zoneId as checkZoneId,
  type DraftOf,
  type StateOf,
} from '../../../schema';
import { ServiceError, type Ruleset } from '../../api';
import { defineResource, type CreateCall, type ModifyPlanCall } from '../../framework';
import type { Configured } from '../configured';
import { announceAdoption, announceSame, changedSincePlan, refuseExisting } from './existing';
import { sameFields, type Fields } from './fields';
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
    call.diagnostics.errors(client ? fieldLimit(client.maxCustomFields)(plan) : []);
    if (!state) return lookAtZone(call, plan);
    call.private.set(ZONE_TO_EMPTY, state.zone_id);
    return undefined;
  },

  async importState({ id, diagnostics }) {
    const [problem] = checkZoneId(id);
    if (!problem) return { zone_id: id };
    return void diagnostics.error({
      message: `The import id ${JSON.stringify(id)} is not a zone id.`,
      hint: `Custom log fields are imported by their zone: 32 lower-case hexadecimal digits, and nothing else.`,
    });
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

/** Before fields are made, says what the zone has already: refuses, or announces the take-over and plans it. */
async function lookAtZone(
  { client, diagnostics, signal, private: facts }: ModifyPlanCall<Schema, Configured>,
  plan: DraftOf<Schema>,
): Promise<Partial<DraftOf<Schema>> | undefined> {
  const { zone_id: zoneId } = plan;
  if (isKnown(zoneId) && facts.get(ZONE_TO_EMPTY) === zoneId) return { adopted: null };
  if (!client || !isKnown(zoneId) || !isKnown(plan.on_existing)) return undefined;
  const ruleset = await client.api.getEntrypoint(zoneId, PHASE_LOG_CUSTOM_FIELDS, { signal });
  const existing = ruleset && fieldsOf(ruleset);
  if (!existing) return { adopted: null };
  const planned = knownFields(plan);
  if (!planned) return undefined;
  if (sameFields(existing, planned)) {
    diagnostics.warning(announceSame(zoneId, existing));
    return { adopted: null };
  }
  if (plan.on_existing === 'refuse') {
    diagnostics.error(refuseExisting(logCustomFieldsSchema.type, zoneId, existing, client.folder));
    return undefined;
  }
  diagnostics.warning(announceAdoption(zoneId, existing, planned));
  return { adopted: existing };
}

/** The planned fields, once all of them are known. */
function knownFields(plan: DraftOf<Schema>): Fields | undefined {
  const { description, enabled } = plan;
  const lists = FIELD_LISTS.map((list) => plan[list]);
  const allKnown = lists.every((names) => isKnown(names) && names.every(isKnown));
  if (!allKnown || !isKnown(description) || !isKnown(enabled)) return undefined;
  const [request_headers, response_headers, cookies] = lists as readonly (readonly string[])[];
  return {
    request_headers: request_headers ?? [],
    response_headers: response_headers ?? [],
    cookies: cookies ?? [],
    description,
    enabled,
  };
}
