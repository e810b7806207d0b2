import { timestamp } from '../determinism/clock';
import type { Operation } from '../http/operation';
import { newVersionEnabled, previousVersionEnabled } from './protection';
import { settledMigration } from './settled-migration';
import { wordInStatus } from './state-words';

/** docs/service.md 7.5; names and words of the members: docs/service.md 7.5. */
export const getStatus: Operation = {
  name: 'migration.status',
  method: 'GET',
  path: '/zones/:zone_id/waf_migration/status',
  permission: 'waf:read',
  body: 'none',
  run: ({ service, zone }) => {
    const migration = settledMigration(service, zone);
    return {
      kind: 'result',
      result: {
        old_waf_status: enabledWord(previousVersionEnabled(zone)),
        new_waf_status: enabledWord(newVersionEnabled(zone)),
        migration_state: wordInStatus(migration.state, service.state.settings),
        source: migration.state === 'start' ? 'defaults' : 'zone',
        created: migration.state === 'start' ? null : timestamp(migration.since),
      },
    };
  },
};

function enabledWord(enabled: boolean): string {
  return enabled ? 'enabled' : 'disabled';
}
