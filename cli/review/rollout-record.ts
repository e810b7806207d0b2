import type { Approval } from './model';
import { resourcesIn, someTrue, withoutKey, type PlanJson } from './plan-json';
import { isObject, member, textOf, type Json, type JsonObject } from '../text/json';

/** What the gate of a wave records (docs/guides/fleets.md). */
export interface RolloutRecord {
  /** The address of the gate. */
  readonly gate: string;
  readonly rollout: string;
  readonly wave: string;
  /** Of the wave in the rollout, from 1. Null if the record does not say. */
  readonly position: number | null;
  /** Null if the record names nobody. */
  readonly approval: Approval | null;
}

/** The attribute that holds the record, by the type of the gate. */
const RECORD: Readonly<Record<string, string>> = { null_resource: 'triggers', terraform_data: 'input' };

/** The records of a plan by the address of their gate, as they are after apply: also those that do not change. */
export function rolloutRecords(plan: PlanJson): ReadonlyMap<string, RolloutRecord> {
  const records = new Map<string, RolloutRecord>();
  const states = [plan.prior_state?.values?.root_module, plan.planned_values?.root_module];
  for (const { mode, address, type, values, sensitive_values: sensitive } of states.flatMap(resourcesIn))
    if (mode === 'managed') note(records, { address, type, values, sensitive });
  for (const { mode, address, type, deposed, change } of plan.resource_changes ?? []) {
    if (mode !== 'managed' || deposed !== undefined || RECORD[type] === undefined) continue;
    if ((change.after ?? null) === null) records.delete(withoutKey(address));
    else note(records, { address, type, values: change.after, sensitive: change.after_sensitive });
  }
  return records;
}

interface Gate {
  readonly address: string;
  readonly type: string;
  readonly values: Json | undefined;
  readonly sensitive: Json | undefined;
}

function note(records: Map<string, RolloutRecord>, { address, type, values, sensitive }: Gate): void {
  const attribute = RECORD[type];
  if (attribute === undefined) return;
  const record = shown(member(values, attribute), member(sensitive, attribute) ?? false);
  const [rollout, wave] = [textOf(record, 'rollout'), textOf(record, 'wave')];
  if (rollout === null || wave === null) return;
  const gate = withoutKey(address);
  records.set(gate, { gate, rollout, wave, position: positionIn(record), approval: approvalIn(record) });
}

function positionIn(record: JsonObject | undefined): number | null {
  const text = textOf(record, 'position') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** A record without what the plan marks as sensitive. */
function shown(record: Json | undefined, sensitive: Json): JsonObject | undefined {
  if (!isObject(record) || sensitive === true) return undefined;
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => !someTrue(member(sensitive, name) ?? false)),
  );
}

function approvalIn(record: JsonObject | undefined): Approval | null {
  const [by, at, target] = ['approved_by', 'approved_at', 'target'].map((name) => textOf(record, name));
  if (!by?.trim() || !target) return null;
  return { target, by, at: at ?? '', ticket: textOf(record, 'ticket') ?? '' };
}
