import type { MigrationState } from '../migration/migration';
import type { Plan } from '../service/plan';
import type { Ruleset } from '../service/ruleset';
import type { Service } from '../service/service';
import { settledMigration } from '../migration/settled-migration';

/** A zone at a glance. Its whole document is `zone(id)`. */
export interface ZoneView {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly rulesets: readonly Ruleset[];
  readonly migration: MigrationState;
  /** How many log push jobs it has. */
  readonly jobs: number;
}

export function zoneViews(service: Service): readonly ZoneView[] {
  return [...service.state.zones.values()].map((zone) => ({
    id: zone.id,
    name: zone.name,
    plan: zone.plan,
    rulesets: structuredClone([...zone.rulesets.values()]),
    migration: settledMigration(service, zone).state,
    jobs: zone.logpush.jobs.size,
  }));
}
