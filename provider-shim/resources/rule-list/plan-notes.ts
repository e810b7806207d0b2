import { createHash } from 'node:crypto';
import { canonicalJson, sameValue } from '../../../schema';
import type { NewObject, PrivateState } from '../../sdk/framework';
import type { Rule, Ruleset } from '../../api';
import { asSent } from '../rules/rule';
import { keepOwner, ownerOf, owns, relevant, type Owner } from './owner';
import type { ZoneRulesRegistry } from './registry';

/** Private state of a plan: the object that is replaced, which the plan of its successor then knows. */
const REPLACED = 'replaced';

/** Private state of a plan: the rules of the zone whose own ones its destroy deletes, each as one text. */
const RULES = 'rules_seen';

const OWN = 'own ';

interface Replaced {
  readonly zoneId: string;
  readonly object: string;
}

interface OfZone {
  readonly zone_id: string;
}

/** Notes an object of the state in its plan, before it may turn out that it is to be replaced. */
export function noteReplaced(privateState: PrivateState, state: OfZone): void {
  privateState.set(REPLACED, { zoneId: state.zone_id, object: identityOf(state, privateState) });
}

/** Removes what is noted for plans only, and is not stored. */
export function forgetPlanNotes(privateState: PrivateState): void {
  privateState.set(REPLACED, undefined);
  privateState.set(RULES, undefined);
}

/** The object that the planned one replaces. */
export function replacedIn(privateState: PrivateState): Replaced | undefined {
  return privateState.members(REPLACED, ['zoneId', 'object']);
}

/** What the plan of a new object is to the objects of the state. */
interface Replacing {
  /** It takes the place of one of the same zone. */
  readonly isSuccessor: boolean;
  /** An object of the state goes whose rules the zone has. */
  readonly goes: boolean;
}

/**
 * Prepares the first half of a replacement, to which the engine hands the private state of the second: keeps the mark of the
 * object that goes, and notes the rules of a zone that it leaves.
 *
 * @param found what the zone of the new object has; undefined without a ruleset
 * @param find the ruleset of the zone that is left
 */
export async function prepareReplacement(
  privateState: PrivateState,
  registry: Pick<ZoneRulesRegistry<unknown>, 'ownerOf' | 'anyOwner'>,
  {
    zoneId,
    found,
    find,
  }: { zoneId: string; found: Ruleset | undefined; find: (zoneId: string) => Promise<Ruleset | undefined> },
): Promise<Replacing> {
  const replaced = replacedIn(privateState);
  if (replaced && replaced.zoneId !== zoneId) {
    const left = await find(replaced.zoneId).catch(() => undefined);
    if (left) noteRules(privateState, left.rules, ownerOf(privateState));
  }
  // The destroy of a replacement is the other object's, whose mark this private state still has.
  const stored = replaced || !found ? undefined : registry.ownerOf(zoneId, found);
  // Without a mark, it would take the rules of whoever has taken its own over.
  const former = stored ?? (replaced ? undefined : registry.anyOwner(zoneId));
  if (former) keepOwner(privateState, former);
  const isSuccessor = replaced?.zoneId === zoneId;
  return { isSuccessor, goes: isSuccessor || stored !== undefined };
}

/** Which object a plan is about: text for one of the state, also in the plan of its successor. */
export function plannedObject(
  state: OfZone | null,
  privateState: PrivateState,
  newObject: NewObject,
): string | NewObject {
  if (state) return identityOf(state, privateState);
  return replacedIn(privateState)?.object ?? newObject;
}

/** Which object of the state this is. */
export function identityOf({ zone_id: zoneId }: OfZone, privateState: PrivateState): string {
  return ownerOf(privateState)?.ref ?? `unmarked in ${zoneId}`;
}

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
