import type { Migration } from '../../migration/migration';
import { newVersionEnabled, previousVersionEnabled } from '../../migration/protection';
import { settledMigration } from '../../migration/settled-migration';
import type { Service } from '../../service/service';
import type { Zone } from '../../service/zone';

/** Where a zone stands in its migration. */
export interface MigrationView {
  readonly current: Migration;
  /** Validation is for Enterprise zones only (docs/service.md 7.2). */
  readonly validationOffered: boolean;
  readonly previousVersion: VersionStatus;
  readonly newVersion: VersionStatus;
}

export type VersionStatus = 'enabled' | 'disabled';

export function readMigration(service: Service, zone: Zone): MigrationView {
  const current = settledMigration(service, zone);
  return {
    current,
    validationOffered: zone.plan === 'enterprise',
    previousVersion: status(previousVersionEnabled(zone)),
    newVersion: status(newVersionEnabled(zone)),
  };
}

function status(enabled: boolean): VersionStatus {
  return enabled ? 'enabled' : 'disabled';
}
