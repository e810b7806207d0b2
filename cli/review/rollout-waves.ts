import { managedRulesMigrationSchema } from '../../schema';
import type { Change, Review, WaitingWave, Wave, WaveZones, ZoneLeftOut } from './model';
import { inNaturalOrder, inOrder } from './order';
import { withoutKey, type PlanJson, type ResourceChange } from './plan-json';
import { isObject, member, textsIn, type Json } from '../text/json';
import type { RolloutRecord } from './rollout-record';
import type { ZoneNames } from './zone-names';

/** What the waves of a stack are made of. */
export interface StackOfWaves {
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
