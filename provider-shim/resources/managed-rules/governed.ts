import type { Explanation, Problem } from '../../../schema';
import { statusIfKept, statusSentence, type Status } from '../migration/status';

/**
 * The migration of a zone whose managed rules this resource must leave alone; undefined when the ruleset API alone governs
 * them: after the end of the migration (docs/internals/service.md 7.1), and in zones of which the service knows no migration.
 *
 * @throws ServiceError, MigrationProblem
 */
export async function unfinishedMigration(
  ...asked: Parameters<typeof statusIfKept>
): Promise<Unfinished | undefined> {
  const status = await statusIfKept(...asked);
  return status && isUnfinished(status) ? status : undefined;
}

type Unfinished = Status & { readonly state: Exclude<Status['state'], 'finished'> };

function isUnfinished(status: Status): status is Unfinished {
  return status.state !== 'finished';
}

/** Refuses to manage the rules of a zone that still migrates. @param zone as `zoneInMessages` returns it */
export function notMigrated(zone: string, status: Unfinished): Problem {
  const [inShort, way] = STATES[status.state];
  return {
    code: 'zone_not_migrated',
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} cannot be managed by zone_managed_rules yet: ${inShort}.`,
    hint: `${statusSentence(zone, status)} ${way} Nothing was changed.`,
  };
}

/** What the state of the zone is, in short, and what to do about it. */
const STATES: Readonly<Record<Unfinished['state'], readonly [inShort: string, way: string]>> = {
  start: [
    'the zone has not migrated to the new managed rules',
    'First migrate it: declare a zone_managed_rules_migration with target_state = "finished", and apply. Then declare ' +
      'zone_managed_rules for what the migration has saved.',
  ],
  validation: [
    'the zone still validates its migration',
    'Until the migration is finished, change what the rules do with adjustments of the zone_managed_rules_migration. ' +
      'Finish it with target_state = "finished" before you declare zone_managed_rules.',
  ],
  finishing: [
    'the service is still finishing the migration',
    'Wait until it has finished (up to an hour), and plan again.',
  ],
};

/** Refuses to move a migration here before its end. */
export function handsOverUnfinished(zoneId: string, status: string): Explanation {
  return {
    message: `The migration of zone ${zoneId} is in the state ${JSON.stringify(status)}, so it cannot hand over to zone_managed_rules.`,
    hint: 'Remove the moved block and finish the migration first (target_state = "finished"). If it has finished at the service, refresh the state.',
  };
}
