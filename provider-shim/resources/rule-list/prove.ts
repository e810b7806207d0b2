import { isKnown, type PlannedState, type Problem } from '../../../schema';
import { ruleDeletion, type ServiceError } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { noteEvidence, refusedAtPlan } from '../proofs';
import { ownRules, type AnyList, type ListSchema, type State, type SentRule } from './kind';
import { FUTURE_OWNER, ownerOf } from './owner';
import { findRuleset } from './place';
import { writesOf } from './write';
import { ZoneRulesRegistry } from './registry';

/** Asks the service whether it would accept the rules of a plan, if they change. */
export async function proveRules<C>(
  list: AnyList<C>,
  call: ModifyPlanCall<ListSchema, Configured>,
  { proofs, reads: api, runState }: Configured,
  plan: PlannedState<ListSchema>,
): Promise<void> {
  const { state, signal, privateState, diagnostics } = call;
  if (!proofs.isOn || diagnostics.hasError) return;
  const { zone_id: zoneId } = plan;
  const declared = list.planned(plan);
  if (!isKnown(zoneId) || declared === undefined) return noteEvidence(privateState, { outcome: 'unknown' });
  const staying = state?.zone_id === zoneId ? (state ?? undefined) : undefined;
  if (staying && list.same(list.ofState(staying), declared)) return;
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
export async function proveDestroy<C>(
  list: AnyList<C>,
  call: ModifyPlanCall<ListSchema, Configured>,
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

function refused<C>(
  list: AnyList<C>,
  error: ServiceError,
  sent: readonly SentRule[],
  declared: C | undefined,
): readonly Problem[] {
  const places = list.refused(error, sent, declared);
  const all = places.length > 0 ? places : [{ path: ['zone_id'] }];
  return all.map(({ path, said }) =>
    refusedAtPlan(error, `${list.schema.type.replace(/^zone_/, '')}_refused`, path, said),
  );
}
