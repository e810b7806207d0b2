import { MANAGED_RULES_OPERATIONS } from '../previous-waf/operations';
import { updateEntryPoint } from '../rulesets/entry-point-operations';
import { namedPhase } from '../rulesets/named-ruleset';
import type { Operation } from '../service/operation';
import { retiredByMigration } from './errors';
import { migrate } from './migrate';
import { settledMigration } from './migration';
import { MIGRATION_PARAMETER } from './transitions';

/** What the migration changes in the operations of other parts. */
export function extendOperation(operation: Operation): Operation {
  if (operation === updateEntryPoint) return orMigrate(operation);
  return MANAGED_RULES_OPERATIONS.includes(operation) ? untilMigrated(operation) : operation;
}

/** The update of an entry point, which is a step of the migration when its query says so (docs/service.md 7.4). */
function orMigrate(update: Operation): Operation {
  return {
    ...update,
    run: (call) => (call.query.has(MIGRATION_PARAMETER) ? migrate(call, namedPhase(call)) : update.run(call)),
  };
}

/** The operation until the zone's migration is finished; afterwards it stops working (docs/service.md 1.1, 7.1). */
function untilMigrated(operation: Operation): Operation {
  return {
    ...operation,
    run: (call) => {
      const { service, zone } = call;
      if (settledMigration(service, zone).state !== 'finished') return operation.run(call);
      throw retiredByMigration(service.state.settings.retiredStatus);
    },
  };
}
