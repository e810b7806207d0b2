import { KIND_ZONE, PHASE_LOG_CUSTOM_FIELDS } from '../../../schema';
import {
  ruleUpdate,
  rulesetCreation,
  rulesetUpdate,
  ServiceError,
  type Rule,
  type Ruleset,
  type RulesetWrite,
  type ZoneClient,
} from '../../api';
import { sameFields, type Fields } from './fields';
import type { Owner } from '../rule-list/owner';
import { fieldsOf, ruleFor, rulesWith, effectiveRules } from './rule';

/** The service's code for a second zone-level ruleset of a phase (docs/internals/service.md 3.4). */
const CODE_RULESET_EXISTS = 20217;

/** Where rules are written: a zone at the service. */
export interface Place {
  readonly api: ZoneClient;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** The zone-level ruleset of the phase, with its rules; undefined when there is none. */
export function findRuleset({ api, zoneId, signal }: Place): Promise<Ruleset | undefined> {
  return api.getEntrypoint(zoneId, PHASE_LOG_CUSTOM_FIELDS, { signal });
}

/**
 * The write that saves the fields as the owner's rule: instead of the rules that had the fields until now, or in a new
 * ruleset of the phase.
 *
 * @param seen the ruleset as it was a moment ago; undefined when there is none
 */
export function writeOf(
  zoneId: string,
  seen: Ruleset | undefined,
  fields: Fields,
  owner: Owner,
): RulesetWrite {
  if (!seen)
    return rulesetCreation(zoneId, {
      name: 'default',
      kind: KIND_ZONE,
      phase: PHASE_LOG_CUSTOM_FIELDS,
      rules: rulesWith(fields, { rules: [] }, owner),
    });
  const rule = ownRule(seen, owner);
  if (!rule) return rulesetUpdate(zoneId, seen.id, { rules: rulesWith(fields, seen, owner) });
  // A rule of another id is another's by now, and the service refuses to change this one.
  const { id: _id, ...content } = ruleFor(fields, seen, owner);
  return ruleUpdate(zoneId, seen.id, rule.id, content);
}

/** The owner's rule, if it alone has the fields. */
function ownRule(seen: Ruleset, owner: Owner): Rule | undefined {
  const [rule, ...more] = effectiveRules(seen, owner);
  return rule?.ref === owner.ref && more.length === 0 ? rule : undefined;
}

/**
 * Makes the phase's ruleset, with the fields as the owner's rule. A creation whose answer was lost is never sent again:
 * what is there then is what it made, or what somebody else made at the same moment, and there can be only one
 * (docs/internals/service.md 3.1).
 *
 * @returns the ruleset that is there, which may be somebody else's
 */
export async function createRuleset(place: Place, fields: Fields, owner: Owner): Promise<Ruleset> {
  const { api, zoneId, signal } = place;
  try {
    return await api.writeRuleset(writeOf(zoneId, undefined, fields, owner), { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown' && !error.codes.includes(CODE_RULESET_EXISTS)) throw error;
    const made = await findRuleset(place).catch(() => undefined);
    if (!made) throw error;
    return made;
  }
}

/**
 * Saves the fields as the owner's rule, instead of the rules that had the fields until now. When the answer was lost,
 * the zone is read.
 *
 * @param seen the ruleset as it was a moment ago
 * @returns the ruleset with the rule; undefined when the owner's rule was replaced since, so that nothing was saved
 */
export async function saveFields(
  place: Place,
  seen: Ruleset,
  fields: Fields,
  owner: Owner,
): Promise<Ruleset | undefined> {
  const { api, zoneId, signal } = place;
  try {
    return await api.writeRuleset(writeOf(zoneId, seen, fields, owner), { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown') {
      if (ownRule(seen, owner) && error.kind === 'not-found') return undefined;
      throw error;
    }
    const now = await findRuleset(place).catch(() => undefined);
    if (!now || !hasSaved(now, fields, owner)) throw error;
    return now;
  }
}

/** Whether the ruleset has exactly what the owner saves. */
export function hasSaved(ruleset: Ruleset, fields: Fields, owner: Owner): boolean {
  const now = fieldsOf(ruleset, owner);
  return (
    now !== undefined &&
    sameFields(now, fields) &&
    effectiveRules(ruleset, owner).every(({ ref }) => ref === owner.ref)
  );
}
