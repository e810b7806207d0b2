import { managedRulesMigrationSchema } from '../../schema';
import { isObject, member, textsIn, type Json, textOf, type JsonObject } from '../text/json';
import type { Change, Review, WaitingWave, Wave, WaveZones, ZoneLeftOut, Approval } from './model';
import { inNaturalOrder, inOrder } from './order';
import { withoutKey, type PlanJson, type ResourceChange, resourcesIn, someTrue } from './plan-json';
import type { ZoneNames } from './zone-names';

/** What the waves of a stack are made of. */
interface StackOfWaves {
  readonly stack: string;
  readonly plan: PlanJson;
  readonly changes: readonly Change[];
  readonly zones: ZoneNames;
  /** By the address of their gate. */
  readonly records: ReadonlyMap<string, RolloutRecord>;
  /** The record that holds for a migration, by its address. */
  readonly recordOf: (address: string) => RolloutRecord | undefined;
}

/** The waves that the gates of a stack record, with what the plan does with their migrations. */
export function rolloutWaves({
  stack,
  plan,
  changes,
  zones,
  records,
  recordOf,
}: StackOfWaves): readonly Wave[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const migrations = (plan.resource_changes ?? []).filter(
    ({ type, deposed, change }) =>
      type === managedRulesMigrationSchema.type && deposed === undefined && (change.after ?? null) !== null,
  );
  // Outputs are of the whole stack.
  const isAlone = records.size === 1;
  const listed = isAlone ? listedByOutputs(plan, zones) : [];
  const skipping = isAlone ? reasonsIn(plan, 'skips_validation') : [];
  return [...records.values()].map(({ gate, rollout, wave: name, position, approval }) => {
    const members = migrations.filter(({ address }) => recordOf(address)?.gate === gate);
    const counted = countedZones(members.map((each) => plannedAction(each, byAddress.get(each.address))));
    const skipped = members.flatMap(({ change }) => skippedZone(change, zones));
    return {
      ...{ stack, gate, rollout, name, position, record: recordOfGate(gate, changes), approval },
      ...{ zones: counted, left_out: [...listed, ...skipped] },
      skips_validation: skipping.map(({ name: zone, reason }) => ({
        zone: { id: zones.idOf(zone), name: zone },
        reason,
      })),
    };
  });
}

function recordOfGate(gate: string, changes: readonly Change[]): Wave['record'] {
  const change = changes.find(({ address, kind }) => RECORDS.has(kind) && withoutKey(address) === gate);
  if (change === undefined) return 'unchanged';
  return change.kind === 'create' ? 'new' : 'changed';
}

/** The kinds of change that write a record. */
const RECORDS: ReadonlySet<Change['kind']> = new Set(['create', 'update', 'replace']);

/** Whether a change is that of the record of a wave, which the wave shows. */
export function isOfRecord({ waves }: Pick<Review, 'waves'>): (change: Change) => boolean {
  const keyOf = (stack: string, address: string): string => JSON.stringify([stack, address]);
  const gates = new Set(waves.map(({ stack, gate }) => keyOf(stack, gate)));
  return ({ stack, address, ours, kind }) =>
    !ours && RECORDS.has(kind) && gates.has(keyOf(stack, withoutKey(address)));
}

/** What the plan does with the zone of a migration. */
function plannedAction({ change }: ResourceChange, shown: Change | undefined): keyof WaveZones {
  if (shown?.migration?.irreversible === true) return 'finish';
  if (textsIn(member(change.after, 'skipped_because')).length > 0) return 'skipped';
  if (shown?.migration?.step === 'begin validation') return 'begin_validation';
  if (shown === undefined) return 'unchanged';
  return shown.kind === 'adopt' ? 'adopted' : 'other';
}

function countedZones(actions: readonly (keyof WaveZones)[]): WaveZones {
  const count = (wanted: keyof WaveZones): number => actions.filter((action) => action === wanted).length;
  return {
    finish: count('finish'),
    begin_validation: count('begin_validation'),
    skipped: count('skipped'),
    adopted: count('adopted'),
    other: count('other'),
    unchanged: count('unchanged'),
  };
}

function skippedZone({ after = null }: ResourceChange['change'], zones: ZoneNames): readonly ZoneLeftOut[] {
  const reasons = textsIn(member(after, 'skipped_because'));
  const zone = zones.of(after);
  if (reasons.length === 0 || zone === undefined) return [];
  return [{ zone, because: 'skipped', reason: reasons.join(' ') }];
}

/** The zones that the outputs of a wave's stack list by their names (docs/guides/fleets.md). */
function listedByOutputs(plan: PlanJson, zones: ZoneNames): readonly ZoneLeftOut[] {
  const listed = [
    ...reasonsIn(plan, 'left_out').map((each) => ({ because: 'left out' as const, ...each })),
    ...textsIn(outputOf(plan, 'not_approved')).map((name) => ({
      because: 'not approved' as const,
      name,
      reason: '',
    })),
  ];
  return listed
    .map(({ name, because, reason }) => ({ zone: { id: zones.idOf(name), name }, because, reason }))
    .sort(
      (one, other) => inOrder(one.because, other.because) || inNaturalOrder(one.zone.name, other.zone.name),
    );
}

/** An output of zones by their names, each with a reason. */
function reasonsIn(
  plan: PlanJson,
  output: string,
): readonly { readonly name: string; readonly reason: string }[] {
  const listed = outputOf(plan, output);
  return Object.entries(isObject(listed) ? listed : {}).map(([name, reason]) => ({
    name,
    reason: typeof reason === 'string' ? reason : '',
  }));
}

/** What the stack of a wave says that waits for its approval; undefined for any other stack. */
export function waitingWave(stack: string, plan: PlanJson): WaitingWave | undefined {
  const text = outputOf(plan, 'waits_for');
  return typeof text === 'string' ? { stack, text } : undefined;
}

/** The value of an output after apply, unless it is sensitive. */
function outputOf({ planned_values: planned }: PlanJson, name: string): Json {
  const outputs = planned?.outputs ?? {};
  const { value = null, sensitive = false } = Object.hasOwn(outputs, name) ? (outputs[name] ?? {}) : {};
  return sensitive ? null : value;
}

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
