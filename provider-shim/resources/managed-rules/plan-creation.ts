import { describeEntryPoint, isKnown, type ManagedRules } from '../../../schema';
import type { Rule, Ruleset } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { savedRules } from '../migration/rules';
import { prepareReplacement } from '../rule-list/replaced-object';
import { FUTURE_OWNER, hasMark, ownerOf } from '../rule-list/owner';
import { noteRules } from '../rule-list/delete-rules';
import { announceUnseen, refuseExisting } from '../rule-list/words';
import { othersStayUnchanged } from './changed-by-others';
import { deployedByOthers } from './conflicts';
import { describeFor, findEntryPoint, isOwn, otherRules, rulesAsSent, type Place } from './entry-point';
import { announceAdoption, announceSame, othersInTheWay } from './existing';
import { notMigrated, unfinishedMigration } from './governed';
import { ManagedRulesRegistry, listRules, sameInOrder } from './rules';
import { keptSettings, knownRules, type Plan, type Schema } from './state';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/**
 * Before rules are made, says what the zone has already: refuses, or announces the take-over and plans it. A zone that
 * has not finished its migration is refused.
 */
export async function planCreation(call: PlanCall, plan: Plan): Promise<Partial<Plan> | undefined> {
  const { client, diagnostics, signal } = call;
  const { zone_id: zoneId, on_existing: onExisting } = plan;
  if (!client || !isKnown(zoneId) || !isKnown(onExisting)) {
    const unknown = !client ? "provider's configuration" : isKnown(zoneId) ? 'value of on_existing' : 'zone';
    if (onExisting !== 'refuse') diagnostics.warning(announceUnseen('managed_rules', unknown));
    return undefined;
  }
  const place: Place = { api: client.reads, zoneId, signal };
  const zone = (): Promise<string> => zoneInMessages({ ...place, api: client.api });
  const migration = await unfinishedMigration(client.reads, zoneId, signal);
  if (migration) return void diagnostics.error(notMigrated(await zone(), migration));

  // During apply the first half of a replacement may have run: the plan showed what was there before it.
  const found = await client.runState.of(ManagedRulesRegistry).read(zoneId, () => findEntryPoint(place));
  const { ruleset: entryPoint } = found;
  const others = otherRules(describeEntryPoint(entryPoint?.rules ?? []));
  if (others.length > 0) diagnostics.warning(othersStayUnchanged(await zone(), others));
  const planned = knownRules(plan);
  if (entryPoint && planned) {
    // Rules of an object of this state go with it, when this plan replaces it.
    const staying = entryPoint.rules.filter(
      (rule) => !client.runState.of(ManagedRulesRegistry).ownerOf(zoneId, { ...entryPoint, rules: [rule] }),
    );
    diagnostics.errors(deployedByOthers(planned, otherRules(describeEntryPoint(staying))));
  }
  return { other_rules: others, ...(await planTakeOver(call, client, plan, found, { place, zone })) };
}

async function planTakeOver(
  call: PlanCall,
  client: Configured,
  plan: Plan,
  { ruleset: entryPoint, emptied }: Awaited<ReturnType<ManagedRulesRegistry['read']>>,
  { place, zone }: { readonly place: Place; readonly zone: () => Promise<string> },
): Promise<Partial<Plan>> {
  const { diagnostics, privateState } = call;
  const { zoneId } = place;
  const adopt = plan.on_existing === 'adopt';
  const registry = client.runState.of(ManagedRulesRegistry);
  const found = emptied ?? entryPoint;
  const find = (left: string) => findEntryPoint({ ...place, zoneId: left });
  const { isSuccessor, goes } = await prepareReplacement(privateState, registry, { zoneId, found, find });
  const planned = knownRules(plan);
  if (!emptied && goes) await checkReplacement(call, entryPoint, adopt || planned, zone);
  const isMarked = found !== undefined && hasMark(found);
  const kept =
    found && planned && !goes && !emptied && !isMarked ? keptAtCreation(found, planned) : undefined;
  if (isSuccessor && !adopt) return { adopted: null };

  const existing = describeEntryPoint(found?.rules ?? []);
  if (!found || existing.order.length === 0) return { adopted: null, taken_over: false, kept_settings: {} };
  const isThere = emptied === undefined;
  const isNews = isThere && !isSuccessor;
  // Rules of another object may be those of one that this apply destroys before or after, in another process: what is
  // taken over is known after apply.
  const taken = isSuccessor || isMarked ? {} : { taken_over: true };
  if (planned && sameInOrder(existing, planned)) {
    if (isNews) diagnostics.warning(announceSame(await zone(), isMarked));
    return { adopted: null, ...kept, ...taken };
  }
  if (adopt) {
    if (isNews)
      diagnostics.warning(announceAdoption(await zone(), existing, planned, isMarked, kept?.kept_settings));
    // Once all is known, there may be nothing to replace.
    const replaced = savedRules(found.rules.filter(({ id }) => Object.values(existing.ruleIds).includes(id)));
    return planned && !isMarked ? { adopted: replaced, ...kept, ...taken } : {};
  }
  const at = { zoneId, folder: client.folder };
  if (isThere && planned)
    diagnostics.error(refuseExisting('managed_rules', await zone(), at, listRules(existing)));
  return { adopted: null };
}

/** What new rules keep of those that they continue. */
function keptAtCreation({ rules }: Ruleset, declared: ManagedRules) {
  const sent = rulesAsSent(rules, { declared, owner: FUTURE_OWNER, state: undefined });
  const made = sent.map(({ rule }, index) => ({ ...rule, id: String(index) }) as Rule);
  return { kept_settings: keptSettings(describeFor(made, { owner: FUTURE_OWNER })) };
}

/**
 * Prepares the first half of a replacement, which deletes the object's own rules: refuses what would stop the second half
 * after that.
 *
 * @param acceptable the rules that may stay there; true for any, undefined while they are not known
 */
async function checkReplacement(
  { privateState, diagnostics }: PlanCall,
  entryPoint: Ruleset | undefined,
  acceptable: ManagedRules | true | undefined,
  zone: () => Promise<string>,
): Promise<void> {
  const owner = ownerOf(privateState);
  const rules = entryPoint?.rules ?? [];
  noteRules(privateState, rules, owner);
  const staying = describeEntryPoint(rules.filter((rule) => !isOwn(owner, rule)));
  const isAccepted = acceptable === true || (acceptable && sameInOrder(staying, acceptable));
  if (staying.order.length > 0 && !isAccepted) diagnostics.error(othersInTheWay(await zone(), staying));
}
