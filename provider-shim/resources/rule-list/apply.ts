import { isUnknown, sameValue, type ObjectSchema, type PlannedState, type StateOf } from '../../../schema';
import { ServiceError, type Rule, type Ruleset } from '../../api';
import type { CreateCall, Diagnostics, UpdateCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import {
  ownRules,
  type Change,
  type Known,
  type ListState,
  type RuleList,
  type SentRule,
  type Write,
} from './kind';
import { declarable, differences, differencesOfJson, tellStored, type Difference } from '../stored-form';
import {
  becomeOwner,
  hasMark,
  keepOwner,
  noteImportedRules,
  noteRulesBefore,
  ownerOf,
  owns,
  type Owner,
} from './owner';
import { overwritten } from './overwritten';
import { findRuleset, type Place } from './place';
import { ZoneRulesRegistry } from './registry';
import { forgetPlanNotes } from './replaced-object';
import { makeRuleset, saveRules, writeOf } from './write';
import { inWords, marksChanged, refuseExisting } from './words';

type Planned<S extends ObjectSchema> = CreateCall<S, Configured>['plan'];

/**
 * Creates the rules of a zone. Rules that are exactly the declared ones become the object's own.
 *
 * @returns the object as stored; undefined after a failure, which is reported
 * @throws ServiceError
 */
export function createRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: CreateCall<S, Configured>,
): Promise<StateOf<S> | undefined> {
  const { client, plan, signal, privateState, diagnostics } = call;
  const { zone_id: zoneId } = plan as unknown as ListState;
  const place: Place = { api: client.api, zoneId, signal };
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const create = async (): Promise<StateOf<S> | undefined> => {
    const found = registry.takeWithoutRuleset(zoneId) ? undefined : await findRuleset(place, list);
    const keeper = list.keeper?.(plan as unknown as PlannedState<S>);
    const owner = becomeOwner(privateState, keeper ?? client.newToken());
    forgetPlanNotes(privateState);
    const change = { declared: declaredIn(list, plan), owner };
    const creation = writeOf(list, zoneId, undefined, change);
    const make = () => makeRuleset(list, place, creation, owner);
    const made = found ? undefined : await unlessRefused(list, change, diagnostics, creation, make);
    const seen = found ?? made?.ruleset;
    if (!seen) return undefined;
    // Otherwise somebody else may have made the ruleset a moment ago, with rules; or the service has made it without any.
    const isMade =
      made?.isMade === true && (seen.rules.length > 0 || list.isWritten(change.declared, [], change));
    const existing = isMade ? undefined : list.read(seen.rules, { owner: keeper });
    if (existing !== undefined && !(list.alike ?? list.same)(existing, change.declared)) {
      if (made?.doubt) throw made.doubt;
      const at = { zoneId, folder: client.folder, isMarked: hasMark(seen), isKnown: true };
      return void diagnostics.error(
        refuseExisting(inWords(list, keeper), await zoneInMessages(place), at, list.words.said(existing)),
      );
    }
    const saved = isMade
      ? { ruleset: seen, write: creation }
      : await save(list, place, seen, { change, before: change.declared }, diagnostics);
    if (!saved) return undefined;
    registry.markWritten(owner);
    registry.markCreated(zoneId, owner);
    // What an object wrote is in a configuration, as of the one that this one replaces, which nothing tells at apply.
    if (existing !== undefined && !hasMark(seen)) noteRulesBefore(privateState);
    return stateAfter(list, call, place, saved, { owner });
  };
  return registry.runExclusive(zoneId, create).catch((error: unknown) => {
    // The service has accepted the write, so the object exists.
    if (error instanceof ServiceError && error.accepted) call.save(plan as unknown as StateOf<S>);
    throw error;
  });
}

/**
 * Changes the rules from what the plan was made for to what is planned; anything else is refused.
 *
 * @returns the object as stored; undefined after a failure, which is reported
 * @throws ServiceError
 */
