import { MANAGED_RULES_OPERATIONS } from '../previous-waf/previous-waf-part';
import { updateEntryPoint } from '../rulesets/entry-point-operations';
import { namedPhase } from '../rulesets/named-ruleset';
import type { ZoneOperation } from '../service/operation';
import type { ServicePart } from '../service/part';
import { retiredByMigration } from './errors';
import { migrate } from './migrate';
import { settledMigration } from './migration';
import { MIGRATION_OPERATIONS } from './migration-operations';
import { MIGRATION_SECTION } from './migration-section';
import type { MigrationDocument } from './migration-seed';
import { STORED_MIGRATION } from './migration-seed';
import { MIGRATION_PARAMETER } from './transitions';

/** The migration from the previous managed rules to the new ones (docs/internals/service.md 7). */
export const MIGRATION: ServicePart = {
  operations: MIGRATION_OPERATIONS,
  stored: [STORED_MIGRATION],
  settle: settledMigration,
  extendOperation: (operation) => {
    if (operation === updateEntryPoint) return orMigrate(operation);
    return MANAGED_RULES_OPERATIONS.includes(operation) ? untilMigrated(operation) : operation;
  },
  page: [MIGRATION_SECTION],
};

/** The part of a seed about it. */
export interface SeedMigration {
  /** Its migration to the new managed rules. @default - not begun */
  readonly migration?: MigrationDocument;
}

/**
 * The update of an entry point, which is a step of the migration if its query says so (docs/internals/service.md 7.4).
 */
function orMigrate(update: ZoneOperation): ZoneOperation {
  return {
    ...update,
    run: (call) => (call.query.has(MIGRATION_PARAMETER) ? migrate(call, namedPhase(call)) : update.run(call)),
  };
}

/**
 * The operation, which works until the zone's migration is finished (docs/internals/service.md 1.1, 7.1).
 */
function untilMigrated(operation: ZoneOperation): ZoneOperation {
  return {
    ...operation,
    run: (call) => {
      const { service, zone } = call;
      if (settledMigration(service, zone).state !== 'finished') return operation.run(call);
      throw retiredByMigration(service.state.settings.retiredStatus);
    },
  };
}
