import { sameValue } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import type { DeleteCall, Diagnostics, ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { keptIn, zoneInMessages } from '../messages';
import { areEqual } from '../rules/rule';
import { besideRules, contentOf, findRuleset, ownRules, saidOf } from './kind';
import type { AnyList, Content, ListSchema, Place, State } from './kind';
import { hadRulesBefore, markOf, ownerOf, owns, relevant } from './owner';
import { overwritten } from './overwritten';
import { areAsSeen, noteRules } from './plan-notes';
import { wordsFor, wordsOf, type ZoneList } from './words';
import { ZoneRulesRegistry } from './registry';

/**
 * Says what a destroy, or the first half of a replacement, deletes besides: rules that the zone had before the object, and
 * what is kept.
 */
export async function announceLoss(
  list: ZoneList,
  call: Pick<ModifyPlanCall<never, Configured>, 'client' | 'diagnostics' | 'signal' | 'privateState'>,
  zoneId: string,
  kept: unknown,
): Promise<void> {
  const { client, diagnostics, signal, privateState } = call;
  const going = keptIn(kept);
  if (!hadRulesBefore(privateState) && going.length === 0) return;
  const words = wordsOf(list, client ? await zoneInMessages({ api: client.api, zoneId, signal }) : zoneId);
  if (hadRulesBefore(privateState)) diagnostics.warning(words.rulesBeforeAreDeleted());
  if (going.length > 0) diagnostics.warning(words.keptGoes(going));
}

/**
 * Says what a destroy takes away beside what this resource wrote. For an object that has left the configuration the
 * engine plans with the state as it was before the refresh, so a change that somebody made is not in the plan.
 */
export async function announceDestroy<C extends Content>(
  list: AnyList<C>,
  call: ModifyPlanCall<ListSchema, Configured>,
  state: State,
): Promise<void> {
  const { zone_id: zoneId } = state;
  const { client, diagnostics, signal, privateState } = call;
  const owner = ownerOf(privateState, list.keeper?.(state));
  // Terraform 1.11 plans this destroy before it refreshes the object. Without an answer, apply compares with the state.
  const ruleset =
    client && (await findRuleset({ api: client.reads, zoneId, signal }, list).catch(() => undefined));
  const own = ownRules(list, ruleset?.rules ?? [], owner);
  await announceLoss(list, call, zoneId, list.read(own, { owner, state })?.['kept_settings']);
  if (!client || !ruleset) return;
  noteRules(privateState, ruleset.rules, owner);
  if (own.length === 0) return;
  const now = list.read(ruleset.rules, { owner, state });
  const before = contentOf<C>(state);
  if (now !== undefined && !isAsStored(list, now, before))
    diagnostics.warning(
      (await wordsFor(list, { api: client.api, zoneId, signal })).changedIsDeleted(before, now),
    );
}

/**
 * Deletes the object's own rules, as the plan has shown them, and leaves the ruleset and every other rule. Rules that are
 * another object's by now stay: the object is only forgotten.
 */
export function destroyRules<C extends Content>(
  list: AnyList<C>,
  { client, state, signal, diagnostics, privateState }: DeleteCall<ListSchema, Configured>,
): Promise<void> {
  const { zone_id: zoneId } = state;
  const place: Place = { api: client.api, zoneId, signal };
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const words = () => wordsFor(list, place);
  return registry.runExclusive(zoneId, async () => {
    const owner = ownerOf(privateState, list.keeper?.(state));
    const seen = await findRuleset(place, list);
    const isWritten = (mark = ''): boolean => registry.hasWritten(zoneId, mark);
    // With create_before_destroy, a successor has just written the rules, maybe with the same owner.
    if (!seen || isWritten(owner?.ref)) return;
    const own = ownRules(list, seen.rules, owner);
    if (own.length === 0) {
      const theirs = list.read(relevant(owner, seen.rules), { owner: undefined });
      if (theirs !== undefined && !seen.rules.some(({ ref }) => isWritten(markOf(ref))))
        diagnostics.warning((await words()).belongToAnother(theirs));
      return;
    }
    const now = list.read(seen.rules, { owner, state });
    const before = contentOf<C>(state);
    const isAsPlanned =
      areAsSeen(privateState, seen.rules, owner) ?? (now !== undefined && isAsStored(list, now, before));
    if (!isAsPlanned) return diagnostics.error((await words()).changedSincePlan(before, now));

    let left: Ruleset | undefined = seen;
    // The last one goes first, so that no exception goes before the rules that it excepts from.
    for (const rule of [...own].reverse()) {
      if (!left) break;
      // The answer to the last request shows what somebody else has made of this one since.
      const there = left.rules.find(({ id }) => id === rule.id);
      if (!there || (owner && !owns(owner, there))) continue;
      if (!areEqual(there, rule)) {
        const changed = list.read(left.rules, { owner, state });
        return diagnostics.error((await words()).changedSincePlan(before, changed, false));
      }
      left = await deleteRule(list, place, left, rule, diagnostics);
      if (diagnostics.hasError) return;
    }
    registry.markEmptied(zoneId, seen);
    const staying = saidOf(list, relevant(owner, left?.rules ?? []));
    if (staying !== undefined) diagnostics.warning((await words()).othersStay(staying));
  });
}

/**
 * Deletes one rule by its id: a list that is written as a whole takes away what another process has saved since it was
 * read. A rule that is already gone counts as deleted, so this can be repeated from wherever it was interrupted.
 *
 * @returns the ruleset without it; undefined when it does not exist either
 */
async function deleteRule<C extends Content>(
  list: AnyList<C>,
  place: Place,
  ruleset: Ruleset,
  { id }: Rule,
  diagnostics: Diagnostics,
): Promise<Ruleset | undefined> {
  const { api, zoneId, signal } = place;
  const saved =
    (await api.deleteRule(zoneId, ruleset.id, id, { signal })) ?? (await findRuleset(place, list));
  if (!saved) return undefined;
  if (saved.rules.some((one) => one.id === id)) {
    diagnostics.error({
      path: ['zone_id'],
      message: `Rule ${id} of zone ${zoneId} was not deleted: the service answers that it does not exist, but lists it.`,
      hint: 'The service may not support deleting a single rule. Check that base_url is the address of the zone service, version 4.',
    });
    return saved;
  }
  const problem = await overwritten(list, place, ruleset, saved, id);
  if (problem) diagnostics.warning(problem);
  return saved;
}

/** Whether the rules, and what is kept beside them, are as the state has them. */
function isAsStored<C extends Content>({ same }: Pick<AnyList<C>, 'same'>, now: C, before: C): boolean {
  const [kept, keptBefore] = [now, before].map((content) => besideRules(content, 'kept_settings'));
  return same(now, before) && sameValue(kept, keptBefore);
}
