import { managedRulesMigrationSchema } from '../../schema';
import { member } from '../text/json';
import { attributeChanges, attributeLine, type AttributeChange } from './attribute-changes';
import { formerSummary, type Changed } from './change-rows';
import { rowOf, type Row } from './model';
import { formerType, isOurs, type PlanJson, type ResourceChange } from './plan-json';
import { zoneOf, type ZoneNames } from './names';

/** What others changed. An object of another resource type brings no values along: the first read fills them in. */
function driftOf({ resource_drift: drift = [] }: PlanJson): readonly ResourceChange[] {
  return drift.filter((each) => formerType(each) === undefined);
}

/** What others changed, by address and path. */
export function driftedAttributes(plan: PlanJson): ReadonlyMap<string, ReadonlyMap<string, AttributeChange>> {
  return new Map(
    driftOf(plan).map(({ address, change }) => [
      address,
      new Map(attributeChanges(change).map((each) => [each.path, each])),
    ]),
  );
}

/**
 * What is no longer as the state has it, and how much of that the plan's changes put back. A migration that the service
 * has finished by itself since, because apply did not wait (`wait = false`) or was interrupted, is no drift.
 *
 * @param isRecording whether apply only records in the state what has changed
 */
export function driftRows(
  stack: string,
  plan: PlanJson,
  changes: readonly Changed[],
  zones: ZoneNames,
  isRecording: boolean,
): readonly Row[] {
  const byAddress = new Map(changes.map((each) => [each.row.address, each]));
  return driftOf(plan).flatMap((each): readonly Row[] => {
    const { address, change } = each;
    const isDeleted = change.actions.includes('delete');
    const finished = hasFinished(each);
    const ours = isOurs(each);
    const zone = ours ? zoneOf(change.before ?? null, zones) : null;
    const all = isDeleted ? [] : attributeChanges(change);
    // An attribute of such a migration that changed because the service finished it.
    const isOwnFinish = ({ path, after }: AttributeChange): boolean =>
      finished && Object.hasOwn(AT_THE_END, path) && AT_THE_END[path] === after;
    const attributes = all.filter((attribute) => !isOwnFinish(attribute));
    const where = { stack, address, type: each.type, zone };
    const end = isRecording
      ? 'apply records it in the state'
      : corrected(each, byAddress.get(address), attributes);
    const title = `${isDeleted ? 'Deleted' : 'Changed'} outside, ${end}`;
    const details = ours ? [...formerSummary(each), ...attributes.map(attributeLine)] : [each.provider_name];
    return [
      ...(finished ? [rowOf(['ended'], 'A migration has finished since the last apply', where)] : []),
      ...(isDeleted || attributes.length > 0
        ? [rowOf([ours ? 'outside' : 'others'], title, { ...where, details })]
        : []),
    ];
  });
}

function corrected(
  { change: { actions } }: ResourceChange,
  change: Changed | undefined,
  drifted: readonly AttributeChange[],
): string {
  const leaves = 'apply leaves it as it is';
  if (change === undefined) return leaves;
  if (actions.includes('delete'))
    return change.row.action === 'create' && !change.isOfGoneZone ? 'apply creates it again' : leaves;
  if (change.back.size === 0) return leaves;
  const isWhole = drifted.every(({ path }) => change.back.has(path));
  return isWhole ? 'apply puts it back' : 'apply puts some of it back';
}

/** What the service reports of a zone once it has finished the migration (docs/internals/service.md 7.1). */
const AT_THE_END: Readonly<Record<string, AttributeChange['after']>> = {
  migration_state: 'finished',
  old_waf_status: 'disabled',
  new_waf_status: 'enabled',
};

/** Whether an object that differs from the state is a migration that the service has finished since. */
function hasFinished({ type, change }: ResourceChange): boolean {
  return (
    type === managedRulesMigrationSchema.type &&
    member(change.before, 'migration_state') === 'finishing' &&
    member(change.after, 'migration_state') === 'finished'
  );
}
