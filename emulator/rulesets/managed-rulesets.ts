import { type ManagedRuleset, type OfferedManagedRuleset } from './managed-ruleset';
import type { SharedState } from '../service/service';
import type { Plan } from '../service/zone';

import { SAMPLE_MANAGED_RULESETS } from './sample-managed-rulesets';

/** All managed rulesets: the emulator's samples and those of the seed, which replace samples with the same id. */
export function offeredManagedRulesets({ managedRulesets }: SharedState): readonly OfferedManagedRuleset[] {
  if (managedRulesets.length === 0) return SAMPLE_MANAGED_RULESETS;
  const replaced = new Set(managedRulesets.map(({ ruleset }) => ruleset.id));
  return [...SAMPLE_MANAGED_RULESETS.filter(({ ruleset }) => !replaced.has(ruleset.id)), ...managedRulesets];
}

/** The managed rulesets that zones of this plan may execute; for them, the others do not exist. */
export function managedRulesetsOf(state: SharedState, plan: Plan): readonly ManagedRuleset[] {
  return offeredManagedRulesets(state)
    .filter(({ plans }) => plans.includes(plan))
    .map(({ ruleset }) => ruleset);
}

/** The managed ruleset with this id, if zones of this plan may execute it. */
export function managedRuleset(state: SharedState, plan: Plan, id: string): ManagedRuleset | undefined {
  return managedRulesetsOf(state, plan).find((ruleset) => ruleset.id === id);
}

declare module '../service/service' {
  interface SharedState {
    /** The managed rulesets of the seed, besides the emulator's samples. */
    readonly managedRulesets: readonly OfferedManagedRuleset[];
  }
}
