import {
  isUnknown,
  logCustomFieldsSchema,
  PHASE_LOG_CUSTOM_FIELDS,
  zoneId as checkZoneId,
  type StateOf,
} from '../../../schema';
import type { Ruleset } from '../../api';
import { defineResource, type CreateCall, type ProblemLike } from '../../framework';
import type { Configured } from '../configured';
import { changedSincePlan, refuseExisting, severalRules } from './existing';
import { sameFields, type Fields } from './fields';
import { importIdMalformed, nothingToImport } from './import-problems';
import { checkPlan, lookAtZone } from './look-at-plan';
import { fieldsOf } from './rule';
import { createRuleset, emptyRuleset, findRuleset, saveFields } from './save';

type Schema = typeof logCustomFieldsSchema;
type State = StateOf<Schema>;

/** Marks the first plan of a replacement, which the second one then knows itself by: the zone it empties first. */
const ZONE_TO_EMPTY = 'zone_to_empty';

/** Tells an object from the one that replaces it in the same zone. */
const MARK = 'mark';

/** The custom log fields of a zone: one rule in the one zone-level ruleset of their phase (spec 2.4, 4.1–4.3). */
export const logCustomFields = defineResource<Schema, Configured>({
  schema: logCustomFieldsSchema,

  create({ client, plan, signal, diagnostics, private: facts }) {
    const { api, claims } = client;
    return claims.alone(plan.zone_id, async () => {
      const ruleset =
        (await findRuleset(api, plan.zone_id, signal)) ?? (await createRuleset(api, plan.zone_id, signal));
      // Also of a ruleset that was not there a moment ago: somebody else may have made it, with rules.
      const existing = fieldsOf(ruleset);
      const problem = existing && refusalToMake(client, plan, existing);
      if (problem) return void diagnostics.error(problem);
      const done = existing !== undefined && sameFields(existing, plan);
      const saved = done ? ruleset : await saveFields(api, plan.zone_id, ruleset, plan, signal);
      facts.set(MARK, claims.fill(plan.zone_id));
      return stateFor(plan, saved, announced(plan));
    });
  },

  async read({ client, state, signal, diagnostics }) {
    const ruleset = await client.api.getEntrypoint(state.zone_id, PHASE_LOG_CUSTOM_FIELDS, { signal });
    const fields = ruleset && fieldsOf(ruleset);
    if (!ruleset || !fields) return null;
    if (ruleset.rules.length > 1) diagnostics.warning(severalRules(state.zone_id, ruleset));
    return {
      zone_id: state.zone_id,
      ...fields,
      // An import knows nothing of the configuration yet; on its own this attribute is never a change.
      on_existing: state.on_existing ?? 'refuse',
      adopted: state.adopted,
      ruleset_id: ruleset.id,
    };
  },

  update({ client, plan, state, signal, diagnostics, private: facts }) {
    const { api, claims } = client;
    return claims.alone(plan.zone_id, async () => {
      const ruleset = await api.getEntrypoint(plan.zone_id, PHASE_LOG_CUSTOM_FIELDS, { signal });
      const there = ruleset && fieldsOf(ruleset);
      // The old object of a renamed one may have been destroyed a moment ago, in this run.
      const existing = there ?? claims.emptied(plan.zone_id);
      const done = there !== undefined && sameFields(there, plan);
      const asPlanned = existing !== undefined && sameFields(existing, state);
      if (!ruleset || !(done || (asPlanned && ruleset.id === state.ruleset_id))) {
        return void diagnostics.error(changedSincePlan(plan.zone_id, existing));
      }
      const saved = done ? ruleset : await saveFields(api, plan.zone_id, ruleset, plan, signal);
      facts.set(MARK, claims.fill(plan.zone_id));
      return stateFor(plan, saved, state.adopted);
    });
  },

  delete({ client, state, signal, diagnostics, private: facts }) {
    const { api, claims } = client;
    return claims.alone(state.zone_id, async () => {
      // With create_before_destroy the new object is there already, and these are its fields.
      if (claims.isFilledByAnother(state.zone_id, facts.get(MARK))) return;
      const ruleset = await api.getEntrypoint(state.zone_id, PHASE_LOG_CUSTOM_FIELDS, { signal });
      const existing = ruleset && fieldsOf(ruleset);
      if (!ruleset || !existing) return;
      if (!sameFields(existing, state)) return diagnostics.error(changedSincePlan(state.zone_id, existing));
      await emptyRuleset(api, state.zone_id, ruleset.id, signal);
      claims.empty(state.zone_id, existing);
    });
  },

  async modifyPlan(call) {
    const { state, plan, client } = call;
    if (!plan) return undefined;
    const emptied = call.private.get(ZONE_TO_EMPTY);
    const made = emptied === undefined ? 'new' : 'replacing';
    if (client) checkPlan(client, plan, state ? 'existing' : made, call.diagnostics);
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

/** What the plan said would be taken over. */
function announced({ adopted }: CreateCall<Schema, Configured>['plan']): Fields | null {
  return isUnknown(adopted) || adopted === null ? null : (adopted as Fields);
}

/** Why fields that are there already are not overwritten; undefined when the plan said that exactly they would be. */
function refusalToMake(
  { folder }: Configured,
  plan: CreateCall<Schema, Configured>['plan'],
  existing: Fields,
): ProblemLike | undefined {
  if (sameFields(existing, plan)) return undefined;
  if (plan.on_existing === 'refuse') {
    return refuseExisting(logCustomFieldsSchema.type, plan.zone_id, existing, folder);
  }
  const shown = announced(plan);
  return shown && sameFields(existing, shown) ? undefined : changedSincePlan(plan.zone_id, existing);
}
