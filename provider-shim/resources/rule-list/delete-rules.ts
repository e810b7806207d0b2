import { createHash } from 'node:crypto';
import { canonicalJson, sameValue, type Explanation } from '../../../schema';
import type { Rule, Ruleset, ZoneClient } from '../../api';
import type { Diagnostics, PrivateState } from '../../sdk/framework';
import { owns, relevant, type Owner } from './owner';
import { asSent } from '../rules/rule';

/** Private state of a plan: the rules of the zone whose own ones its destroy deletes, each as one text. */
const RULES = 'rules_seen';

const OWN = 'own ';

/**
 * Notes the rules that the plan of a destroy sees. The engine hands the private state of a replacement to its first half,
 * which then refuses what the second one would refuse, before anything is deleted.
 */
export function noteRules(
  privateState: PrivateState,
  rules: readonly Rule[],
  owner: Owner | undefined,
): void {
  privateState.set(RULES, notesOf(rules, owner));
}

/** Removes the note: it is for plans only and is not stored. */
export function forgetRules(privateState: PrivateState): void {
  privateState.set(RULES, undefined);
}

/**
 * Whether the zone has what the plan saw, also what cannot be declared and the rules of others. Own rules that are gone
 * count as deleted, as after a destroy that was interrupted.
 *
 * @returns undefined when the plan could not look
 */
export function areAsSeen(
  privateState: PrivateState,
  rules: readonly Rule[],
  owner: Owner | undefined,
): boolean | undefined {
  const seen = privateState.texts(RULES);
  if (!seen) return undefined;
  const now = notesOf(rules, owner);
  const left = seen.filter((rule) => now.includes(rule) || !rule.startsWith(OWN));
  return sameValue(left, now);
}

function notesOf(rules: readonly Rule[], owner: Owner | undefined): readonly string[] {
  return relevant(owner, rules).map((rule) => {
    const digest = createHash('sha256')
      .update(canonicalJson(asSent(rule)))
      .digest('hex');
    return `${owner && owns(owner, rule) ? OWN : ''}${digest}`;
  });
}

/** Where rules are deleted. */
interface Place {
  readonly api: Pick<ZoneClient, 'deleteRule'>;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** What the two kinds of rules read, and say, differently. */
interface Kind {
  readonly find: () => Promise<Ruleset | undefined>;
  /** What somebody else saved between the read and the deletion of a rule, and the deletion took away. */
  readonly lost: (rule: Rule, seen: Ruleset, saved: Ruleset) => Promise<Explanation | undefined>;
}

/**
 * Deletes rules one at a time, by their ids: a list that is written as a whole takes away what another process has saved
 * since it was read. The last one goes first, so that no exception goes before the rules that it excepts from. A rule
 * that is already gone counts as deleted, so this can be repeated from wherever it was interrupted.
 *
 * @returns the ruleset without them; undefined when it does not exist either
 */
export async function deleteRules(
  { api, zoneId, signal }: Place,
  ruleset: Ruleset,
  rules: readonly Rule[],
  { find, lost }: Kind,
  diagnostics: Diagnostics,
): Promise<Ruleset | undefined> {
  let left = ruleset;
  for (const rule of [...rules].reverse()) {
    const saved = (await api.deleteRule(zoneId, ruleset.id, rule.id, { signal })) ?? (await find());
    if (!saved) return undefined;
    if (saved.rules.some(({ id }) => id === rule.id)) {
      diagnostics.error(notDeleted(zoneId, rule.id));
      return saved;
    }
    const problem = await lost(rule, left, saved);
    if (problem) diagnostics.warning(problem);
    left = saved;
  }
  return left;
}

function notDeleted(zoneId: string, ruleId: string): Explanation {
  return {
    path: ['zone_id'],
    message: `Rule ${ruleId} of zone ${zoneId} was not deleted: the service answers that it does not exist, but lists it.`,
    hint: 'The service may not support deleting a single rule. Check that base_url is the address of the zone service, version 4.',
  };
}