export function updateRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: UpdateCall<S, Configured>,
): Promise<StateOf<S> | undefined> {
  const { client, plan, state, signal, diagnostics, privateState } = call;
  const { zone_id: zoneId, ruleset_id } = state as unknown as ListState;
  const place: Place = { api: client.api, zoneId, signal };
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  forgetPlanNotes(privateState);
  return registry.runExclusive(zoneId, async () => {
    const seen = await findRuleset(place, list);
    // An object whose private state is damaged counts as imported until it is written again.
    const former =
      ownerOf(privateState, list.keeper?.(state)) ??
      becomeOwner(privateState, client.newToken(), list.expressed(seen?.rules ?? []));
    const keeper = list.keeper?.(plan as unknown as PlannedState<S>);
    const there = seen && list.read(seen.rules, { owner: former, state });
    const declared = declaredIn(list, plan);
    const before = list.ofState(state);
    const [kept, keeps] = [former.name !== undefined, keeper !== undefined];
    const owner = keeper ?? (kept ? becomeOwner(privateState, client.newToken()) : former);
    const known = { owner, former, state };
    const isDone = seen !== undefined && !kept && !keeps && list.isWritten(declared, seen.rules, known);
    const isAsPlanned =
      there !== undefined &&
      (isAsBefore(list, there, before, kept && keeps) || (kept === keeps && list.same(there, declared)));
    if (!seen || seen.id !== ruleset_id || !(isDone || isAsPlanned))
      return void diagnostics.error(list.words.changedSincePlan(await zoneInMessages(place), before, there));
    const saved = isDone
      ? { ruleset: seen }
      : await save(list, place, seen, { change: { declared, ...known }, before }, diagnostics);
    if (!saved) return undefined;
    if (keeper) keepOwner(privateState, { ...former, ...keeper });
    noteImportedRules(privateState, owner, ownRules(list, saved.ruleset.rules, owner));
    registry.markWritten(owner);
    return stateAfter(list, call, place, saved, known);
  });
}

/** Whether a zone still has what the plan was made for, and beside it, unless they are kept, the same rules of others. */
function isAsBefore<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  now: C,
  before: C,
  keepsOthers: boolean,
): boolean {
  const others = (content: C): unknown => !keepsOthers && list.beside(content).others;
  return list.same(now, before) && sameValue(others(now), others(before));
}

/** The planned content. Only what the provider computes is unknown at apply. */
function declaredIn<S extends ObjectSchema, C>(list: RuleList<S, C>, plan: Planned<S>): C {
  const content = list.planned(plan as unknown as PlannedState<S>);
  if (content === undefined) throw new Error('a planned rule is not known at apply');
  return content;
}

/** A ruleset as the service has it, and what was sent; undefined where it had all of it already. */
interface Saved {
  readonly ruleset: Ruleset;
  readonly write?: Pick<Write, 'sent'>;
}

/**
 * Saves the declared rules. Beside the rules of others, that is one request for each rule; after each, what is left is
 * computed anew from the answer, which has what others wrote in between.
 *
 * @returns undefined after a failure, which is reported
 */
async function save<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  place: Place,
  seen: Ruleset,
  { change, before }: { readonly change: Change<S, C>; readonly before: C },
  diagnostics: Diagnostics,
): Promise<Saved | undefined> {
  const keeps = change.owner.name !== undefined;
  const all: SentRule[] = [];
  const keys: unknown[] = [];
  for (let ruleset = seen; ;) {
    const beside = keeps ? list.writesBeside?.(place.zoneId, ruleset, change) : undefined;
    // What the service stores in another form is told, and not sent again.
    const write = beside
      ? beside.find(({ key }) => !keys.includes(key))
      : writeOf(list, place.zoneId, seen, change);
    if (!write) return { ruleset, write: { sent: all } };
    const saved = await unlessRefused(list, change, diagnostics, write, () =>
      saveRules(list, place, change, write),
    );
    if (diagnostics.hasError) return undefined;
    if (!saved) {
      const now = await findRuleset(place, list);
      const there = now && list.read(now.rules, change);
      return void diagnostics.error(list.words.changedSincePlan(await zoneInMessages(place), before, there));
    }
    const takesAway = !keeps || write.ruleId !== undefined;
    const lost = takesAway ? await overwritten(list, place, ruleset, saved, write.ruleId) : undefined;
    if (lost) diagnostics.warning(lost);
    if (!keeps) return { ruleset: saved, write };
    all.push(...write.sent);
    keys.push(write.key);
    ruleset = saved;
  }
}

