import { isKnown, type PlannedState } from '../../../schema';
import type { Rule } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { noteRules } from './delete-rules';
import { announceRulesBefore } from './destroy';
import { mayBecomeOwn, ownRules, type AnyList, type ListSchema } from './kind';
import { hasMark, keeperIn, ownerOf, owns, relevant } from './owner';
import { findRuleset, type Place } from './place';
import { ZoneRulesRegistry } from './registry';
import { prepareReplacement } from './replaced-object';
import { wordsFor } from './words';

/** Before rules are made, says what the zone has already: refuses it, or announces that it becomes the object's own. */
export async function planCreation<C>(
  list: AnyList<C>,
  call: ModifyPlanCall<ListSchema, Configured>,
  plan: PlannedState<ListSchema>,
): Promise<Partial<PlannedState<ListSchema>>> {
  const { client, diagnostics, signal, privateState } = call;
  const { zone_id: zoneId } = plan;
  if (!client || !isKnown(zoneId)) return {};
  const place: Place = { api: client.reads, zoneId, signal };
  const notYet = await list.notYet?.(place);
  if (notYet) {
    diagnostics.error(notYet(await zoneInMessages({ ...place, api: client.api })));
    return {};
  }
  // During apply the first half of a replacement may have run: the plan showed what was there before it.
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const { ruleset, emptied } = await registry.read(zoneId, () => findRuleset(place, list));
  if (!ruleset) registry.markWithoutRuleset(zoneId);
  const planned = list.planned(plan);
  const keeper = list.keeper?.(plan);
  const present = relevant(keeper, ruleset?.rules ?? []);
  const beside = await list.planBeside?.(call, { ...place, rules: ruleset?.rules ?? [], planned });
  const before = emptied ?? ruleset;
  const there = before && { ...before, rules: relevant(keeper, before.rules) };
  // Other owners are beside it; an object that had all rules of the zone is not.
  const isFound = (rule: Rule): boolean => !keeper || owns(keeper, rule) || keeperIn(rule.ref) === undefined;
  const { isSuccessor, goes } = await prepareReplacement(privateState, registry, {
    zoneId,
    found: before && { ...before, rules: before.rules.filter(isFound) },
    find: (left) => findRuleset({ ...place, zoneId: left }, list),
  });
  // A tainted object is planned as a new one alone.
  if (goes) await announceRulesBefore(list, call, zoneId);
  const isGoing = goes && !emptied;
  const owner = ownerOf(privateState);
  if (isGoing) noteRules(privateState, ruleset?.rules ?? [], owner);
  const own = isGoing ? ownRules(list, ruleset?.rules ?? [], owner) : present;
  const staying = list.read(
    present.filter((rule) => !own.includes(rule)),
    { owner: keeper },
  );
  const existing = list.read(there?.rules ?? [], { owner: keeper });
  const compared = (content: C | undefined): ZoneHas => {
    if (content === undefined) return 'nothing';
    const isOwn = planned && mayBecomeOwn(list, content, planned, keeper ? [] : there?.rules);
    return isOwn ? 'the declared rules' : 'other rules';
  };
  const isMarked = there !== undefined && hasMark(there);
  const words = () => wordsFor(list, { ...place, api: client.api }, keeper);
  switch (
    creationIn({
      has: compared(existing),
      whose: emptied ? 'deleted by this run' : isSuccessor ? 'the replaced object' : 'not said',
      staying: compared(staying),
    })
  ) {
    case 'becomes its own':
      if (existing) diagnostics.warning((await words()).becomeItsOwn(existing, isMarked));
      break;
    case 'is refused': {
      const at = { zoneId, folder: client.folder, isMarked, isKnown: planned !== undefined };
      if (existing) diagnostics.error((await words()).refuseExisting(existing, at));
      break;
    }
    case 'cannot be replaced':
      if (staying) diagnostics.error((await words()).othersInTheWay(staying));
      break;
    case 'is made':
  }
  // A rule of an object that goes may be gone, or not, when this one is made.
  const isInDoubt = goes || emptied !== undefined || isMarked;
  const kept = list.keptAtCreation(existing, there?.rules ?? [], isInDoubt ? undefined : planned);
  // A run that was interrupted may leave a part of an owner's rules in the meantime.
  return { ...beside, ...(!keeper && kept) };
}

/** What a zone has. Rules that are known only after apply are other ones. */
export type ZoneHas = 'nothing' | 'the declared rules' | 'other rules';

/** What the plan of a new object finds in its zone. */
export interface FoundAtPlan {
  readonly has: ZoneHas;
  /** Whose rules those are, as far as this run knows. */
  readonly whose: 'the replaced object' | 'deleted by this run' | 'not said';
  /** What is left once an object of the state is destroyed that owns a part of them. */
  readonly staying: ZoneHas;
}

/** What becomes of the creation, or of what the zone has. */
export type Creation = 'is made' | 'becomes its own' | 'is refused' | 'cannot be replaced';

/** What the plan of a new object does about what its zone has. */
export function creationIn({ has, whose, staying }: FoundAtPlan): Creation {
  // The plan before has said it.
  if (whose === 'deleted by this run') return 'is made';
  // The destroy leaves these, and then the creation would be refused because of them.
  if (staying === 'other rules') return 'cannot be replaced';
  if (has === 'nothing' || whose === 'the replaced object') return 'is made';
  return has === 'the declared rules' ? 'becomes its own' : 'is refused';
}
