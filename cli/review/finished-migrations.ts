import { managedRulesMigrationSchema } from '../../schema';
import type { AttributeChange, FinishedMigration } from './model';
import { type PlanJson, type ResourceChange } from './plan-json';
import { member } from '../text/json';
import type { ZoneNames } from './zone-names';

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
export function hasFinished({ type, change }: ResourceChange): boolean {
  return (
    type === managedRulesMigrationSchema.type &&
    member(change.before, 'migration_state') === 'finishing' &&
    member(change.after, 'migration_state') === 'finished'
  );
}

/** Whether an attribute of such a migration changed because the service finished it. */
export function isOwnFinish({ path, after }: AttributeChange): boolean {
  return Object.hasOwn(AT_THE_END, path) && AT_THE_END[path] === after;
}
