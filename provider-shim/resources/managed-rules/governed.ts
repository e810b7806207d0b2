import { type Problem } from '../../../schema';
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
  return {
    code: 'zone_not_migrated',
    path: ['zone_id'],
    message: `The managed rules of zone ${zone} cannot be managed by zone_managed_rules yet: ${inShort(status)}.`,
    hint: `${statusSentence(zone, status)} ${WAY[status.state]} Nothing was changed.`,
  };
}

function inShort({ state }: Unfinished): string {
  switch (state) {
    case 'start':
      return 'the zone has not migrated to the new managed rules';
    case 'validation':
      return 'the zone still validates its migration';
    case 'finishing':
      return 'the service is still finishing the migration';
  }
}

const WAY: Readonly<Record<Unfinished['state'], string>> = {
  start:
    'First migrate it: declare a zone_managed_rules_migration with target_state = "finished", and apply. Then declare ' +
    'zone_managed_rules for what the migration has saved.',
  validation:
    'Until the migration is finished, change what the rules do with adjustments of the zone_managed_rules_migration. ' +
    'Finish it with target_state = "finished" before you declare zone_managed_rules.',
  finishing: 'Wait until it has finished (up to an hour), and plan again.',
};
