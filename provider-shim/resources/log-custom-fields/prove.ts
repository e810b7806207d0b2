import { isKnown, type FieldList, type PathStep, type PlannedState, type Problem } from '../../../schema';
import type { logCustomFieldsSchema, StateOf } from '../../../schema';
import { ruleDeletion, type RulesetWrite, type ServiceError } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { noteEvidence, refusedAtPlan } from '../proofs';
import { replacedIn } from '../rule-list/replaced-object';
import { FUTURE_OWNER, ownerOf, owns } from '../rule-list/owner';
import { FieldsRegistry, sameFields, WIRE_LISTS } from './fields';
import { knownFields } from './plan-fields';
import { othersIn } from './rule';
import { findRuleset, writeOf } from './save';

type Schema = typeof logCustomFieldsSchema;
type PlanCall = ModifyPlanCall<Schema, Configured>;

/** Asks the service whether it would accept the fields of a plan, if they change. */
export async function proveFields(
  call: PlanCall,
  { proofs, reads: api, runState }: Configured,
  plan: PlannedState<Schema>,
): Promise<void> {
  const { state, signal, privateState, diagnostics } = call;
  if (!proofs.isOn || diagnostics.hasError) return;
  const { zone_id: zoneId } = plan;
  const fields = knownFields(plan);
  if (!isKnown(zoneId) || !fields) return noteEvidence(privateState, { outcome: 'unknown' });
  const isStaying = state?.zone_id === zoneId;
  if (isStaying && sameFields(state, fields)) return;
  const seen = await findRuleset({ api, zoneId, signal });
  const writeNew = (): RulesetWrite => {
    // The first half of a replacement deletes the object's own rule.
    const going = replacedIn(privateState) ? ownerOf(privateState) : undefined;
    const goes = going ?? (seen && runState.of(FieldsRegistry).ownerOf(zoneId, seen));
    const left = seen && goes ? { ...seen, rules: othersIn(seen, goes) } : seen;
    return writeOf(zoneId, left, fields, FUTURE_OWNER);
  };
  const write = isStaying ? writeOf(zoneId, seen, fields, ownerOf(privateState) ?? FUTURE_OWNER) : writeNew();
  await proofs.prove(call, write, refused);
}

/** Asks the service whether it would accept the deletion of the object's rule. */
export async function proveDestroy(
  call: PlanCall,
  { proofs, reads: api }: Configured,
  { zone_id: zoneId }: StateOf<Schema>,
): Promise<void> {
  const { signal, privateState } = call;
  if (!proofs.isOn) return;
  const owner = ownerOf(privateState);
  const seen = await findRuleset({ api, zoneId, signal }).catch(() => undefined);
  const rule = owner && seen?.rules.find((one) => owns(owner, one));
  if (!seen || !rule) return;
  await proofs.prove(call, ruleDeletion(zoneId, seen.id, rule.id), refused);
}

/** The place in a request that a refusal is about (docs/internals/service.md 2.1): in a ruleset or in a rule. */
const POINTER = /^(?:\/rules\/\d+)?\/(?:action_parameters\/)?([a-z_]+)/;

function refused(error: ServiceError): readonly Problem[] {
  const pointers = error.errors.flatMap(({ pointer }) => pointer ?? []);
  const path = pointers.map(attributeOf).find((found) => found.length > 0) ?? ['zone_id'];
  return [refusedAtPlan(error, 'fields_refused', path)];
}

function attributeOf(pointer: string): readonly PathStep[] {
  const member = POINTER.exec(pointer)?.[1] ?? '';
  const list = Object.entries(WIRE_LISTS).find(([, name]) => name === member)?.[0] as FieldList | undefined;
  return list !== undefined ? [list] : member === 'description' || member === 'enabled' ? [member] : [];
}
