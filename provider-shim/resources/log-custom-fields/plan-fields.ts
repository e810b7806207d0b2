import {
  FIELD_LISTS,
  fieldLimit,
  isKnown,
  logCustomFieldsSchema,
  someField,
  type PlannedState,
  type StateOf,
  unknown,
  type FieldList,
  type Problem,
} from '../../../schema';
import { type ModifyPlanCall, waysToForget } from '../../sdk/framework';
import type { Configured } from '../configured';
import { namesOrNull, sayKept, zoneInMessages } from '../messages';
import { prepareReplacement } from '../rule-list/replaced-object';
import { reserveZones } from '../rule-list/reserve-zones';
import { announceAdoption, announceSame, othersInTheWay } from './existing';
import { declarable, FieldsRegistry, listFields, sameFields, staysWith, type Fields } from './fields';
import { hasMark, ownerOf } from '../rule-list/owner';
import { noteRules } from '../rule-list/delete-rules';
import { fieldsOf, othersIn } from './rule';
import { findRuleset } from './save';
import { announceUnseen, refuseExisting, warnOfAnother } from '../rule-list/words';
import type { Conflict } from '../rule-list/registry';

type Schema = typeof logCustomFieldsSchema;
type Plan = PlannedState<Schema>;
type PlanCall = ModifyPlanCall<Schema, Configured>;

/** What can be checked without asking the service: too many names, and two resources for one zone. */
export async function reserveZone(client: Configured, call: PlanCall): Promise<void> {
  const { maxCustomFields, runState } = client;
  const { plan, diagnostics } = call;
  // The checks saw what is written; with ignore_changes something else is planned.
  if (plan) diagnostics.errors([...fieldLimit(maxCustomFields)(plan), ...someField(plan)]);
  // A rule that is created anew is no problem: a moment without it loses fields of some log entries, and no protection.
  const problems = { list: 'fields', declaredTwice } as const;
  await reserveZones(
    client,
    runState.of(FieldsRegistry),
    call,
    (plan && knownFields(plan)) ?? 'unknown',
    problems,
  );
}

/** Before fields are made, says what the zone has already: refuses, or announces the take-over and plans it. */
export async function planCreation(
  { client, diagnostics, signal, privateState }: PlanCall,
  plan: Plan,
): Promise<Partial<Plan> | undefined> {
  const { zone_id: zoneId, on_existing: onExisting } = plan;
  if (!client || !isKnown(zoneId) || !isKnown(onExisting)) {
    const unknown = !client ? "provider's configuration" : isKnown(zoneId) ? 'value of on_existing' : 'zone';
    if (onExisting !== 'refuse') diagnostics.warning(announceUnseen('fields', unknown));
    return undefined;
  }
  const adopt = onExisting === 'adopt';
  const fields = client.runState.of(FieldsRegistry);
  const place = { api: client.reads, zoneId, signal };
  // During apply the first half of a replacement may have run: the plan showed what was there before it.
  const { ruleset, emptied } = await fields.read(zoneId, () => findRuleset(place));
  if (!ruleset) fields.markWithoutRuleset(zoneId);
  const found = emptied ?? ruleset;
  const existing = found && fieldsOf(found);
  const find = (left: string) => findRuleset({ ...place, zoneId: left });
  const { isSuccessor, goes } = await prepareReplacement(privateState, fields, { zoneId, found, find });
  if (ruleset && !emptied && goes) {
    const owner = ownerOf(privateState);
    noteRules(privateState, ruleset.rules, owner);
    const staying = fieldsOf({ ...ruleset, rules: othersIn(ruleset, owner) });
    // A disabled rule is not among the fields that a plan shows as taken over.
    if (staying && (!adopt || !staying.enabled) && !mayBecome(plan, staying))
      diagnostics.error(othersInTheWay(await zoneInMessages(place), staying));
  }
  const planned = knownFields(plan);
  // A rule of an object that goes may be gone, or not, when this one is made.
  const inDoubt = goes || emptied !== undefined || (found !== undefined && hasMark(found));
  const kept = existing && planKept(existing, inDoubt ? undefined : planned);
  if (isSuccessor && !adopt) return { adopted: null, ...kept };
  if (!existing) return { adopted: null, taken_over: false, kept_settings: null };
  const isThere = emptied === undefined;
  const isNews = isThere && !isSuccessor;
  // Fields of another object may be those of one that this apply destroys before or after: known after apply.
  const taken = isSuccessor ? {} : { taken_over: true };
  if (planned && sameFields(existing, planned)) {
    if (isNews) diagnostics.warning(announceSame(await zoneInMessages(place), existing));
    return { adopted: null, ...kept, ...(hasMark(found) ? {} : taken) };
  }
  if (adopt) {
    if (isNews)
      diagnostics.warning(announceAdoption(await zoneInMessages(place), existing, planned, ruleset));
    // Once all is known, there may be nothing to change.
    return planned || !mayBecome(plan, existing) ? { adopted: declarable(existing), ...kept, ...taken } : {};
  }
  if (isThere && !mayBecome(plan, existing)) {
    const at = { zoneId, folder: client.folder };
    diagnostics.error(refuseExisting('fields', await zoneInMessages(place), at, listFields(existing)));
  }
  return { adopted: null, ...kept };
}

