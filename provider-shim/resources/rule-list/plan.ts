import { isKnown, type PlannedState, type Problem } from '../../../schema';
import { ruleDeletion, type Rule, type ServiceError } from '../../api';
import type { Configured } from '../configured';
import { sayKept, zoneInMessages } from '../messages';
import { noteEvidence, refusedAtPlan } from '../proofs';
import { announceDestroy, announceLoss } from './destroy';
import { contentOf, findRuleset, mayBecomeOwn, ownRules } from './kind';
import type { AnyList, Content, ListSchema, Place, PlanCall as PlanCallOf, SentRule, State } from './kind';
import { FUTURE_OWNER, hasMark, keeperIn, ownerOf, owns, relevant } from './owner';
import { ZoneRulesRegistry, type PlannedRules } from './registry';
import { noteReplaced, noteRules, plannedObject, prepareReplacement } from './plan-notes';
import { wordsFor, wordsOf } from './words';
import { writesOf } from './write';

type PlanCall = PlanCallOf<ListSchema>;
type Planned = PlannedState<ListSchema>;

/** Plans an object of any list: in its zone, beside what others have there, and proven by the service. */
export async function planRules<C extends Content>(
  list: AnyList<C>,
  call: PlanCall,
): Promise<Partial<Planned> | undefined> {
  const { state, plan, client, privateState } = call;
  const declared = plan ? list.planned(plan) : undefined;
  if (client) await reserveZones(list, call, client, declared ?? 'unknown');
  if (!plan) {
    if (state) await announceDestroy(list, call, state);
    if (state && client) await proveDestroy(list, call, client, state);
    return undefined;
  }
  // The engine plans no destroy for a replacement, and shows no warning of its second plan (docs/internals/plugin-protocol.md 4.3).
  if (state && state.zone_id !== plan.zone_id)
    await announceLoss(list, call, state.zone_id, contentOf<C>(state)['kept_settings']);
  const rest = async () =>
    state ? planUpdate(list, call, state, declared) : planCreation(list, call, plan, declared);
  const planned = await (list.plan ? list.plan(call, plan, rest) : rest());
  if (client) await proveRules(list, call, client, { ...plan, ...planned }, declared);
  // The second half of a replacement is planned as if nothing had been there.
  if (state) noteReplaced(privateState, state);
  return planned;
}

/** Plans what a change keeps. */
function planUpdate<C extends Content>(
  list: AnyList<C>,
  call: PlanCall,
  state: State,
  declared: C | undefined,
): Partial<Planned> {
  const { plan, diagnostics } = call;
  const { zone_id: zoneId } = state;
  const before = contentOf<C>(state);
  const kept = list.kept?.(before, declared, call) ?? {};
  const [keeper, former] = [list.keeper?.(plan), list.keeper?.(state)];
  const isSame = declared !== undefined && list.same(before, declared) && keeper?.ref === former?.ref;
  if (!isSame && plan?.zone_id === zoneId)
    sayKept(diagnostics, `A rule of the ${list.what} of zone ${zoneId}`, kept.kept_settings);
  return kept;
}

/**
 * Notes what an object plans for its zone, and for the one that it leaves, and reports other resources that plan for the
 * same zone.
 *
 * @param content what the planned zone is to have
 */
async function reserveZones<C extends Content>(
  list: AnyList<C>,
  { state, plan, privateState, newObject, diagnostics, signal }: PlanCall,
  { api, runState }: Configured,
  content: C | 'unknown',
): Promise<void> {
  const registry = runState.of(ZoneRulesRegistry<C>, list.phase);
  const object = plannedObject(state, privateState, newObject);
  const [former, keeper] = [list.keeper?.(state), list.keeper?.(plan)];
  const owner = state ? ownerOf(privateState, former) : undefined;
  const reserve = async (zoneId: string, planned: PlannedRules<C>): Promise<void> => {
    for (const conflict of registry.reserve(zoneId, planned, list.same)) {
      const zone = await zoneInMessages({ api, zoneId, signal });
      switch (conflict.kind) {
        case 'in state twice':
          diagnostics.error(wordsOf(list, zone).heldTwice());
          break;
        case 'created anew':
          if (list.mustNotPause) diagnostics.error(wordsOf(list, zone).createdAnew());
          break;
        case 'declared twice':
          diagnostics[conflict.isHarmless ? 'warning' : 'error'](wordsOf(list, zone).declaredTwice(conflict));
      }
    }
  };
  const mine = { object, owner };
  const stays = state?.zone_id === plan?.zone_id;
  if (state && !stays)
    await reserve(state.zone_id, { ...mine, keeper: former?.name, isStored: true, content: undefined });
  if (plan && isKnown(plan.zone_id) && keeper?.name !== '')
    await reserve(plan.zone_id, { ...mine, keeper: keeper?.name, isStored: stays, content });
}

