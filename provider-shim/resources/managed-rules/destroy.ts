import { describeEntryPoint, sameValue, type DescribedEntryPoint, type ManagedRules } from '../../../schema';
import type { Ruleset } from '../../api';
import type { Diagnostics, ModifyPlanCall, PrivateState } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages, listed } from '../messages';
import { ownerOf } from '../rule-list/owner';
import { areAsSeen, deleteRules, noteRules } from '../rule-list/delete-rules';
import type { ZoneRulesRegistry } from '../rule-list/registry';
import { changedSincePlan, listChanges } from './changed-by-others';
import { describeFor, findEntryPoint, isOwn, type Place } from './entry-point';
import { overwritten } from './overwritten';
import { listRules, sameRules } from './rules';
import { belongToAnother, changedIsDeleted, othersStay, takenOverIsDeleted } from '../rule-list/words';
import { keptSettings, rulesOf, type Schema, type State } from './state';

const BEFORE =
  'A destroy does not restore what the zone had before; the attribute adopted has it, where rules were replaced. ';

/**
 * Says what a destroy takes away beside what this resource wrote. For an object that has left the configuration the
 * engine plans with the state as it was before the refresh, so a change that somebody made is not in the plan.
 */
export async function announceDestroy(
  { client, diagnostics, signal, privateState }: ModifyPlanCall<Schema, Configured>,
  state: State,
): Promise<void> {
  const { zone_id: zoneId } = state;
  const zone = async (): Promise<string> =>
    client ? zoneInMessages({ api: client.api, zoneId, signal }) : zoneId;
  if (state.taken_over) diagnostics.warning(takenOverIsDeleted('managed_rules', await zone(), BEFORE));
  if (!client) return;
  const owner = ownerOf(privateState);
  const place: Place = { api: client.reads, zoneId, signal };
  // Terraform 1.11 plans this destroy before it refreshes the object. Without an answer, apply compares with the state.
  const entryPoint = await findEntryPoint(place).catch(() => undefined);
  if (!entryPoint) return;
  noteRules(privateState, entryPoint.rules, owner);
  const now = describeFor(entryPoint.rules, { owner, state });
  if (entryPoint.rules.some((rule) => isOwn(owner, rule)) && !hasSame(state, now))
    diagnostics.warning(
      changedIsDeleted('managed_rules', await zone(), [
        ...listChanges(state, now),
        '',
        'Rules that others added stay.',
      ]),
    );
}

/**
 * Deletes the object's own rules, as the plan has shown them, and leaves the entry point and every other rule. Rules that
 * are another object's by now stay: the object is only forgotten.
 */
export async function destroyRules(
  place: Place,
  registry: ZoneRulesRegistry<ManagedRules>,
  { state, privateState }: { readonly state: State; readonly privateState: PrivateState },
  diagnostics: Diagnostics,
): Promise<void> {
  const owner = ownerOf(privateState);
  const zone = (): Promise<string> => zoneInMessages(place);
  const seen = await findEntryPoint(place);
  if (!seen || seen.rules.length === 0) return;
  const own = seen.rules.filter((rule) => isOwn(owner, rule));
  if (own.length === 0) {
    // With create_before_destroy, the successor has just written the rules: no warning.
    if (!registry.hasWritten(seen) && describeEntryPoint(seen.rules).order.length > 0)
      diagnostics.warning(belongToAnother('managed_rules', await zone()));
    return;
  }
  const now = describeFor(seen.rules, { owner, state });
  if (!(areAsSeen(privateState, seen.rules, owner) ?? hasSame(state, now)))
    return diagnostics.error(changedSincePlan(await zone(), state, now));

  const left = await deleteRules(
    place,
    seen,
    own,
    {
      find: () => findEntryPoint(place),
      lost: (rule, before, saved) => overwritten(place, before, saved, rule),
    },
    diagnostics,
  );
  if (diagnostics.hasError) return;
  registry.markEmptied(place.zoneId, { before: seen, left: left?.rules ?? [] });
  if (left && left.rules.length > 0)
    diagnostics.warning(othersStay('managed_rules', await zone(), [leftInWords(left)]));
}

function leftInWords({ rules }: Ruleset): string {
  const described = describeEntryPoint(rules);
  const others = described.others.map(({ rule, reason }) => `${rule.id}: ${reason}`);
  return listed([...listRules(described), ...others]);
}

/** Whether the rules that can be expressed, and what is kept beside them, are as the state has them. */
function hasSame(state: State, now: DescribedEntryPoint): boolean {
  return sameRules(now, rulesOf(state)) && sameValue(keptSettings(now), state.kept_settings ?? {});
}
