import { reviewPlans } from '../../../cli/review/review-plans';
import { inputOf } from '../../review/recorded-plans';
import { TYPES } from '../program/program';
import { isSame, type Effect, type Job } from './effects';

/** What the engine's JSON of a saved plan says of one object, as far as it is read here. */
export interface PlannedChange {
  readonly address: string;
  readonly type: string;
  readonly deposed?: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Values | null;
    readonly after: Values | null;
    readonly after_unknown: Values | boolean;
  };
}

type Values = Readonly<Record<string, unknown>>;

/** The attributes that show a change of a member of a job at the service; of another member, that of its name. */
const SHOWN_AS: Readonly<Record<string, readonly string[]>> = {
  destination_conf: ['destination', 'destination_conf', 'destination_conf_wo_version'],
  logpull_options: ['logpull_options', 'output_options'],
  output_options: ['logpull_options', 'output_options'],
};

/** Members of a job that nobody sends. */
const OF_THE_SERVICE = ['last_complete', 'last_error', 'error_message'];

/** What happened at the service and was in no plan: the plan is held against what its apply did. */
export function unannounced(
  changes: readonly PlannedChange[],
  effects: readonly Effect[],
): readonly string[] {
  const posts = effects.filter(({ what }) => what === 'job made').length;
  const creates = changes.filter((change) => change.type === TYPES.job && doesAny(change, ['create'])).length;
  return [
    ...(posts > creates ? [`${posts} jobs were made, ${creates} were planned`] : []),
    ...effects.flatMap((effect) => unannouncedEffect(changes, effect) ?? []),
  ];
}

function unannouncedEffect(changes: readonly PlannedChange[], effect: Effect): string | undefined {
  switch (effect.what) {
    case 'job made':
      return undefined;
    case 'job deleted': {
      const isPlanned = changes.some(
        (change) =>
          change.type === TYPES.job && doesAny(change, ['delete']) && isOf(change.change.before, effect),
      );
      return isPlanned || isMadeAnew(changes, effect)
        ? undefined
        : `the job ${named(effect.job)} was deleted, and no plan said so`;
    }
    case 'job changed':
      return unannouncedMembers(changes, effect);
    case 'fields':
    case 'managed rules':
    case 'migration':
    case 'URI override deleted':
      return unannouncedOfZone(changes, effect);
    case 'something else':
      return `something else of the zone changed: ${effect.part}`;
  }
}

/** Our own creation that was cut off is made anew when it is declared with another kind, which no update can change. */
function isMadeAnew(changes: readonly PlannedChange[], { zoneId, job }: JobOf): boolean {
  return changes.some(({ type, change }) => {
    const { after } = change;
    const isNamesake = after?.['zone_id'] === zoneId && after['name'] === job.name && job.name !== null;
    return (
      type === TYPES.job &&
      change.actions.includes('create') &&
      isNamesake &&
      after['kind'] !== (job.kind ?? '')
    );
  });
}

function unannouncedMembers(
  changes: readonly PlannedChange[],
  { zoneId, before, job }: Effect & { readonly what: 'job changed' },
): string | undefined {
  const members = differingMembers(before, job);
  if (members.length === 0) return undefined;
  const planned = changes.find(
    (change) =>
      change.type === TYPES.job && doesAny(change, ['update']) && isOf(change.change.before, { zoneId, job }),
  );
  if (planned === undefined) {
    // Our own creation that was cut off is completed, and brought to what is planned.
    const completes = changes.some((change) => change.type === TYPES.job && doesAny(change, ['create']));
    return completes
      ? undefined
      : `the job ${named(job)} was changed (${members.join(', ')}), and no plan said so`;
  }
  const hidden = members.filter(
    (member) => !(SHOWN_AS[member] ?? [member]).some((name) => differs(planned, name)),
  );
  return hidden.length === 0
    ? undefined
    : `the job ${named(job)} was changed in ${hidden.join(', ')}, which the plan of ${planned.address} did not show`;
}

