import {
  FIELD_LISTS,
  fieldLimit,
  isKnown,
  logCustomFieldsSchema,
  PHASE_LOG_CUSTOM_FIELDS,
  someField,
  type DraftOf,
  type FieldList,
} from '../../../schema';
import type { Diagnostics, ModifyPlanCall } from '../../framework';
import type { Configured } from '../configured';
import { announceAdoption, announceSame, announceUnknownZone, refuseExisting } from './existing';
import { sameFields, type Fields } from './fields';
import { fieldsOf } from './rule';

type Schema = typeof logCustomFieldsSchema;
type Draft = DraftOf<Schema>;

/**
 * What can be told without asking the service: too many names, and two resources for one zone.
 *
 * @param as what the resource is to the engine
 */
export function checkPlan(
  { maxCustomFields, claims }: Configured,
  plan: Draft,
  as: Parameters<Configured['claims']['claim']>[2],
  diagnostics: Diagnostics,
): void {
  // The rules saw what is written; with ignore_changes something else is planned.
  diagnostics.errors([...fieldLimit(maxCustomFields)(plan), ...someField(plan)]);
  const fields = knownFields(plan);
  const conflict = fields && isKnown(plan.zone_id) && claims.claim(plan.zone_id, fields, as);
  if (conflict) diagnostics.error(conflict);
}

/**
 * Before fields are made, says what the zone has already: refuses, or announces the take-over and plans it.
 *
 * @param emptied the zone that the first half of this replacement empties; undefined when it is none
 */
export async function lookAtZone(
  { client, diagnostics, signal }: ModifyPlanCall<Schema, Configured>,
  plan: Draft,
  emptied: unknown,
): Promise<Partial<Draft> | undefined> {
  const { zone_id: zoneId } = plan;
  const adopt = plan.on_existing === 'adopt';
  if (!isKnown(zoneId) && adopt) diagnostics.warning(announceUnknownZone());
  if (!client || !isKnown(zoneId) || !isKnown(plan.on_existing)) return undefined;
  const own = emptied === zoneId;
  if (own && !adopt) return { adopted: null };

  const ruleset = await client.api.getEntrypoint(zoneId, PHASE_LOG_CUSTOM_FIELDS, { signal });
  // During apply the first half of a replacement may have run: the plan showed what was there before it.
  const there = ruleset && fieldsOf(ruleset);
  const existing = there ?? (adopt ? client.claims.emptied(zoneId) : undefined);
  if (!existing) return { adopted: null };
  const planned = knownFields(plan);
  if (planned && sameFields(existing, planned)) {
    if (there && !own) diagnostics.warning(announceSame(zoneId, existing));
    return { adopted: null };
  }
  if (adopt) {
    if (there && !own) diagnostics.warning(announceAdoption(zoneId, existing, planned, ruleset));
    return { adopted: existing };
  }
  if (!mayBecome(plan, existing)) {
    diagnostics.error(refuseExisting(logCustomFieldsSchema.type, zoneId, existing, client.folder));
  }
  return { adopted: null };
}

/** Whether the plan is, or may turn out to be once all of it is known, exactly what is there. */
function mayBecome(plan: Draft, existing: Fields): boolean {
  const { description, enabled } = plan;
  return (
    (!isKnown(description) || description === existing.description) &&
    (!isKnown(enabled) || enabled === existing.enabled) &&
    FIELD_LISTS.every((list) => namesMayBecome(plan[list], existing[list]))
  );
}

function namesMayBecome(planned: Draft[FieldList], existing: readonly string[]): boolean {
  if (!isKnown(planned)) return true;
  const known = planned.filter(isKnown);
  if (!known.every((name) => existing.includes(name))) return false;
  return known.length === planned.length ? known.length === existing.length : known.length < existing.length;
}

/** The planned fields, once all of them are known. */
function knownFields(plan: Draft): Fields | undefined {
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
