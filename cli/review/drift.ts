import { managedRulesMigrationSchema } from '../../schema';
import { member } from '../text/json';
import { attributeChanges, differencesOf, type Difference } from './attribute-changes';
import { GONE_ZONE } from './change-kind';
import type { AttributeChange, Change, Drift, FinishedMigration } from './model';
import { isOurs, type PlanJson, type ResourceChange } from './plan-json';
import type { ZoneNames } from './zone-names';

type Differences = ReadonlyMap<string, Difference>;

/** What others changed, by address and path. The attributes that the provider alone computes are left out. */
export function driftedAttributes(plan: PlanJson): ReadonlyMap<string, Differences> {
  return new Map(
    (plan.resource_drift ?? []).map((each) => [
      each.address,
      new Map(differencesOf(each.change).map((difference) => [difference.path, difference])),
    ]),
  );
}

/**
 * The drift of a plan, and how much of it the plan's changes put back. What the service changes when it finishes a
 * migration is none.
 */
export function driftOf(
  stack: string,
  plan: PlanJson,
  changes: readonly Change[],
  zones: ZoneNames,
): readonly Drift[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  return (plan.resource_drift ?? []).flatMap((each) => {
    const { address, type, change } = each;
    const isDeleted = change.actions.includes('delete');
    const finished = hasFinished(each);
    const changed = isDeleted ? [] : attributeChanges(change);
    const attributes = finished ? changed.filter((attribute) => !isOwnFinish(attribute)) : changed;
    if (!isDeleted && attributes.length === 0) return [];
    const ours = isOurs(each);
    return [
      {
        stack,
        address,
        type,
        ours,
        zone: ours ? (zones.of(change.before ?? null) ?? null) : null,
        kind: isDeleted ? ('deleted' as const) : ('changed' as const),
        attributes: ours ? attributes : null,
        corrected: corrected(each, byAddress.get(address), attributes),
      },
    ];
  });
}

function corrected(
  { change: { actions } }: ResourceChange,
  change: Change | undefined,
  drifted: readonly AttributeChange[],
): Drift['corrected'] {
  if (change === undefined) return 'none';
  if (actions.includes('delete'))
    return change.action === 'create' && change.reason !== GONE_ZONE ? 'all' : 'none';
  const back = (change.attributes ?? []).filter((each) => each.corrects_drift).map(({ path }) => path);
  if (back.length === 0) return 'none';
  return drifted.every(({ path }) => back.includes(path)) ? 'all' : 'some';
}

/** What the service reports of a zone once it has finished the migration (docs/internals/service.md 7.1). */
const AT_THE_END: Readonly<Record<string, AttributeChange['after']>> = {
  migration_state: 'finished',
  old_waf_status: 'disabled',
  new_waf_status: 'enabled',
};

/**
 * The migrations that have finished by themselves since the last apply: the state has them as `finishing`, because apply
 * did not wait for the end (`wait = false`) or was interrupted.
 */
export function finishedMigrations(
  stack: string,
  { resource_drift: drift = [] }: PlanJson,
  zones: ZoneNames,
): readonly FinishedMigration[] {
  return drift
    .filter(hasFinished)
    .map(({ address, change }) => ({ stack, address, zone: zones.of(change.after ?? null) ?? null }));
}

/** Whether an object that differs from the state is a migration that the service has finished since. */
function hasFinished({ type, change }: ResourceChange): boolean {
  return (
    type === managedRulesMigrationSchema.type &&
    member(change.before, 'migration_state') === 'finishing' &&
    member(change.after, 'migration_state') === 'finished'
  );
}

/** Whether an attribute of such a migration changed because the service finished it. */
function isOwnFinish({ path, after }: AttributeChange): boolean {
  return Object.hasOwn(AT_THE_END, path) && AT_THE_END[path] === after;
}
