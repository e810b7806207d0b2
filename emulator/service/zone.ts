import type { Phase } from '../rulesets/phases';
import type { Plan } from './plan';
import type { Ruleset } from './ruleset';

export interface Zone {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** By phase, which is what keeps a zone at one zone-level ruleset for each phase (spec 2.2). */
  readonly rulesets: Map<Phase, Ruleset>;
}

/** The zone-level ruleset with this id. */
export function zoneRuleset(zone: Zone, id: string): Ruleset | undefined {
  return [...zone.rulesets.values()].find((ruleset) => ruleset.id === id);
}
