import { isUnknown, logCustomFieldsSchema, type StateOf, type Problem } from '../../../schema';
import { defineResource, type CreateCall } from '../../sdk/framework';
import type { Ruleset } from '../../api';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { announceDestroy, destroyFields } from './destroy';
import { changedSincePlan, fieldsIdMalformed, nothingToImport, otherRuleset, severalRules } from './existing';
import { declarable, FieldsRegistry, listFields, sameFields, type Fields } from './fields';
import { overwritten } from './overwritten';
import { forgetPlanNotes, identityOf, noteReplaced } from '../rule-list/replaced-object';
import { becomeOwner, forgetImported, hasMark, ownerOf, type Owner } from '../rule-list/owner';
import { planCreation, planUpdate, reserveZone } from './plan-fields';
import { fieldsMoveSources, parseFieldsId } from './move-sources';
import { proveDestroy, proveFields } from './prove';
import { refuseExisting } from '../rule-list/words';
import { effectiveRules, fieldsOf, found } from './rule';
import { createRuleset, findRuleset, hasSaved, saveFields, type Place } from './save';

type Schema = typeof logCustomFieldsSchema;
type State = StateOf<Schema>;
type Planned = CreateCall<Schema, Configured>['plan'];

/** The custom log fields of a zone: one rule in the one zone-level ruleset of their phase (docs/internals/service.md 4.1, 3.3). */
export const logCustomFields = defineResource<Schema, Configured>({
  schema: logCustomFieldsSchema,

  identity: ['zone_id'],

  create({ client, plan, signal, diagnostics, privateState }) {
    const fields = client.runState.of(FieldsRegistry);
    const { zone_id: zoneId } = plan;
    const place: Place = { api: client.api, zoneId, signal };
    return fields.runExclusive(zoneId, async () => {
      const found = fields.takeWithoutRuleset(zoneId) ? undefined : await findRuleset(place);
      const owner = becomeOwner(privateState, client.newToken());
      forgetPlanNotes(privateState);
      const seen = found ?? (await createRuleset(place, plan, owner));
      // Otherwise somebody else may have made the ruleset a moment ago, with rules.
      const isMade = hasSaved(seen, plan, owner);
      const existing = isMade ? undefined : fieldsOf(seen);
      const problem = existing && (await refusalToMake(client, plan, existing, place));
      if (problem) return void diagnostics.error(problem);
      const saved = isMade ? seen : await saveFields(place, seen, plan, owner);
      if (!saved) return void diagnostics.error(changedSincePlan(await zoneInMessages(place), existing));
      fields.markWritten(owner);
      const isOurs = (version: typeof saved): boolean => hasSaved(version, plan, owner);
      const lost = await overwritten(place, { seen, saved, isOurs });
      if (lost) diagnostics.warning(lost);
      const taken = isUnknown(plan.taken_over) ? existing !== undefined : plan.taken_over;
      return stateFor(plan, saved, owner, announced(plan), taken);
    });
  },

  async read({ client, state, signal, diagnostics, privateState }) {
    const owner = ownerOf(privateState);
    const place: Place = { api: client.reads, zoneId: state.zone_id, signal };
    const ruleset = await findRuleset(place);
    const there = found(ruleset, owner);
    if (!ruleset || !there) {
      client.runState.of(FieldsRegistry).release(state.zone_id, identityOf(state, privateState));
      return null;
    }
    if (owner) client.runState.of(FieldsRegistry).markInState(state.zone_id, owner);
    if (owner && !there.isOwn && hasMark(ruleset)) client.runState.of(FieldsRegistry).markOverwritten(owner);
    const effective = effectiveRules(ruleset, owner);
    if (effective.length > 1)
      diagnostics.warning(severalRules(await zoneInMessages(place), ruleset, effective));
    return {
      zone_id: state.zone_id,
      ...declarable(there.content),
      kept_settings: there.content.further ?? null,
      // An import knows nothing of the configuration yet; on its own this attribute is never a change.
      on_existing: state.on_existing ?? 'refuse',
      adopted: state.adopted,
      taken_over: state.taken_over,
      ruleset_id: ruleset.id,
    };
  },

  update({ client, plan, state, signal, diagnostics, privateState }) {
    const fields = client.runState.of(FieldsRegistry);
    const { zone_id: zoneId } = plan;
    const place: Place = { api: client.api, zoneId, signal };
    forgetPlanNotes(privateState);
    return fields.runExclusive(zoneId, async () => {
      const seen = await findRuleset(place);
      const there = seen && fieldsOf(seen, ownerOf(privateState));
      const asPlanned = there && (sameFields(there, state) || sameFields(there, plan));
      if (!asPlanned || seen.id !== state.ruleset_id) {
        return void diagnostics.error(changedSincePlan(await zoneInMessages(place), there));
      }
      // An object whose private state is damaged counts as imported until it is written again.
      const owner =
        ownerOf(privateState) ?? becomeOwner(privateState, client.newToken(), effectiveRules(seen));
      const isOurs = (version: typeof seen): boolean => hasSaved(version, plan, owner);
      const saved = isOurs(seen) ? seen : await saveFields(place, seen, plan, owner);
      if (!saved) {
        const now = await findRuleset(place);
        return void diagnostics.error(changedSincePlan(await zoneInMessages(place), now && fieldsOf(now)));
      }
      forgetImported(privateState);
      fields.markWritten(owner);
      const lost = await overwritten(place, { seen, saved, isOurs });
      if (lost) diagnostics.warning(lost);
      return stateFor(plan, saved, owner, state.adopted, state.taken_over);
    });
  },

  delete({ client, state, signal, diagnostics, privateState }) {
    const place: Place = { api: client.api, zoneId: state.zone_id, signal };
    return client.runState
      .of(FieldsRegistry)
      .runExclusive(state.zone_id, () =>
        destroyFields(place, client.runState.of(FieldsRegistry), { state, privateState }, diagnostics),
      );
  },

  async modifyPlan(call) {
    const { state, plan, client, privateState } = call;
    if (client) await reserveZone(client, call);
    if (!plan && state) await announceDestroy(call, state);
    if (!plan && state && client) await proveDestroy(call, client, state);
    if (!plan) return undefined;
    const planned = await (state ? planUpdate(call, plan, state) : planCreation(call, plan));
    if (client) await proveFields(call, client, plan);
    // The second half of a replacement is planned as if nothing had been there.
    if (state) noteReplaced(privateState, state);
    return planned;
  },

  moveSources: fieldsMoveSources,

  async importState({ id, isMoved, client, diagnostics, signal, privateState }) {
    const read = parseFieldsId(id);
    if (!read) return void diagnostics.error(fieldsIdMalformed(id));
    const { zoneId, rulesetId } = read;
    const stub = { zone_id: zoneId, taken_over: true };
    if (!client) return stub;
    const place: Place = { api: client.reads, zoneId, signal };
    const ruleset = await findRuleset(place);
    if (!ruleset || !fieldsOf(ruleset))
      return void diagnostics.error(nothingToImport(await zoneInMessages(place), isMoved));
    if (rulesetId !== undefined && rulesetId !== ruleset.id)
      return void diagnostics.error(otherRuleset(await zoneInMessages(place), rulesetId, ruleset));
    becomeOwner(privateState, client.newToken(), effectiveRules(ruleset));
    return stub;
  },
});

