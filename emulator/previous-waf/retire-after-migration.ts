import { retiredByMigration } from '../errors/chosen-previous-waf';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { settledMigration } from '../migration/settled-migration';

/** The operation until the zone's migration is finished; afterwards it stops working (docs/service.md 1.1, 7.1). */
export function retireAfterMigration(operation: Operation): Operation {
  return {
    ...operation,
    run: (call) => {
      const { service, zone } = call;
      if (settledMigration(service, zone).state !== 'finished') return operation.run(call);
      return refuse(retiredByMigration(service.state.settings.retiredStatus));
    },
  };
}
