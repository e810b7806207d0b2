import {
  isUnknown,
  sameValue,
  type Explanation,
  type ObjectSchema,
  type PlannedState,
  type StateOf,
} from '../../../schema';
import { ServiceError, type Rule, type Ruleset } from '../../api';
import type { CreateCall, Diagnostics, UpdateCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { ownRules, type Known, type ListState, type RuleList } from './kind';
import { becomeOwner, noteImportedRules, ownerOf } from './owner';
import { overwritten } from './overwritten';
import { findRuleset, type Place } from './place';
import { ZoneRulesRegistry } from './registry';
import { forgetPlanNotes } from './replaced-object';
import { makeRuleset, saveRules, writeOf, type Change, type Write } from './write';
import { refuseExisting } from './words';

type Planned<S extends ObjectSchema> = CreateCall<S, Configured>['plan'];

/**
 * Creates the rules of a zone, or takes over those that the plan has shown.
 *
 * @returns the object as stored; undefined after a failure, which is reported
 * @throws ServiceError
 */
export function createRules<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  call: CreateCall<S, Configured>,
): Promise<StateOf<S> | undefined> {
  const { client, plan, signal, privateState, diagnostics } = call;
  const { zone_id: zoneId, adopted, taken_over } = plan as unknown as ListState;
  const place: Place = { api: client.api, zoneId, signal };
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  return registry.runExclusive(zoneId, async () => {
    const found = registry.takeWithoutRuleset(zoneId) ? undefined : await findRuleset(place, list);
    const owner = becomeOwner(privateState, client.newToken());
    forgetPlanNotes(privateState);
    const change = { declared: declaredIn(list, plan), owner };
    const creation = writeOf(list, zoneId, undefined, change);
    const make = (): Promise<Ruleset> => makeRuleset(list, place, creation);
    const seen = found ?? (await unlessRefused(list, change, diagnostics, creation, make));
    if (!seen) return undefined;
    // Otherwise somebody else may have made the ruleset a moment ago, with rules.
    const isMade = found === undefined && list.isWritten(change.declared, seen.rules, change);
    const existing = isMade ? undefined : list.read(seen.rules, { owner: undefined });
    const problem = existing && (await refusalToMake(list, call, place, { seen, existing }));
    if (problem) return void diagnostics.error(problem);
    const saved = isMade
      ? seen
      : await save(list, place, seen, { change, before: change.declared }, diagnostics);
    if (!saved) return undefined;
    registry.markWritten(owner);
    registry.markCreated(zoneId);
    const isReplaced = existing !== undefined && !(list.alike ?? list.same)(existing, change.declared);
    const replaced = isUnknown(adopted) ? (isReplaced ? list.replaced(seen.rules) : null) : adopted;
    const taken = isUnknown(taken_over) ? existing !== undefined : taken_over;
    return stateAfter(list, plan, saved, { owner }, { adopted: replaced, taken_over: taken });
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
  { client, plan, state, signal, diagnostics, privateState }: UpdateCall<S, Configured>,
): Promise<StateOf<S> | undefined> {
  const { zone_id: zoneId, ruleset_id, adopted, taken_over } = state as unknown as ListState;
  const place: Place = { api: client.api, zoneId, signal };
  const registry = client.runState.of(ZoneRulesRegistry<C>, list.phase);
  forgetPlanNotes(privateState);
  return registry.runExclusive(zoneId, async () => {
    const seen = await findRuleset(place, list);
    // An object whose private state is damaged counts as imported until it is written again.
    const owner =
      ownerOf(privateState) ??
      becomeOwner(privateState, client.newToken(), list.expressed(seen?.rules ?? []));
    const known = { owner, state };
    const there = seen && list.read(seen.rules, known);
    const declared = declaredIn(list, plan);
    const before = list.ofState(state);
    const isDone = seen !== undefined && list.isWritten(declared, seen.rules, known);
    const isAsPlanned =
      there !== undefined && (isAsBefore(list, there, before) || list.same(there, declared));
    if (!seen || seen.id !== ruleset_id || !(isDone || isAsPlanned))
      return void diagnostics.error(list.words.changedSincePlan(await zoneInMessages(place), before, there));
    const saved = isDone
      ? seen
      : await save(list, place, seen, { change: { declared, ...known }, before }, diagnostics);
    if (!saved) return undefined;
    noteImportedRules(privateState, owner, ownRules(list, saved.rules, owner));
    registry.markWritten(owner);
    return stateAfter(list, plan, saved, known, { adopted, taken_over });
  });
}

/** Whether a zone still has what the plan was made for, and beside it the same rules of others. */
function isAsBefore<S extends ObjectSchema, C>(list: RuleList<S, C>, now: C, before: C): boolean {
  return list.same(now, before) && sameValue(list.beside(now).others, list.beside(before).others);
}

/** The planned content. Only what the provider computes is unknown at apply. */
function declaredIn<S extends ObjectSchema, C>(list: RuleList<S, C>, plan: Planned<S>): C {
  const content = list.planned(plan as unknown as PlannedState<S>);
  if (content === undefined) throw new Error('a planned rule is not known at apply');
  return content;
}

/** Saves the declared rules. @returns the ruleset as saved; undefined after a failure, which is reported */
async function save<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  place: Place,
  seen: Ruleset,
  { change, before }: { readonly change: Change<S, C>; readonly before: C },
  diagnostics: Diagnostics,
): Promise<Ruleset | undefined> {
  const write = writeOf(list, place.zoneId, seen, change);
  const saved = await unlessRefused(list, change, diagnostics, write, () =>
    saveRules(list, place, change, write),
  );
  if (diagnostics.hasError) return undefined;
  if (!saved) {
    const now = await findRuleset(place, list);
    const there = now && list.read(now.rules, change);
    return void diagnostics.error(list.words.changedSincePlan(await zoneInMessages(place), before, there));
  }
  const lost = await overwritten(list, place, seen, saved, write.ruleId);
  if (lost) diagnostics.warning(lost);
  return saved;
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
function stateAfter<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  plan: Planned<S>,
  saved: Ruleset,
  { owner, state }: Known<S>,
  taken: Pick<ListState, 'adopted' | 'taken_over'>,
): StateOf<S> {
  const known = Object.fromEntries(Object.entries(plan).filter(([, value]) => !hasUnknown(value)));
  const found = list.read(saved.rules, { owner, state: { ...state, ...known } as StateOf<S> });
  return {
    ...(found === undefined ? {} : list.attributes(found)),
    ...known,
    ...taken,
    ruleset_id: saved.id,
  } as unknown as StateOf<S>;
}

/** Whether an attribute that the provider computes was left open, as a whole or in a member. */
function hasUnknown(value: unknown): boolean {
  return (
    isUnknown(value) || (typeof value === 'object' && value !== null && Object.values(value).some(isUnknown))
  );
}

/** Why rules that are there already are not replaced; undefined when the plan said that exactly they would be. */
async function refusalToMake<S extends ObjectSchema, C>(
  list: RuleList<S, C>,
  { client, plan }: CreateCall<S, Configured>,
  place: Place,
  { seen, existing }: { readonly seen: Ruleset; readonly existing: C },
): Promise<Explanation | undefined> {
  const { zoneId } = place;
  const { on_existing: onExisting, adopted } = plan as unknown as ListState;
  const emptied = client.runState.of(ZoneRulesRegistry<C>, list.phase).emptied(zoneId);
  const isSame = (rules: readonly Rule[], shown: unknown): boolean =>
    list.sameReplaced(list.replaced(rules), shown);
  // The first half of a replacement has deleted a part of what the plan showed.
  const expected =
    emptied && isSame(emptied.left, list.replaced(seen.rules)) ? emptied.before.rules : seen.rules;
  const declared = declaredIn(list, plan);
  const content = list.read(expected, { owner: undefined });
  if (content !== undefined && (list.alike ?? list.same)(content, declared)) return undefined;
  if (onExisting === 'refuse')
    return refuseExisting(
      list,
      await zoneInMessages(place),
      { zoneId, folder: client.folder },
      list.words.said(existing),
    );
  // Rules of another object: the plan could not tell which of them this apply destroys first.
  if (isUnknown(adopted) || (adopted !== null && isSame(expected, adopted))) return undefined;
  return list.words.changedSincePlan(await zoneInMessages(place), declared, existing);
}
