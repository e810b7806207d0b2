import { canonicalJson, KIND_ZONE, type ObjectSchema } from '../../../schema';
import {
  ruleUpdate,
  rulesetCreation,
  rulesetUpdate,
  ServiceError,
  type Rule,
  type RuleInput,
  type Ruleset,
  type RulesetWrite,
} from '../../api';
import type { Known, RuleList, SentRule } from './kind';
import type { Owner } from './owner';
import { findRuleset, type Place } from './place';

/** The name of every zone-level ruleset in public records (docs/internals/service.md 3.2). */
const RULESET_NAME = 'default';

/** The service's code for a second zone-level ruleset of a phase (docs/internals/service.md 3.4). */
const CODE_RULESET_EXISTS = 20217;

/** A rule without what only the service sets. */
export function asSent({ version: _version, last_updated: _lastUpdated, ...rule }: Rule): RuleInput {
  return rule;
}

/**
 * The one request that makes the rules of a ruleset those that are sent, or makes a new ruleset of them. Where one rule
 * alone changes, it says that one: what others save beside it in the meantime stays.
 *
 * @param seen the ruleset as it was a moment ago; undefined when there is none
 */
export function writeOf(
  zoneId: string,
  phase: string,
  seen: Ruleset | undefined,
  sent: readonly SentRule[],
): RulesetWrite {
  const rules = sent.map(({ rule }) => rule);
  if (!seen) return rulesetCreation(zoneId, { name: RULESET_NAME, kind: KIND_ZONE, phase, rules });
  const { id: ruleId, ...content } = changedRule(seen, rules) ?? {};
  return ruleId === undefined
    ? rulesetUpdate(zoneId, seen.id, { rules })
    : ruleUpdate(zoneId, seen.id, ruleId, content as RuleInput);
}

/** The rules that a write is about. */
export function sentIn({ request }: RulesetWrite, sent: readonly SentRule[]): readonly SentRule[] {
  return request.method === 'PATCH' ? sent.filter(({ rule }) => rule.id === request.path.at(-1)) : sent;
}

/** The rule that alone changes; undefined when another comes, goes, moves or changes. */
function changedRule({ rules: present }: Ruleset, rules: readonly RuleInput[]): RuleInput | undefined {
  const isInPlace =
    rules.length === present.length && rules.every(({ id }, index) => id === present[index]?.id);
  if (!isInPlace) return undefined;
  const before = present.map((rule) => canonicalJson(asSent(rule)));
  const changed = rules.filter((rule, index) => canonicalJson(rule) !== before[index]);
  return changed.length === 1 ? changed[0] : undefined;
}

/** What is written, and for whom. */
export interface Change<S extends ObjectSchema, C> extends Known<S> {
  readonly owner: Owner;
  readonly declared: C;
}

/**
 * Makes the phase's ruleset with the declared rules. A creation whose answer was lost is never sent again: what is there
 * then is what it made, or what somebody else made at the same moment, and there can be only one
 * (docs/internals/service.md 3.1).
 *
 * @returns the ruleset that is there, which may be somebody else's
 * @throws ServiceError
 */
export async function makeRuleset<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  place: Place,
  change: Change<S, C>,
): Promise<Ruleset> {
  const { api, zoneId, signal } = place;
  const sent = list.write(change.declared, [], change);
  try {
    return await api.writeRuleset(writeOf(zoneId, list.phase, undefined, sent), { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown' && !error.codes.includes(CODE_RULESET_EXISTS)) throw error;
    const made = await findRuleset(place, list).catch(() => undefined);
    if (!made) throw error;
    return made;
  }
}

/**
 * Saves the declared rules. When the answer was lost, the zone is read.
 *
 * @param seen the ruleset as it was a moment ago
 * @returns the ruleset with the rules; undefined when it, or the rule that changes, was deleted since
 * @throws ServiceError
 */
export async function saveRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  place: Place,
  seen: Ruleset,
  change: Change<S, C>,
): Promise<Ruleset | undefined> {
  const { api, zoneId, signal } = place;
  const sent = list.write(change.declared, seen.rules, change);
  try {
    return await api.writeRuleset(writeOf(zoneId, list.phase, seen, sent), { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown') {
      if (error.kind === 'not-found') return undefined;
      throw error;
    }
    const now = await findRuleset(place, list).catch(() => undefined);
    if (!now || !list.isWritten(change.declared, now.rules, change)) throw error;
    return now;
  }
}