function stateFor(
  plan: Planned,
  saved: Ruleset,
  owner: Owner,
  adopted: State['adopted'],
  taken_over: State['taken_over'],
): State {
  const kept_settings = isUnknown(plan.kept_settings)
    ? (fieldsOf(saved, owner)?.further ?? null)
    : (plan.kept_settings as State['kept_settings']);
  return { ...plan, adopted, taken_over, kept_settings, ruleset_id: saved.id };
}

/** What the plan said would be taken over. */
function announced({ adopted }: Planned): Fields | null {
  return isUnknown(adopted) || adopted === null ? null : (adopted as Fields);
}

/** Why fields that are there already are not overwritten; undefined when the plan said that exactly they would be. */
async function refusalToMake(
  { folder, runState }: Configured,
  plan: Planned,
  existing: Fields,
  place: Place,
): Promise<Problem | undefined> {
  const { zoneId } = place;
  const emptied = runState.of(FieldsRegistry).emptied(zoneId);
  // The first half of a replacement has deleted a part of what the plan showed.
  const left = emptied && fieldsOf({ ...emptied.before, rules: emptied.left });
  const expected = (left && sameFields(existing, left) && fieldsOf(emptied.before)) || existing;
  if (sameFields(expected, plan)) return undefined;
  if (plan.on_existing === 'refuse')
    return refuseExisting('fields', await zoneInMessages(place), { zoneId, folder }, listFields(existing));
  const shown = announced(plan);
  return shown && sameFields(expected, shown)
    ? undefined
    : changedSincePlan(await zoneInMessages(place), existing);
}
