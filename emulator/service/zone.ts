import type { LogpushState } from '../logpush/logpush-state';
import type { Migration } from '../migration/migration';
import type { PreviousWaf } from '../previous-waf/previous-waf';
import type { Phase } from '../rulesets/phases';
import type { Ruleset } from '../rulesets/ruleset';

/** The plan tiers that the specification tells apart (docs/service.md 7.2). */
export const PLANS = ['professional', 'business', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];

export interface Zone {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** By phase, which is what keeps a zone at one zone-level ruleset for each phase (docs/service.md 3.1). */
  readonly rulesets: Map<Phase, Ruleset>;
  /** Earlier versions of the rulesets by ruleset id, oldest first. A ruleset that was never changed has none. */
  readonly rulesetHistory: Map<string, readonly Ruleset[]>;
  readonly logpush: LogpushState;
  readonly previousWaf: PreviousWaf;
  /** Replaced as a whole by each transition (docs/service.md 7.1). */
  migration: Migration;
}

/** The zone-level ruleset with this id. */
export function zoneRuleset(zone: Zone, id: string): Ruleset | undefined {
  return [...zone.rulesets.values()].find((ruleset) => ruleset.id === id);
}
