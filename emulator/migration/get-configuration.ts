import { ineligible, migrationIsOver } from '../errors/chosen-migration';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { generatedConfiguration } from './configuration';
import { obstaclesOf } from './eligibility';
import { readProcedure } from './procedure';
import { settledMigration } from './settled-migration';

/** docs/service.md 7.4. There is no configuration to take over from a zone that is not eligible or has finished. */
export const getConfiguration: Operation = {
  name: 'migration.config',
  method: 'GET',
  path: '/zones/:zone_id/waf_migration/config',
  identifiers: ['zone_id'],
  permission: 'waf:read',
  body: 'none',
  run: ({ service, zone, query }) => {
    const selected = readProcedure(query);
    if ('refusal' in selected) return refuse(selected.refusal);
    if (settledMigration(service, zone).state === 'finished') return refuse(migrationIsOver());
    const obstacles = obstaclesOf(zone.previousWaf, selected.procedure);
    if (obstacles.length > 0) return refuse(ineligible(obstacles));
    return { kind: 'result', result: generatedConfiguration(zone.previousWaf) };
  },
};