/** A write, whose refusal is reported where the service says what it is about. */
async function unlessRefused<S extends ObjectSchema, C, R>(
  list: RuleList<S, C>,
  { declared }: Change<S, C>,
  diagnostics: Diagnostics,
  { sent }: Write,
  send: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await send();
  } catch (error) {
    const refused = list.refusedAtApply?.(error, sent, declared);
    if (refused) return void diagnostics.errors(refused);
    const [place] = error instanceof ServiceError ? list.refused(error, sent, declared) : [];
    throw place ? (error as ServiceError).with({ at: place.path }) : error;
  }
}

/** The object after apply: as planned, and where the plan left it open, as the service has it then. */
async function stateAfter<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: { readonly plan: Planned<S>; readonly diagnostics: Diagnostics },
  place: Place,
  { ruleset, write }: Saved,
  { owner, state }: Known<S> & { readonly owner: Owner },
): Promise<StateOf<S>> {
  const known = Object.fromEntries(Object.entries(call.plan).filter(([, value]) => !hasUnknown(value)));
  const prior = { owner, state: { ...state, ...known } as StateOf<S> };
  const rules = write ? await compareStored(list, call, place, { ruleset, write, prior }) : ruleset.rules;
  const found = list.read(rules, prior);
  return {
    ...(found === undefined ? {} : list.attributes(found)),
    ...known,
    ruleset_id: ruleset.id,
  } as unknown as StateOf<S>;
}

/**
 * Tells what of a write the service stores in another form than it was sent.
 *
 * @returns the rules, with the marks that say their names
 */
async function compareStored<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  { plan, diagnostics }: { readonly plan: Planned<S>; readonly diagnostics: Diagnostics },
  place: Place,
  { ruleset, write, prior }: Required<Saved> & { readonly prior: Known<S> & { readonly owner: Owner } },
): Promise<readonly Rule[]> {
  const { sent } = write;
  const own = sent.filter(({ rule: { ref = '' } }) => owns(prior.owner, { ref }));
  const lost = own.filter(({ rule }) => !ruleset.rules.some(({ ref }) => ref === rule.ref));
  const isInPlace = lost.length > 0 && sent.length === ruleset.rules.length;
  const rules = isInPlace
    ? ruleset.rules.map((rule, index) => ({ ...rule, ref: sent[index]?.rule.ref ?? rule.ref }))
    : ruleset.rules;
  const declared = list.attributes(declaredIn(list, plan)) as Values;
  const mine = rules.filter(({ ref }) => own.some(({ rule }) => rule.ref === ref));
  const content = list.read(mine, prior);
  const stored = content ? (list.attributes(content) as Values) : mine.length > 0 ? {} : declared;
  const told = differences(declarable(list.schema), declared, stored).flatMap(
    (one): readonly Difference[] => {
      const [attribute, index] = one.path;
      const item = typeof index === 'number' && (declared[String(attribute)] as readonly Values[])[index];
      const sentAs = own.find(({ name }) => !item || name === item['name'])?.rule;
      if (one.found !== undefined || !sentAs) return sentAs ? [one] : [];
      // What cannot be expressed is told as it was sent.
      const storedAs = rules.find(({ ref }) => ref === sentAs.ref) ?? {};
      return differencesOfJson(sentAs, storedAs, one.path).map((each) => ({ ...each, isOdd: true }));
    },
  );
  if (lost.length > 0) {
    const [refs, storedRefs] = [lost.map(({ rule }) => rule.ref), ruleset.rules.map(({ ref }) => ref)];
    diagnostics.error(marksChanged(list, await zoneInMessages(place), refs, storedRefs));
  }
  await tellStored(diagnostics, place, `the ${list.what}`, told);
  return rules;
}

type Values = Readonly<Record<string, unknown>>;

/** Whether an attribute that the provider computes was left open, as a whole or in a member. */
function hasUnknown(value: unknown): boolean {
  return (
    isUnknown(value) || (typeof value === 'object' && value !== null && Object.values(value).some(isUnknown))
  );
}
