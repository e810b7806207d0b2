import type { MigrationState } from '../migration/migration';
import type { Plan } from '../service/plan';
import type { Ruleset } from '../service/ruleset';
import type { Service } from '../service/service';
import { settledMigration } from '../migration/settled-migration';

/** A zone at a glance. Its whole document is `zone(id)`. */
export interface ZoneView {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Its domain name. */
  readonly name: string;
  /** Its plan. */
  readonly plan: Plan;
  /** Its zone-level rulesets with their rules. */
  readonly rulesets: readonly Ruleset[];
  /** Where its migration stands, by the clock. */
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
