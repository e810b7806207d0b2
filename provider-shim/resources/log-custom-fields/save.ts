import { KIND_ZONE, PHASE_LOG_CUSTOM_FIELDS } from '../../../schema';
import { ServiceError, type Ruleset, type ZoneClient } from '../../api';
import { sameFields, type Fields } from './fields';
import { fieldsOf, ruleFor } from './rule';

/** The service's code for a second zone-level ruleset of a phase (service facts, 2.3). */
const CODE_RULESET_EXISTS = 20217;

/** The zone-level ruleset of the phase, with its rules, looked up as the specification has it (4.1). */
export async function findRuleset(
  api: ZoneClient,
  zoneId: string,
  signal: AbortSignal,
): Promise<Ruleset | undefined> {
  const found = (await api.listRulesets(zoneId, { signal })).find(
    ({ kind, phase }) => kind === KIND_ZONE && phase === PHASE_LOG_CUSTOM_FIELDS,
  );
  return found && api.getRuleset(zoneId, found.id, { signal });
}

/**
 * Makes the phase's ruleset. A creation whose answer was lost is never sent again: what is there then is what it
 * made, or what somebody else made at the same moment, and there can be only one (spec 2.2).
 */
export async function createRuleset(api: ZoneClient, zoneId: string, signal: AbortSignal): Promise<Ruleset> {
  try {
    return await api.createRuleset(
      zoneId,
      { name: 'default', kind: KIND_ZONE, phase: PHASE_LOG_CUSTOM_FIELDS },
      { signal },
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown' && !error.codes.includes(CODE_RULESET_EXISTS)) throw error;
    const made = await findRuleset(api, zoneId, signal).catch(() => undefined);
    if (!made) throw error;
    return made;
  }
}

/** Takes the rule away and leaves the ruleset. That it is gone meanwhile is as good. */
export async function emptyRuleset(
  api: ZoneClient,
  zoneId: string,
  rulesetId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await api.updateRuleset(zoneId, rulesetId, { rules: [] }, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not-found') throw error;
  }
}

/** Saves the fields as the ruleset's one rule. When the answer was lost, what is there decides. */
export async function saveFields(
  api: ZoneClient,
  zoneId: string,
  ruleset: Ruleset,
  fields: Fields,
  signal: AbortSignal,
): Promise<Ruleset> {
  try {
    return await api.updateRuleset(zoneId, ruleset.id, { rules: [ruleFor(fields, ruleset)] }, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.outcome !== 'unknown') throw error;
    const now = await api.getRuleset(zoneId, ruleset.id, { signal }).catch(() => undefined);
    const saved = now && fieldsOf(now);
    if (!now || !saved || !sameFields(saved, fields)) throw error;
    return now;
  }
}
