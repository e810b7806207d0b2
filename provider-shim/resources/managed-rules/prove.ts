import { isKnown, type ManagedRules, type Problem } from '../../../schema';
import { ruleDeletion, type ServiceError } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { noteEvidence, refusedAtPlan } from '../proofs';
import { FUTURE_OWNER, ownerOf, type Owner } from '../rule-list/owner';
import { findEntryPoint, isOwn, rulesAsSent, writeOf, type SentRule } from './entry-point';
import { refusedRules } from './refusal';
import { ManagedRulesRegistry, sameRules } from './rules';
import { knownRules, rulesOf, type Plan, type Schema, type State } from './state';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/** Asks the service whether it would accept the rules of a plan, if they change. */
export async function proveRules(call: PlanCall, client: Configured, plan: Plan): Promise<void> {
  const { proofs, reads: api } = client;
  const { state, signal, privateState, diagnostics } = call;
  if (!proofs.isOn || diagnostics.hasError) return;
  const { zone_id: zoneId } = plan;
  const declared = knownRules(plan);
  if (!isKnown(zoneId) || !declared) return noteEvidence(privateState, { outcome: 'unknown' });
  const isStaying = state?.zone_id === zoneId;
  if (isStaying && sameRules(declared, rulesOf(state))) return;
  const seen = await findEntryPoint({ api, zoneId, signal });
  const owner = isStaying ? ownerOf(privateState) : undefined;
  // The first half of a replacement deletes the object's own rules.
  const goes = isStaying ? undefined : goingOwner(call, client, zoneId, seen);
  const rules = (seen?.rules ?? []).filter((rule) => !goes || !isOwn(goes, rule));
  const change = { declared, owner: owner ?? FUTURE_OWNER, state: isStaying ? state : undefined };
  const sent = rulesAsSent(rules, change);
  await proofs.prove(call, writeOf(zoneId, seen, sent), (error) => refused(error, sent, declared));
}

/** The object of the state that leaves the zone for this one, as its replacement. */
function goingOwner(
  { state, privateState }: PlanCall,
  { runState }: Configured,
  zoneId: string,
  seen: Awaited<ReturnType<typeof findEntryPoint>>,
): Owner | undefined {
  if (state || !seen) return undefined;
  return ownerOf(privateState) ?? runState.of(ManagedRulesRegistry).ownerOf(zoneId, seen);
}

/** Asks the service whether it would accept that the first of the object's rules is deleted. */
export async function proveDestroy(
  call: PlanCall,
  { proofs, reads: api }: Configured,
  { zone_id: zoneId }: State,
): Promise<void> {
  const { signal, privateState } = call;
  if (!proofs.isOn) return;
  const owner = ownerOf(privateState);
  const seen = await findEntryPoint({ api, zoneId, signal }).catch(() => undefined);
  const rule = seen?.rules.findLast((one) => isOwn(owner, one));
  if (!seen || !rule) return;
  const none: ManagedRules = { deployments: {}, exceptions: {}, order: [] };
  await proofs.prove(call, ruleDeletion(zoneId, seen.id, rule.id), (error) => refused(error, [], none));
}

function refused(error: ServiceError, sent: readonly SentRule[], declared: ManagedRules): readonly Problem[] {
  const code = 'managed_rules_refused';
  const byRule = refusedRules(error, sent, declared);
  if (!byRule) return [refusedAtPlan(error, code, ['zone_id'])];
  return byRule.map(({ path, said }) => refusedAtPlan(error, code, path, said));
}