function unannouncedOfZone(changes: readonly PlannedChange[], effect: Effect): string | undefined {
  const types: readonly string[] = {
    fields: [TYPES.fields],
    'managed rules': [TYPES.migration, TYPES.rules],
  }[effect.what as string] ?? [TYPES.migration];
  const planned = changes.filter(
    (change) =>
      types.includes(change.type) &&
      doesAny(change, ['create', 'update', 'delete']) &&
      [change.change.before, change.change.after].some((values) => values?.['zone_id'] === effect.zoneId),
  );
  if (planned.length === 0) return `${effect.what} of ${effect.zoneId} changed, and no plan said so`;
  if (effect.what === 'migration' && effect.after !== 'validation' && !planned.some(finishes))
    return `the migration of ${effect.zoneId} was finished, and no plan said so`;
  if (effect.what === 'URI override deleted' && !planned.some((change) => listsOverride(change, effect.id)))
    return `the URI override ${effect.id} was deleted, and no plan said so`;
  return undefined;
}

/** Whether a plan says that the migration finishes for good, in attributes that a policy can read. */
function finishes({ change: { before, after } }: PlannedChange): boolean {
  const ends = ['finishing', 'finished'];
  const moves =
    ends.includes(String(after?.['migration_state'])) && before?.['migration_state'] !== 'finished';
  // Only where the provider has the attribute.
  const isTold = after === null || !('irreversible' in after) || after['irreversible'] === true;
  return moves && isTold && before?.['irreversible'] !== true;
}

function listsOverride({ change: { after } }: PlannedChange, id: string): boolean {
  const listed = (after?.['deleted_uri_overrides'] ?? []) as readonly { readonly id?: string }[];
  return listed.some((override) => override.id === id);
}

function doesAny({ change }: PlannedChange, actions: readonly string[]): boolean {
  return change.actions.some((action) => actions.includes(action));
}

interface JobOf {
  readonly zoneId: string;
  readonly job: Job;
}

function isOf(values: Values | null, { zoneId, job }: JobOf): boolean {
  return values?.['zone_id'] === zoneId && values['job_id'] === job.id;
}

function differs(
  { change: { before, after, after_unknown: unknown } }: PlannedChange,
  name: string,
): boolean {
  const isUnknown = typeof unknown === 'object' && unknown[name] !== undefined && unknown[name] !== false;
  return isUnknown || !isSame(before?.[name], after?.[name]);
}

function differingMembers(before: Job, after: Job): readonly string[] {
  const [was, is] = [before, after] as unknown as readonly [Values, Values];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (member) => !OF_THE_SERVICE.includes(member) && !isSame(was[member], is[member]),
  );
}

function named({ name, id }: Job): string {
  return `${name ?? ''} (${id})`;
}

/** What happened at the service that the review of the saved plan does not tell. */
export function untold(plan: unknown, effects: readonly Effect[]): readonly string[] {
  const { rows } = reviewPlans([inputOf(plan, 'stack')], []);
  return effects.flatMap((effect) => {
    const { zoneId, what } = effect;
    // A replacement in another zone tells with the change of zone_id which one it leaves.
    const ofZone = rows.filter(
      ({ action, rank, zone, details }) =>
        action !== null &&
        rank !== 'moves' &&
        (zone?.id === zoneId || details.some((each) => each.startsWith(`zone_id: "${zoneId}" →`))),
    );
    if (ofZone.length === 0) return [`${what} in ${zoneId}, and the review has no change of the zone`];
    if (what !== 'migration' || effect.before === 'finishing') return [];
    const mark = effect.after === 'validation' ? 'validates' : 'finishes';
    const isTold = ofZone.some(({ rank }) => rank === mark);
    return isTold
      ? []
      : [`${zoneId} went from ${effect.before} to ${effect.after}, and the review does not say so`];
  });
}
