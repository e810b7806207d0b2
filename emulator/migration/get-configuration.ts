import { migrationIsOver } from './errors';
import type { Operation } from '../http/operation';
import { generatedConfiguration } from './configuration';
import { checkEligible } from './eligibility';
import { readProcedure } from './procedure';
import { settledMigration } from './settled-migration';

/** docs/service.md 7.4. There is no configuration to take over from a zone that is not eligible or has finished. */
export const getConfiguration: Operation = {
  name: 'migration.config',
  method: 'GET',
  path: '/zones/:zone_id/waf_migration/config',
  permission: 'waf:read',
  body: 'none',
  run: ({ service, zone, query }) => {
    const procedure = readProcedure(query);
    if (settledMigration(service, zone).state === 'finished') throw migrationIsOver();
    checkEligible(zone.previousWaf, procedure);
    return { kind: 'result', result: generatedConfiguration(zone.previousWaf) };
  },
};