/** Before rules are made, says what the zone has already: refuses it, or announces that it becomes the object's own. */
async function planCreation<C extends Content>(
  list: AnyList<C>,
  call: PlanCall,
  plan: Planned,
  planned: C | undefined,
): Promise<Partial<Planned>> {
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
  const isGoing = goes && !emptied;
  const owner = ownerOf(privateState);
  if (isGoing) noteRules(privateState, ruleset?.rules ?? [], owner);
  const own = isGoing ? ownRules(list, ruleset?.rules ?? [], owner) : present;
  // A tainted object is planned as a new one alone.
  if (goes) {
    const kept = isGoing && !isSuccessor && list.read(own, { owner })?.['kept_settings'];
    await announceLoss(list, call, zoneId, kept);
  }
  const staying = list.read(
    present.filter((rule) => !own.includes(rule)),
    { owner: keeper },
  );
  const existing = list.read(there?.rules ?? [], { owner: keeper });
  const compared = (content: C | undefined): ZoneHas => {
    if (content === undefined) return 'nothing';
    const isOwn = planned && mayBecomeOwn(list, content, planned, keeper, there?.rules ?? []);
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
  // A run that was interrupted may leave a part of an owner's rules in the meantime.
  return { ...beside, ...(!keeper && list.kept?.(existing, isInDoubt ? undefined : planned, call)) };
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

/** Asks the service whether it would accept the rules of a plan, if they change. */
async function proveRules<C extends Content>(
  list: AnyList<C>,
  call: PlanCall,
  { proofs, reads: api, runState }: Configured,
  plan: Planned,
  declared: C | undefined,
): Promise<void> {
  const { state, signal, privateState, diagnostics } = call;
  if (!proofs.isOn || diagnostics.hasError) return;
  const { zone_id: zoneId } = plan;
  if (!isKnown(zoneId) || declared === undefined) return noteEvidence(privateState, { outcome: 'unknown' });
  const staying = state?.zone_id === zoneId ? (state ?? undefined) : undefined;
  if (staying && list.same(contentOf<C>(staying), declared)) return;
  const seen = await findRuleset({ api, zoneId, signal }, list);
  // The first half of a replacement deletes the object's own rules.
  const goes =
    state || !seen
      ? undefined
      : (ownerOf(privateState) ?? runState.of(ZoneRulesRegistry<C>, list.phase).ownerOf(zoneId, seen));
  const going = goes && seen ? ownRules(list, seen.rules, goes) : [];
  const keeper = list.keeper?.(plan);
  // Beside others, each rule is made alone, which the service refuses while the old ones are there.
  if (keeper && going.length > 0) return noteEvidence(privateState, { outcome: 'unknown' });
  const left = seen && { ...seen, rules: seen.rules.filter((rule) => !going.includes(rule)) };
  const former = staying && ownerOf(privateState, list.keeper?.(staying));
  const owner = keeper ?? (former?.name === undefined ? former : undefined) ?? FUTURE_OWNER;
  const change = { declared, owner, former, state: staying };
  // Where a rule goes cannot be refused. What waits for another write cannot be asked before it.
  const writes = writesOf(list, zoneId, left, change).filter(
    ({ sent, ruleId, waits }) => !waits && (sent.length > 0 || ruleId),
  );
  for (const { request, sent } of writes)
    await proofs.prove(call, request, (error) => refused(list, error, sent, declared));
}

/** Asks the service whether it would accept that the first of the object's rules is deleted. */
async function proveDestroy<C extends Content>(
  list: AnyList<C>,
  call: PlanCall,
  { proofs, reads: api }: Configured,
  state: State,
): Promise<void> {
  const { signal, privateState } = call;
  const { zone_id: zoneId } = state;
  const owner = ownerOf(privateState, list.keeper?.(state));
  if (!proofs.isOn || !owner) return;
  const seen = await findRuleset({ api, zoneId, signal }, list).catch(() => undefined);
  const rule = seen && ownRules(list, seen.rules, owner).at(-1);
  if (!seen || !rule) return;
  const deletion = ruleDeletion(zoneId, seen.id, rule.id);
  await proofs.prove(call, deletion, (error) => refused(list, error, [], undefined));
}

function refused<C extends Content>(
  list: AnyList<C>,
  error: ServiceError,
  sent: readonly SentRule[],
  declared: C | undefined,
): readonly Problem[] {
  const places = list.refused?.(error, sent, declared) ?? [];
  const all = places.length > 0 ? places : [{ path: ['zone_id'] }];
  return all.map(({ path, said }) =>
    refusedAtPlan(error, `${list.schema.type.replace(/^zone_/, '')}_refused`, path, said),
  );
}