/** What is kept of what rules have besides. @param planned undefined when it is known after apply */
function planKept(before: Fields, planned: Fields | undefined): Pick<Plan, 'kept_settings'> {
  if (before.further && !planned) return { kept_settings: unknown };
  return { kept_settings: namesOrNull((before.further ?? []).filter(staysWith(planned ?? before, before))) };
}

/** Plans what an update keeps, and says that, and whose fields it overwrites, where something changes. */
export async function planUpdate(
  call: PlanCall,
  plan: Plan,
  state: StateOf<Schema>,
): Promise<Pick<Plan, 'kept_settings'>> {
  const planned = knownFields(plan);
  const { kept_settings } = planKept({ ...state, further: state.kept_settings ?? undefined }, planned);
  if (plan.zone_id === state.zone_id && !(planned && sameFields(state, planned))) {
    sayKept(call.diagnostics, `The rule of the custom log fields of zone ${state.zone_id}`, kept_settings);
    await warnOfAnother('fields', FieldsRegistry, call, state.zone_id, `It wrote ${listFields(state)}. `);
  }
  return { kept_settings };
}

/** Whether the plan is, or may turn out to be once all of it is known, exactly what is there. */
function mayBecome(plan: Plan, existing: Fields): boolean {
  const { description, enabled } = plan;
  return (
    (!isKnown(description) || description === existing.description) &&
    (!isKnown(enabled) || enabled === existing.enabled) &&
    FIELD_LISTS.every((list) => namesMayBecome(plan[list], existing[list]))
  );
}

function namesMayBecome(planned: Plan[FieldList], existing: readonly string[]): boolean {
  if (!isKnown(planned)) return true;
  const known = planned.filter(isKnown);
  if (!known.every((name) => existing.includes(name))) return false;
  return known.length === planned.length ? known.length === existing.length : known.length < existing.length;
}

/** The planned fields, once all of them are known. */
export function knownFields(plan: Plan): Fields | undefined {
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

/** Two resources of the configuration would overwrite each other for ever. */
function declaredTwice(
  zone: string,
  { one, other }: Extract<Conflict<Fields>, { readonly kind: 'declared twice' }>,
): Problem {
  const said = (fields: Fields | 'unknown'): string =>
    fields === 'unknown' ? 'names that are known after apply' : listFields(fields);
  return {
    code: 'zone_declared_twice',
    path: ['zone_id'],
    message: `Two resources of this configuration declare the custom log fields of zone ${zone}.`,
    hint:
      `One has ${said(one)}; the other has ${said(other)}. A zone has one list, so each apply would ` +
      'overwrite one with the other. Keep one resource that has all names.\n' +
      `To remove the other without touching the zone, ${waysToForget(logCustomFieldsSchema.type)}`,
  };
}
