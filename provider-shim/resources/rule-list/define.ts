import { isRecord, isUnknown, KEEP_OTHERS, ruleOwner, sameValue } from '../../../schema';
import { ServiceError, type Rule, type Ruleset } from '../../api';
import { defineResource, type AnyResource, type Diagnostics } from '../../sdk/framework';
import type { CreateCall, ImportCall, ReadCall, UpdateCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { parseZoneScopedId } from '../import-id';
import { keptIn, listed, zoneInMessages } from '../messages';
import { rulesetSource, zoneShims } from '../move-sources';
import type { NamedObject } from '../zone-resource';
import { areEqual, describedInWords, savedRule } from '../rules/rule';
import { declarable, differences, differencesOfJson, tellStored, type Difference } from '../stored-form';
import { destroyRules } from './destroy';
import { besideRules, contentOf, expressed, findRuleset, mayBecomeOwn, ownRules } from './kind';
import type { AnyList, Change, Content, Known, ListSchema, Place, SentRule, State, Write } from './kind';
import {
  becomeOwner,
  hasMark,
  keeperIn,
  keepOwner,
  markOf,
  noteImportedRules,
  noteRulesBefore,
  ownerOf,
  owns,
  type Owner,
} from './owner';
import { overwritten } from './overwritten';
import { planRules } from './plan';
import { ZoneRulesRegistry } from './registry';
import { forgetPlanNotes, identityOf } from './plan-notes';
import { idMalformed, refusedRule, wordsFor } from './words';
import { isWritten, makeRuleset, saveRules, writeOf, writesOf } from './write';

type Planned = CreateCall<ListSchema, Configured>['plan'];

/**
 * The life cycle of the rules that an object owns in the one zone-level ruleset of a phase (docs/internals/service.md 3.3):
 * they are found, made or refused, changed beside those of others, proven, destroyed without touching the
 * rest, imported, moved, and completed after a kill.
 */
export function ruleList<C extends Content>(list: AnyList<C>): AnyResource<Configured> {
  return defineResource<ListSchema, Configured>({
    schema: list.schema,
    identity: ['zone_id'],
    create: (call) => createRules(list, call),
    read: (call) => readRules(list, call),
    update: (call) => updateRules(list, call),
    delete: (call) => destroyRules(list, call),
    modifyPlan: (call) => planRules(list, call),
    importState: (call) => importRules(list, call),
    moveSources: [rulesetSource(list.phase, list.schema.type), ...zoneShims],
  });
}

/** Whether a zone has rules that can be managed. */
export async function hasRules<C extends Content>(list: AnyList<C>, place: Place): Promise<boolean> {
  const ruleset = await findRuleset(place, list);
  return ruleset !== undefined && list.read(ruleset.rules, { owner: undefined }) !== undefined;
}

/** How messages name the rules of a zone, and who may have changed them since the last apply. */
export function rulesInMessages<C extends Content>(list: AnyList<C>): NamedObject {
  return {
    id: 'ruleset_id',
    inWords: () => `the ${list.what}`,
    async changedBy({ client, state: read, signal, privateState }) {
      const state = read as State; // as the resource of the list, whose call it is, has it
      const owner = ownerOf(privateState, list.keeper?.(state));
      const ruleset = await findRuleset({ api: client.reads, zoneId: state.zone_id, signal }, list);
      if (!owner || !ruleset) return undefined;
      // Beside an owner that keeps the rules of others, those of other such owners come and go.
      const changed = list.changed(ruleset.rules, { owner, state });
      const rules = changed.filter(({ ref }) => markOf(ref) !== owner.ref && !(owner.name && keeperIn(ref)));
      if (rules.length === 0) return undefined;
      const lines = rules.map(
        (one) => `${describedInWords(savedRule(one))} (rule ${one.id}, ref ${one.ref})`,
      );
      return (
        `Possibly another configuration: these rules do not have the mark of this resource.\n${listed(lines)}\n` +
        'If one declares them, each apply of either takes back what the other wrote: keep the zone in one of them. '
      );
    },
  };
}

async function readRules<C extends Content>(
  list: AnyList<C>,
  call: ReadCall<ListSchema, Configured>,
): Promise<State | null> {
  const { client, state, signal, privateState } = call;
  const { zone_id: zoneId } = state;
  const owner = ownerOf(privateState, list.keeper?.(state));
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const object = identityOf(state, privateState);
  registry.markRead(zoneId, object);
  const ruleset = await findRuleset({ api: client.reads, zoneId, signal }, list);
  const found = ruleset && list.read(ruleset.rules, { owner, state });
  if (!ruleset || found === undefined) {
    registry.release(zoneId, object);
    return null;
  }
  if (owner) registry.markInState(zoneId, owner);
  const further = await list.found?.(call, ruleset.rules, found);
  return { ...state, ...found, ...further, ruleset_id: ruleset.id };
}

/** Finds the rules of a zone by the zone's id. The read that follows fills in the rest. */
async function importRules<C extends Content>(
  list: AnyList<C>,
  { id, isMoved, client, diagnostics, signal, privateState }: ImportCall<Configured>,
): Promise<Partial<State> | undefined> {
  const { zoneId, parts: [part, ...more] = [] } = parseZoneScopedId(id, []) ?? {};
  const isOwner = list.keeper !== undefined && ruleOwner(part ?? '').length === 0;
  if (zoneId === undefined || more.length > 0 || (part !== undefined && !isOwner))
    return void diagnostics.error(idMalformed(list, id));
  const stub = {
    zone_id: zoneId,
    ruleset_id: null,
    ...(part !== undefined && { others: KEEP_OTHERS, owner: part }),
  };
  const keeper = list.keeper?.(stub);
  if (!client) return stub;
  const place: Place = { api: client.reads, zoneId, signal };
  const words = () => wordsFor(list, place, keeper);
  const notYet = await list.notYet?.(place);
  if (notYet) return void diagnostics.error(notYet(await zoneInMessages(place)));
  const ruleset = await findRuleset(place, list);
  const found = ruleset && list.read(ruleset.rules, { owner: keeper });
  if (!ruleset || found === undefined)
    return void diagnostics.error((await words()).nothingToImport(isMoved));
  becomeOwner(privateState, keeper ?? client.newToken(), expressed(list, ruleset.rules));
  return stub;
}

/**
 * Creates the rules of a zone. Rules that are exactly the declared ones become the object's own.
 *
 * @returns the object as stored; undefined after a failure, which is reported
 * @throws ServiceError
 */
function createRules<C extends Content>(
  list: AnyList<C>,
  call: CreateCall<ListSchema, Configured>,
): Promise<State | undefined> {
  const { client, plan, signal, privateState, diagnostics } = call;
  const { zone_id: zoneId } = plan;
  const place: Place = { api: client.api, zoneId, signal };
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  const create = async (): Promise<State | undefined> => {
    const found = registry.takeWithoutRuleset(zoneId) ? undefined : await findRuleset(place, list);
    const keeper = list.keeper?.(plan);
    const owner = becomeOwner(privateState, keeper ?? client.newToken());
    forgetPlanNotes(privateState);
    const change = { declared: declaredIn(list, plan), owner };
    const creation = writeOf(list, zoneId, undefined, change);
    const make = () => makeRuleset(list, place, creation, owner);
    const made = found ? undefined : await unlessRefused(list, change, diagnostics, creation, make);
    const seen = found ?? made?.ruleset;
    if (!seen) return undefined;
    // Otherwise somebody else may have made the ruleset a moment ago, with rules; or the service has made it without any.
    const isMade = made?.isMade === true && (seen.rules.length > 0 || isWritten(list, [], change));
    const existing = isMade ? undefined : list.read(seen.rules, { owner: keeper });
    if (existing !== undefined && !mayBecomeOwn(list, existing, change.declared, keeper, seen.rules)) {
      if (made?.doubt) throw made.doubt;
      const at = { zoneId, folder: client.folder, isMarked: hasMark(seen), isKnown: true };
      return void diagnostics.error((await wordsFor(list, place, keeper)).refuseExisting(existing, at));
    }
    const saved = isMade
      ? { ruleset: seen, write: creation }
      : await save(list, place, seen, { change, before: change.declared }, diagnostics);
    if (!saved) return undefined;
    registry.markWritten(zoneId, owner);
    // What an object wrote is in a configuration, as of the one that this one replaces, which nothing tells at apply.
    if (existing !== undefined && !hasMark(seen)) noteRulesBefore(privateState);
    return stateAfter(list, call, place, saved, { owner });
  };
  return registry.runExclusive(zoneId, create).catch((error: unknown) => {
    // The service has accepted the write, so the object exists.
    if (error instanceof ServiceError && error.accepted) call.save({ ...plan, ruleset_id: null });
    throw error;
  });
}

/**
 * Changes the rules from what the plan was made for to what is planned; anything else is refused.
 *
 * @returns the object as stored; undefined after a failure, which is reported
 * @throws ServiceError
 */
function updateRules<C extends Content>(
  list: AnyList<C>,
  call: UpdateCall<ListSchema, Configured>,
): Promise<State | undefined> {
  const { client, plan, state, signal, diagnostics, privateState } = call;
  const { zone_id: zoneId, ruleset_id } = state;
  const place: Place = { api: client.api, zoneId, signal };
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  forgetPlanNotes(privateState);
  return registry.runExclusive(zoneId, async () => {
    const seen = await findRuleset(place, list);
    // An object whose private state is damaged counts as imported until it is written again.
    const former =
      ownerOf(privateState, list.keeper?.(state)) ??
      becomeOwner(privateState, client.newToken(), expressed(list, seen?.rules ?? []));
    const keeper = list.keeper?.(plan);
    const there = seen && list.read(seen.rules, { owner: former, state });
    const declared = declaredIn(list, plan);
    const before = contentOf<C>(state);
    const [kept, keeps] = [former.name !== undefined, keeper !== undefined];
    const owner = keeper ?? (kept ? becomeOwner(privateState, client.newToken()) : former);
    const change = { declared, owner, former, state };
    const isDone = seen !== undefined && !kept && !keeps && isWritten(list, seen.rules, change);
    // The zone still has what the plan was made for, and beside it, unless they are kept, the same rules of others.
    const others = (content: C): unknown => !(kept && keeps) && besideRules(content, 'other_rules');
    const isAsPlanned =
      there !== undefined &&
      ((list.same(there, before) && sameValue(others(there), others(before))) ||
        (kept === keeps && list.same(there, declared)));
    const isRefused =
      !isDone && (!isAsPlanned || takesUnseen(list, seen?.rules ?? [], change, there, before));
    if (!seen || seen.id !== ruleset_id || isRefused)
      return void diagnostics.error((await wordsFor(list, place, keeper)).changedSincePlan(before, there));
    const taken = keeper && keeper.ref !== former.ref && list.read(seen.rules, { owner: keeper });
    if (taken && !mayBecomeOwn(list, taken, declared, keeper, []))
      return void diagnostics.error((await wordsFor(list, place, keeper)).ownerTaken(taken));
    const saved = isDone ? { ruleset: seen } : await save(list, place, seen, { change, before }, diagnostics);
    if (!saved) return undefined;
    if (keeper) keepOwner(privateState, { ...former, ...keeper });
    noteImportedRules(privateState, owner, ownRules(list, saved.ruleset.rules, owner));
    registry.markWritten(zoneId, owner);
    return stateAfter(list, call, place, saved, change);
  });
}

/** Whether a change takes away what cannot be expressed and others have set since the plan, which showed what goes. */
function takesUnseen<C extends Content>(
  list: AnyList<C>,
  rules: readonly Rule[],
  change: Change<State, C>,
  ...[there, before]: readonly (C | undefined)[]
): boolean {
  const shown = keptIn(before?.kept_settings);
  const unseen = keptIn(there?.kept_settings).filter((one) => !shown.includes(one));
  if (unseen.length === 0) return false;
  const sent = list.write(change.declared, rules, change).map(({ rule }) => rule as Rule);
  const left = keptIn(list.read(sent, change)?.kept_settings);
  return unseen.some((one) => !left.includes(one));
}

/** The planned content. Only what the provider computes is unknown at apply. */
function declaredIn<C extends Content>(list: AnyList<C>, plan: Planned): C {
  const content = list.planned(plan);
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
 * computed anew from the answer, which has what others wrote in between: a rule that they changed is not written.
 *
 * @returns undefined after a failure, which is reported
 */
async function save<C extends Content>(
  list: AnyList<C>,
  place: Place,
  seen: Ruleset,
  { change, before }: { readonly change: Change<State, C>; readonly before: C },
  diagnostics: Diagnostics,
): Promise<Saved | undefined> {
  const sent: SentRule[] = [];
  const keys: unknown[] = [];
  const known = new Map(seen.rules.map((rule) => [rule.id, rule]));
  const refuse = async (now: Ruleset | undefined): Promise<undefined> => {
    const words = await wordsFor(list, place, change.owner);
    return void diagnostics.error(words.changedSincePlan(before, now && list.read(now.rules, change)));
  };
  for (let ruleset = seen; ;) {
    // What the service stores in another form is told, and not sent again.
    const write = writesOf(list, place.zoneId, ruleset, change).find(({ key }) => !keys.includes(key));
    if (!write) return { ruleset, write: { sent } };
    const isIts = ({ id, ref }: Rule): boolean =>
      write.ruleId === undefined ? ref === write.sent[0]?.rule.ref : id === write.ruleId;
    const was = [...known.values()].find(isIts);
    const now = ruleset.rules.find(({ id }) => id === was?.id);
    if (was && !(now && areEqual(was, now))) return refuse(ruleset);
    const send = () => saveRules(list, place, change, write);
    const saved = await unlessRefused(list, change, diagnostics, write, send);
    if (diagnostics.hasError) return undefined;
    if (!saved) {
      const there = await findRuleset(place, list);
      const isGone = write.key !== undefined && write.sent.length === 0;
      if (!there || !isGone || there.rules.some(({ id }) => id === write.ruleId)) return refuse(there);
      ruleset = there;
      continue;
    }
    const takesAway = write.key === undefined || write.ruleId !== undefined;
    const lost = takesAway ? await overwritten(list, place, ruleset, saved, write.ruleId) : undefined;
    if (lost) diagnostics.warning(lost);
    sent.push(...write.sent);
    keys.push(write.key);
    for (const rule of saved.rules) if (isIts(rule)) known.set(rule.id, rule);
    ruleset = saved;
  }
}

/** A write, whose refusal is reported where the service says what it is about. */
async function unlessRefused<C extends Content, R>(
  list: AnyList<C>,
  { declared }: Change<State, C>,
  diagnostics: Diagnostics,
  { sent, key }: Write,
  send: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const places = list.refused?.(error, sent, declared) ?? [];
    const told = places.flatMap(({ path, said }) =>
      said === undefined ? [] : [refusedRule(error, path, said, key)],
    );
    if (told.length > 0) return void diagnostics.errors(told);
    throw places[0] ? error.with({ at: places[0].path }) : error;
  }
}

/** The object after apply: as planned, and where the plan left it open, as the service has it then. */
async function stateAfter<C extends Content>(
  list: AnyList<C>,
  call: { readonly plan: Planned; readonly diagnostics: Diagnostics },
  place: Place,
  { ruleset, write }: Saved,
  { owner, state }: Known<State> & { readonly owner: Owner },
): Promise<State> {
  const planned = Object.fromEntries(Object.entries(call.plan).filter(([, value]) => !hasUnknown(value)));
  const known = { ...planned, zone_id: place.zoneId, ruleset_id: ruleset.id };
  const prior = { owner, state: { ...state, ...known } };
  const rules = write ? await compareStored(list, call, place, { ruleset, write, prior }) : ruleset.rules;
  return { ...list.read(rules, prior), ...known };
}

/**
 * Tells what of a write the service stores in another form than it was sent.
 *
 * @returns the rules, with the marks that say their names
 */
async function compareStored<C extends Content>(
  list: AnyList<C>,
  { plan, diagnostics }: { readonly plan: Planned; readonly diagnostics: Diagnostics },
  place: Place,
  { ruleset, write, prior }: Required<Saved> & { readonly prior: Known<State> & { readonly owner: Owner } },
): Promise<readonly Rule[]> {
  const { sent } = write;
  const own = sent.filter(({ rule: { ref = '' } }) => owns(prior.owner, { ref }));
  const lost = own.filter(({ rule }) => !ruleset.rules.some(({ ref }) => ref === rule.ref));
  const isInPlace = lost.length > 0 && !prior.owner.name && sent.length === ruleset.rules.length;
  const rules = isInPlace
    ? ruleset.rules.map((rule, index) => ({ ...rule, ref: sent[index]?.rule.ref ?? rule.ref }))
    : ruleset.rules;
  const declared = declaredIn(list, plan);
  const mine = rules.filter(({ ref }) => own.some(({ rule }) => rule.ref === ref));
  const stored = list.read(mine, prior) ?? (mine.length > 0 ? {} : declared);
  const told = differences(declarable(list.schema), declared, stored).flatMap(
    (one): readonly Difference[] => {
      const [attribute, index] = one.path;
      const items = declared[String(attribute)];
      const item: unknown = Array.isArray(items) && typeof index === 'number' ? items[index] : undefined;
      const sentAs = own.find(({ name }) => !isRecord(item) || name === item['name'])?.rule;
      if (one.found !== undefined || !sentAs) return sentAs ? [one] : [];
      // What cannot be expressed is told as it was sent.
      const storedAs = rules.find(({ ref }) => ref === sentAs.ref) ?? {};
      return differencesOfJson(sentAs, storedAs, one.path).map((each) => ({ ...each, isOdd: true }));
    },
  );
  if (lost.length > 0) {
    const [refs, storedRefs] = [lost.map(({ rule }) => rule.ref), ruleset.rules.map(({ ref }) => ref)];
    diagnostics.error((await wordsFor(list, place)).marksChanged(refs, storedRefs));
  }
  await tellStored(diagnostics, place, `the ${list.what}`, told);
  return rules;
}

/** Whether an attribute that the provider computes was left open, as a whole or in a member. */
function hasUnknown(value: unknown): boolean {
  return (
    isUnknown(value) || (typeof value === 'object' && value !== null && Object.values(value).some(isUnknown))
  );
}
