import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import type { Migration } from './migration';
import { newVersionEnabled, previousVersionProtects } from './protection';

/**
 * Where the zone stands now. A finish that is due is applied here, when somebody looks: the previous version is
 * disabled once its time has come and the new one is enabled (docs/service.md 7.1), so that one of them always protects.
 */
export function settledMigration(service: Service, zone: Zone): Migration {
  const { migration } = zone;
  if (migration.state !== 'finishing' || service.clock.now() < migration.finishesAt) return migration;
  if (!newVersionEnabled(zone) && previousVersionProtects(zone)) return migration;
  zone.migration = { state: 'finished', since: migration.finishesAt };
  return zone.migration;
}
