import { attributeChanges, differencesOf, type Difference } from './attribute-changes';
import { hasFinished, isOwnFinish } from './finished-migrations';
import { GONE_ZONE } from './change-kind';
import type { AttributeChange, Change, Drift } from './model';
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
