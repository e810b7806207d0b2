import {
  describeEntryPoint,
  isUnknown,
  type DescribedEntryPoint,
  type ManagedRules,
  type Problem,
} from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import type { CreateCall, Diagnostics, UpdateCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { digestOf, savedRules, type SavedRule } from '../migration/rules';
import { forgetPlanNotes } from '../rule-list/replaced-object';
import { becomeOwner, noteImportedRules, ownerOf, type Owner } from '../rule-list/owner';
import { changedSincePlan } from './changed-by-others';
import {
  describeFor,
  findEntryPoint,
  otherRules,
  ownRules,
  rulesAsSent,
  saveEntryPoint,
  type Change,
  type Place,
} from './entry-point';
import { overwritten } from './overwritten';
import { refusedAtApply } from './refusal';
import { listRules, ManagedRulesRegistry, sameInOrder, sameRules } from './rules';
import { refuseExisting } from '../rule-list/words';
import {
  attributesOf,
  hasFurtherRules,
  knownRules,
  rulesOf,
  sameOthers,
  type PlannedAtApply,
  type Schema,
  type State,
} from './state';

/**
 * Creates the rules of a zone, or takes over those that the plan has shown.
 *
 * @returns the object as stored; undefined after a failure, which is reported
 * @throws ServiceError
 */
export function createRules(call: CreateCall<Schema, Configured>): Promise<State | undefined> {
  const { client, plan, signal, privateState, diagnostics } = call;
  const place: Place = { api: client.api, zoneId: plan.zone_id, signal };
  return client.runState.of(ManagedRulesRegistry).runExclusive(plan.zone_id, async () => {
    const seen = await findEntryPoint(place);
    const existing = describeFor(seen?.rules ?? [], { owner: undefined });
    const problem = await refusalToMake(call, place, seen, existing);
    if (problem) return void diagnostics.error(problem);
    const owner = becomeOwner(privateState, client.newToken());
    forgetPlanNotes(privateState);
    const saved = await save(
      place,
      seen,
      { declared: plannedRules(plan), owner, state: undefined },
      diagnostics,
    );
    if (!saved) return undefined;
    client.runState.of(ManagedRulesRegistry).markWritten(owner);
    client.runState.of(ManagedRulesRegistry).markCreated(plan.zone_id);
    const taken = existing.order.length > 0;
    const adopted = isUnknown(plan.adopted) && taken ? expressible(seen?.rules ?? []) : announced(plan);
    return stateAfter(plan, saved, { owner, adopted, taken });
  });
}

/**
 * Changes the rules from what the plan was made for to what is planned; anything else is refused.
 *
 * @returns the object as stored; undefined after a failure, which is reported
 * @throws ServiceError
 */
export function updateRules({
  client,
  plan,
  state,
  signal,
  diagnostics,
  privateState,
}: UpdateCall<Schema, Configured>): Promise<State | undefined> {
  const place: Place = { api: client.api, zoneId: plan.zone_id, signal };
  forgetPlanNotes(privateState);
  return client.runState.of(ManagedRulesRegistry).runExclusive(plan.zone_id, async () => {
    const owner = ownerOf(privateState) ?? becomeOwner(privateState, client.newToken());
    const seen = await findEntryPoint(place);
    const there = seen && describeFor(seen.rules, { owner, state });
    const declared = plannedRules(plan);
    const isDone = there !== undefined && sameRules(there, declared) && !hasFurtherRules(there);
    const isAsRead =
      there !== undefined &&
      sameRules(there, rulesOf(state)) &&
      sameOthers(otherRules(there), state.other_rules);
    if (!seen || seen.id !== state.ruleset_id || !(isDone || isAsRead))
      return void diagnostics.error(changedSincePlan(await zoneInMessages(place), state, there));
    const saved = isDone ? seen : await save(place, seen, { declared, owner, state }, diagnostics);
    if (!saved) return undefined;
    noteImportedRules(privateState, owner, ownRules(saved.rules, describeFor(saved.rules, { owner, state })));
    client.runState.of(ManagedRulesRegistry).markWritten(owner);
    return stateAfter(plan, saved, { owner, state, adopted: state.adopted, taken: state.taken_over });
  });
}

type Planned = CreateCall<Schema, Configured>['plan'];

/** The planned rules. Only what the provider computes is unknown at apply. */
function plannedRules(plan: Planned): ManagedRules {
  const rules = knownRules(plan as Parameters<typeof knownRules>[0]);
  if (!rules) throw new Error('a planned rule is not known at apply');
  return rules;
}

/** Saves the declared rules. @returns the entry point as saved; undefined after a failure, which is reported */
async function save(
  place: Place,
  seen: Ruleset | undefined,
  change: Change,
  diagnostics: Diagnostics,
): Promise<Ruleset | undefined> {
  const sent = rulesAsSent(seen?.rules ?? [], change);
  try {
    const saved = await saveEntryPoint(place, seen, sent);
    if (!saved) {
      const problem = changedSincePlan(await zoneInMessages(place), change.declared, undefined);
      return void diagnostics.error(problem);
    }
    const lost = await overwritten(place, seen, saved);
    if (lost) diagnostics.warning(lost);
    return saved;
  } catch (error) {
    const refused = refusedAtApply(error, sent, change.declared);
    if (!refused) throw error;
    return void diagnostics.errors(refused);
  }
}

/** What apply adds to what was planned. */
interface Applied {
  readonly owner: Owner;
  readonly state?: State;
  readonly adopted: State['adopted'];
  readonly taken: boolean | null;
}

/** The object after apply: as planned, and where the plan left it open, as the service has it then. */
function stateAfter(plan: PlannedAtApply, saved: Ruleset, { owner, state, adopted, taken }: Applied): State {
  const written = rulesOf(plan as State);
  const ids = { ...state?.rule_ids };
  const found = describeFor(saved.rules, { owner, state: { ...written, rule_ids: ids } });
  const now = {
    ...attributesOf(found),
    ...written,
    names: {},
    other_rules: otherRules(found),
    ruleset_id: saved.id,
  };
  const known = Object.entries(plan).filter(([, value]) => !hasUnknown(value));
  return {
    ...now,
    ...Object.fromEntries(known),
    adopted,
    taken_over: knownOr(plan.taken_over, taken),
  } as State;
}

function knownOr(planned: Planned['taken_over'], otherwise: boolean | null): boolean | null {
  return isUnknown(planned) ? otherwise : planned;
}

/** Whether an attribute that the provider computes was left open, as a whole or in a member. */
function hasUnknown(value: unknown): boolean {
  return (
    isUnknown(value) || (typeof value === 'object' && value !== null && Object.values(value).some(isUnknown))
  );
}

/** What the plan said would be replaced. */
function announced({ adopted }: Planned): readonly SavedRule[] | null {
  return isUnknown(adopted) || adopted === null ? null : (adopted as readonly SavedRule[]);
}

/** Why rules that are there already are not replaced; undefined when the plan said that exactly they would be. */
async function refusalToMake(
  { client, plan }: CreateCall<Schema, Configured>,
  place: Place,
  seen: Ruleset | undefined,
  existing: DescribedEntryPoint,
): Promise<Problem | undefined> {
  const { zone_id: zoneId } = plan;
  const zone = (): Promise<string> => zoneInMessages(place);
  if (existing.order.length === 0 || sameInOrder(existing, plannedRules(plan))) return undefined;
  if (plan.on_existing === 'refuse')
    return refuseExisting(
      'managed_rules',
      await zone(),
      { zoneId, folder: client.folder },
      listRules(existing),
    );
  // Rules of another object: the plan could not tell which of them this apply destroys first.
  if (isUnknown(plan.adopted)) return undefined;
  const shown = announced(plan);
  const emptied = client.runState.of(ManagedRulesRegistry).emptied(zoneId);
  // The first half of a replacement has deleted a part of what the plan showed.
  const isLeft = emptied && digestOfRules(emptied.left) === digestOfRules(seen?.rules ?? []);
  const expected = isLeft ? emptied.before.rules : (seen?.rules ?? []);
  return shown && digestOf(shown) === digestOfRules(expected)
    ? undefined
    : changedSincePlan(await zone(), plannedRules(plan), existing);
}

function digestOfRules(rules: readonly Rule[]): string {
  return digestOf(expressible(rules));
}

/** The rules that a state can have. */
function expressible(rules: readonly Rule[]): readonly SavedRule[] {
  return savedRules(ownRules(rules, describeEntryPoint(rules)));
}
