import type { Operation } from '../http/operation';
import { obstaclesOf } from './eligibility';
import { readProcedure } from './procedure';
import { settledMigration } from './settled-migration';
import { wordInCheck } from './state-words';

/** docs/service.md 7.4. The answer is about the configuration alone, so it can be asked in every state. */
export const checkCompatibility: Operation = {
  name: 'migration.check',
  method: 'GET',
  path: '/zones/:zone_id/waf_migration/check',
  permission: 'waf:read',
  body: 'none',
  run: ({ service, zone, query }) => {
    const procedure = readProcedure(query);
    const { settings } = service.state;
    const compatible = obstaclesOf(zone.previousWaf, procedure).length === 0;
    const word = wordInCheck(settledMigration(service, zone).state, settings);
    return {
      kind: 'result',
      result: { compatible, ...(settings.checkReportsState && { migration_state: word }) },
    };
  },
};
