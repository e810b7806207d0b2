import type { Plan } from '../../service/plan';
import type { Service } from '../../service/service';
import type { Zone } from '../../service/zone';
import type { DeliveriesView } from './read-deliveries';
import { readDeliveries } from './read-deliveries';
import type { FieldsView } from './read-fields';
import { readFields } from './read-fields';
import type { JobView } from './read-jobs';
import { readJobs } from './read-jobs';
import type { ManagedRuleView } from './read-managed-rules';
import { readManagedRules } from './read-managed-rules';
import type { MigrationView } from './read-migration';
import { readMigration } from './read-migration';
import type { PreviousWafView } from './read-previous-waf';
import { readPreviousWaf } from './read-previous-waf';

/** All that the page of one zone shows. */
export interface ZonePageData {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly migration: MigrationView;
  readonly fields: FieldsView;
  readonly jobs: readonly JobView[];
  readonly managedRules: readonly ManagedRuleView[];
  readonly previousWaf: PreviousWafView;
  readonly deliveries: DeliveriesView;
}

export function readZone(service: Service, zone: Zone): ZonePageData {
  const { id, name, plan, previousWaf } = zone;
  return {
    id,
    name,
    plan,
    migration: readMigration(service, zone),
    fields: readFields(zone, service.state.settings),
    jobs: readJobs(zone),
    managedRules: readManagedRules(zone),
    previousWaf: readPreviousWaf(previousWaf),
    deliveries: readDeliveries(service, zone),
  };
}
