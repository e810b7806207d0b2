import { timestamp } from '../service/clock';
import type { ZoneOperation } from '../service/operation';
import { generatedConfiguration } from './configuration';
import { checkEligible, obstaclesOf } from './eligibility';
import { migrationIsOver } from './errors';
import {
  newVersionEnabled,
  previousVersionEnabled,
  settledMigration,
  wordInCheck,
  wordInStatus,
} from './migration';
import { readProcedure } from './transitions';

/** docs/internals/service.md 7.4. The answer depends only on the configuration, so it is available in every state. */
const checkCompatibility: ZoneOperation = {
  of: 'zone',
  name: 'migration.check',
  method: 'GET',
  path: '/zones/:zone_id/waf_migration/check',
  permission: 'waf:read',
  run: ({ service, zone, query }) => {
    const procedure = readProcedure(query);
    const compatible = obstaclesOf(zone.previousWaf, procedure).length === 0;
    const word = wordInCheck(settledMigration(service, zone).state, service.state.settings.model);
    return { kind: 'result', result: { compatible, migration_state: word } };
  },
};

/**
 * docs/internals/service.md 7.4. A zone that is not eligible or has finished has no configuration to carry over.
 */
const getConfiguration: ZoneOperation = {
  of: 'zone',
  name: 'migration.config',
  method: 'GET',
  path: '/zones/:zone_id/waf_migration/config',
  permission: 'waf:read',
  run: ({ service, zone, query }) => {
    const procedure = readProcedure(query);
    if (settledMigration(service, zone).state === 'finished') throw migrationIsOver();
    checkEligible(zone.previousWaf, procedure);
    return { kind: 'result', result: zone.generated ?? generatedConfiguration(zone.previousWaf) };
  },
};

/** docs/internals/service.md 7.5, with the names and words of the members. */
const getStatus: ZoneOperation = {
  of: 'zone',
  name: 'migration.status',
  method: 'GET',
  path: '/zones/:zone_id/waf_migration/status',
  permission: 'waf:read',
  run: ({ service, zone }) => {
    const migration = settledMigration(service, zone);
    return {
      kind: 'result',
      result: {
        old_waf_status: enabledWord(previousVersionEnabled(zone)),
        new_waf_status: enabledWord(newVersionEnabled(zone)),
        migration_state: wordInStatus(migration.state, service.state.settings.model),
        source: migration.state === 'start' ? 'defaults' : 'zone',
        created: migration.state === 'start' ? null : timestamp(migration.since),
      },
    };
  },
};

function enabledWord(enabled: boolean): string {
  return enabled ? 'enabled' : 'disabled';
}

/** The migration operations besides the entry-point update (docs/internals/service.md 7.4, 7.5). */
export const MIGRATION_OPERATIONS: readonly ZoneOperation[] = [
  checkCompatibility,
  getConfiguration,
  getStatus,
];
