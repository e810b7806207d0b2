import { describeEntryPoint, isKnown, type DescribedEntryPoint } from '../../../schema';
import type { Ruleset } from '../../api';
import type { ModifyPlanCall } from '../../framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { savedRules } from '../migration/rules';
import { replacedIn } from '../replaced-object';
import { hasMark, keepOwner } from '../rule-owner';
import { othersStayUnchanged } from './changed-by-others';
import { deployedByOthers } from './conflicts';
import { findEntryPoint, otherRules, type Place } from './entry-point';
import { announceAdoption, announceSame, announceUnseen, refuseExisting } from './existing';
import { notMigrated, unfinishedMigration } from './governed';
import { sameInOrder } from './rules';
import { knownRules, type Plan, type Schema } from './state';

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
    if (onExisting !== 'refuse') diagnostics.warning(announceUnseen(unknown));
    return undefined;
  }
  const place: Place = { api: client.reads, zoneId, signal };
  const zone = (): Promise<string> => zoneInMessages({ ...place, api: client.api });
  const migration = await unfinishedMigration(client.reads, zoneId, signal);
  if (migration) return void diagnostics.error(notMigrated(await zone(), migration));

  const entryPoint = await findEntryPoint(place);
  const others = otherRules(describeEntryPoint(entryPoint?.rules ?? []));
  if (others.length > 0) diagnostics.warning(othersStayUnchanged(await zone(), others));
  const planned = knownRules(plan);
  if (entryPoint && planned) {
    // Rules of an object of this state go with it, when this plan replaces it.
    const staying = entryPoint.rules.filter(
      (rule) => !client.runState.managedRules.ownerOf(zoneId, { ...entryPoint, rules: [rule] }),
    );
    diagnostics.errors(deployedByOthers(planned, otherRules(describeEntryPoint(staying))));
  }
  return { other_rules: others, ...(await planTakeOver(call, client, plan, entryPoint, zone)) };
}

/** What the zone has, as far as it can be expressed, and whether that was there before this run. */
function rulesThere(
  { runState }: Configured,
  zoneId: string,
  entryPoint: Ruleset | undefined,
):
  { readonly found: Ruleset; readonly existing: DescribedEntryPoint; readonly isThere: boolean } | undefined {
  // During apply the first half of a replacement may have run: the plan showed what was there before it.
  for (const found of [entryPoint, runState.managedRules.emptied(zoneId)]) {
    const existing = found && describeEntryPoint(found.rules);
    if (existing && existing.order.length > 0) return { found, existing, isThere: found === entryPoint };
  }
  return undefined;
}

async function planTakeOver(
  { diagnostics, privateState }: PlanCall,
  client: Configured,
  plan: Plan,
  entryPoint: Ruleset | undefined,
  zone: () => Promise<string>,
): Promise<Partial<Plan>> {
  const { zone_id: zoneId, on_existing: onExisting } = plan as { zone_id: string; on_existing: string };
  const adopt = onExisting === 'adopt';
  const isSuccessor = replacedIn(privateState)?.zoneId === zoneId;
  if (isSuccessor && !adopt) return { adopted: null };

  const there = rulesThere(client, zoneId, entryPoint);
  if (!there) return { adopted: null, taken_over: false, kept_settings: {} };
  const { found, existing, isThere } = there;
  // The destroy of a replacement is the other object's, whose mark this private state still has.
  const stored = isSuccessor ? undefined : client.runState.managedRules.ownerOf(zoneId, found);
  if (stored) keepOwner(privateState, stored);
  const isNews = isThere && !isSuccessor;
  // Rules of another object may be those of one that this apply destroys before or after: known after apply.
  const taken = isSuccessor ? {} : { taken_over: true };
  const planned = knownRules(plan);
  if (planned && sameInOrder(existing, planned)) {
    if (isNews) diagnostics.warning(announceSame(await zone()));
    return { adopted: null, ...(hasMark(found) ? {} : taken) };
  }
  if (adopt) {
    if (isNews) diagnostics.warning(announceAdoption(await zone(), existing, planned));
    // Once all is known, there may be nothing to replace.
    const replaced = savedRules(found.rules.filter(({ id }) => Object.values(existing.ruleIds).includes(id)));
    return planned ? { adopted: replaced, ...taken } : {};
  }
  if (isThere && planned) diagnostics.error(refuseExisting(await zone(), zoneId, existing, client.folder));
  return { adopted: null };
}
