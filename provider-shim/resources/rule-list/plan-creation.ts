import { isKnown, type ObjectSchema, type PlannedState, type Unknown } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { noteRules } from './delete-rules';
import { ownRules, type ListState, type RuleList } from './kind';
import { hasMark, ownerOf, type Owner } from './owner';
import { findRuleset, type Place } from './place';
import { ZoneRulesRegistry } from './registry';
import { prepareReplacement } from './replaced-object';
import { announceUnseen, refuseExisting } from './words';

/** What is planned of the attributes that every rule list has. */
type ListPlan = { readonly [A in keyof ListState]: ListState[A] | Unknown };

/** Before rules are made, says what the zone has already: refuses, or announces the take-over and plans it. */
export async function planCreation<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: ModifyPlanCall<S, Configured>,
  plan: PlannedState<S>,
): Promise<Partial<PlannedState<S>>> {
  const { client, diagnostics, signal } = call;
  const { zone_id: zoneId, on_existing: onExisting } = plan as unknown as ListPlan;
  if (!client || !isKnown(zoneId) || !isKnown(onExisting)) {
    const unknown = !client ? "provider's configuration" : isKnown(zoneId) ? 'value of on_existing' : 'zone';
    if (onExisting !== 'refuse') diagnostics.warning(announceUnseen(list, unknown));
    return {};
  }
  const place: Place = { api: client.reads, zoneId, signal };
  const notYet = await list.notYet?.(place);
  if (notYet) {
    diagnostics.error(notYet(await zoneInMessages({ ...place, api: client.api })));
    return {};
  }
  // During apply the first half of a replacement may have run: the plan showed what was there before it.
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const found = await registry.read(zoneId, () => findRuleset(place, list));
  if (!found.ruleset) registry.markWithoutRuleset(zoneId);
  const planned = list.planned(plan);
  const beside = await list.planBeside?.(call, { ...place, rules: found.ruleset?.rules ?? [], planned });
  const taken = await planTakeOver(list, call, client, plan, { ...found, place, planned });
  return { ...beside, ...taken } as Partial<PlannedState<S>>;
}

/** What a plan finds in the zone of a new object. */
interface Found<C> {
  readonly ruleset: Ruleset | undefined;
  /** What it had before this run deleted rules in it. */
  readonly emptied: Ruleset | undefined;
  readonly place: Place;
  readonly planned: C | undefined;
}

async function planTakeOver<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: ModifyPlanCall<S, Configured>,
  client: Configured,
  plan: PlannedState<S>,
  { ruleset, emptied, place, planned }: Found<C>,
): Promise<Readonly<Record<string, unknown>>> {
  const { diagnostics, privateState } = call;
  const { words } = list;
  const { zoneId } = place;
  const zone = (): Promise<string> => zoneInMessages({ ...place, api: client.api });
  const adopt = (plan as unknown as ListPlan).on_existing === 'adopt';
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const there = emptied ?? ruleset;
  const rules = there?.rules ?? [];
  const find = (left: string) => findRuleset({ ...place, zoneId: left }, list);
  const { isSuccessor, goes } = await prepareReplacement(privateState, registry, {
    zoneId,
    found: there,
    find,
  });
  if (!emptied && goes) {
    const [present, owner] = [ruleset?.rules ?? [], ownerOf(privateState)];
    noteRules(privateState, present, owner);
    const staying = othersInTheWay(list, owner, plan, present);
    if (staying !== undefined) diagnostics.error(words.othersInTheWay(await zone(), staying));
  }
  const existing = list.read(rules, { owner: undefined });
  const isMarked = there !== undefined && hasMark(there);
  // A rule of an object that goes may be gone, or not, when this one is made.
  const isInDoubt = goes || emptied !== undefined || isMarked;
  const kept = list.keptAtCreation(existing, rules, isInDoubt ? undefined : planned);
  if (isSuccessor && !adopt) return { adopted: null, ...kept };
  if (existing === undefined)
    return { ...list.keptAtCreation(undefined, [], planned), adopted: null, taken_over: false };

  const isThere = emptied === undefined;
  const isNews = isThere && !isSuccessor;
  // Rules of another object may be those of one that this apply destroys before or after, in another process: what is
  // taken over is known after apply.
  const taken = isSuccessor || isMarked ? {} : { taken_over: true };
  if (planned !== undefined && (list.alike ?? list.same)(existing, planned)) {
    if (isNews) diagnostics.warning(words.same(await zone(), existing, isMarked));
    // A part of them may be gone by then: the rest would be others.
    return { ...(adopt && isMarked ? {} : { adopted: null }), ...kept, ...taken };
  }
  const mayBecome = list.mayBecome(plan, existing);
  if (adopt) {
    const shown = { plan, planned, existing, rules, isMarked };
    if (isNews) diagnostics.warning(words.adoption(await zone(), shown, kept));
    // Once all is known, there may be nothing to replace.
    const isOpen = isMarked || (planned === undefined && mayBecome);
    return isOpen ? {} : { adopted: list.replaced(rules), ...kept, ...taken };
  }
  if (isThere && !mayBecome) {
    const at = { zoneId, folder: client.folder };
    diagnostics.error(refuseExisting(list, await zone(), at, words.said(existing)));
  }
  return { adopted: null, ...kept };
}

/**
 * What others wrote beside the rules of an object that is replaced: its destroy leaves them, and then the creation would be
 * refused because of them. Undefined where they do not matter, or the plan shows them as taken over.
 */
function othersInTheWay<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  owner: Owner | undefined,
  plan: PlannedState<S>,
  present: readonly Rule[],
): C | undefined {
  const own = ownRules(list, present, owner);
  const others = present.filter((rule) => !own.includes(rule));
  const staying = list.read(others, { owner: undefined });
  if (staying === undefined || list.mayBecome(plan, staying)) return undefined;
  const shown = list.expressed(present);
  const adopts = (plan as unknown as ListPlan).on_existing === 'adopt';
  return adopts && list.expressed(others).every((rule) => shown.includes(rule)) ? undefined : staying;
}
