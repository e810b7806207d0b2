import { canonicalJson, KIND_ZONE } from '../../../schema';
import {
  ruleUpdate,
  rulesetCreation,
  rulesetUpdate,
  ServiceError,
  type Rule,
  type RuleInput,
  type Ruleset,
} from '../../api';
import { findRuleset } from './kind';
import type { AnyList, Change, Content, Place, SentRule, State, Write } from './kind';
import { owns, type Owner } from './owner';
import { asSent } from '../rules/rule';

/** The name of every zone-level ruleset in public records (docs/internals/service.md 3.2). */
const RULESET_NAME = 'default';

/** The service's code for a second zone-level ruleset of a phase (docs/internals/service.md 3.4). */
const CODE_RULESET_EXISTS = 20217;

/**
 * The one request that saves a change, or makes a new ruleset of it. Where one rule alone changes, it says that one: what
 * others save beside it in the meantime stays.
 *
 * @param seen the ruleset as it was a moment ago; undefined when there is none
 */
export function writeOf<C extends Content>(
  { phase, write }: Pick<AnyList<C>, 'phase' | 'write'>,
  zoneId: string,
  seen: Ruleset | undefined,
  change: Change<State, C>,
): Write {
  const sent = write(change.declared, seen?.rules ?? [], change);
  const rules = sent.map(({ rule }) => rule);
  if (!seen)
    return { request: rulesetCreation(zoneId, { name: RULESET_NAME, kind: KIND_ZONE, phase, rules }), sent };
  const only = changedRule(seen, sent);
  if (!only) return { request: rulesetUpdate(zoneId, seen.id, { rules }), sent };
  const { id: ruleId, ...content } = only.rule;
  return { request: ruleUpdate(zoneId, seen.id, ruleId, content), sent: [only], ruleId };
}

/** The requests that save a change of a ruleset: that one, or beside the rules of others one for each rule. */
export function writesOf<C extends Content>(
  list: AnyList<C>,
  zoneId: string,
  seen: Ruleset | undefined,
  change: Change<State, C>,
): readonly Write[] {
  return seen && change.owner.name !== undefined && list.writesBeside
    ? list.writesBeside(zoneId, seen, change)
    : [writeOf(list, zoneId, seen, change)];
}

/** Whether rules are the declared ones already, each with the id and the mark that a write would give it. */
export function isWritten<C extends Content>(
  list: Pick<AnyList<C>, 'read' | 'same' | 'write'>,
  rules: readonly Rule[],
  change: Change<State, C>,
): boolean {
  const { declared } = change;
  const now = list.read(rules, change);
  if (now !== undefined && !list.same(now, declared)) return false;
  const sent = list.write(declared, rules, change).map(({ rule }) => rule);
  const isInPlace = ({ id, ref }: RuleInput, index: number): boolean =>
    id === rules[index]?.id && ref === rules[index]?.ref;
  return sent.length === rules.length && sent.every(isInPlace);
}

/** The rule that alone changes; undefined when another comes, goes, moves or changes. */
function changedRule({ rules: present }: Ruleset, sent: readonly SentRule[]) {
  const isInPlace =
    sent.length === present.length && sent.every(({ rule }, index) => rule.id === present[index]?.id);
  if (!isInPlace) return undefined;
  const before = present.map((rule) => canonicalJson(asSent(rule)));
  const [only, ...more] = sent.filter(({ rule }, index) => canonicalJson(rule) !== before[index]);
  return only?.rule.id === undefined || more.length > 0
    ? undefined
    : { ...only, rule: { ...only.rule, id: only.rule.id } };
}

/**
 * Makes the phase's ruleset with the declared rules. A creation whose answer was lost is never sent again: what is there
 * then is what it made, if it has the owner's mark, or what somebody else made at the same moment, and there can be only
 * one (docs/internals/service.md 3.1).
 *
 * @returns the ruleset that is there, whether this made it, and why nobody knows that of what has no mark
 * @throws ServiceError
 */
export async function makeRuleset<C extends Content>(
  list: AnyList<C>,
  place: Place,
  { request }: Write,
  owner: Owner,
): Promise<{ readonly ruleset: Ruleset; readonly isMade: boolean; readonly doubt?: ServiceError }> {
  const { api, signal } = place;
  try {
    return { ruleset: await api.writeRuleset(request, { signal }), isMade: true };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown' && !error.codes.includes(CODE_RULESET_EXISTS)) throw error;
    const ruleset = await findRuleset(place, list).catch(() => undefined);
    if (!ruleset) throw error;
    const isMade = ruleset.rules.some((rule) => owns(owner, rule));
    return { ruleset, isMade, ...(error.outcome === 'unknown' && { doubt: error }) };
  }
}

/**
 * Saves the declared rules in a ruleset. When the answer was lost, the zone is read.
 *
 * @returns the ruleset with the rules; undefined when it, or the rule that changes, was deleted since
 * @throws ServiceError
 */
export async function saveRules<C extends Content>(
  list: AnyList<C>,
  place: Place,
  change: Change<State, C>,
  { request, key, sent, ruleId }: Write,
): Promise<Ruleset | undefined> {
  const { api, signal } = place;
  try {
    return await api.writeRuleset(request, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown') {
      if (error.kind === 'not-found') return undefined;
      throw error;
    }
    const now = await findRuleset(place, list).catch(() => undefined);
    const isSaved =
      now &&
      (key === undefined
        ? isWritten(list, now.rules, change) ||
          // The mark of a new object is nowhere else, whatever form the service stores.
          (change.state === undefined && now.rules.some((rule) => owns(change.owner, rule)))
        : writesOf(list, place.zoneId, now, change).every((one) => one.key !== key) ||
          // The mark is there, whatever form the service stores.
          (ruleId === undefined && now.rules.some(({ ref }) => ref === sent[0]?.rule.ref)));
    if (!isSaved) throw error;
    return now;
  }
}
