import type { SharedState } from '../service/service';
import type { Plan } from '../service/zone';
import type { Phase } from './phases';
import { SAMPLE_MANAGED_RULESETS } from './sample-managed-rulesets';

/** A rule of a managed ruleset: with categories, and without an expression (docs/service.md 6.4). */
export interface ManagedRule {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** The version of the ruleset in which the rule last changed. */
  readonly version: string;
  /** What the rule does unless an override changes it. */
  readonly action: string;
  /** Absent if the rule has none. */
  readonly categories?: readonly string[];
  readonly description: string;
  /** ISO 8601, UTC. */
  readonly last_updated: string;
  /** 32 hexadecimal digits, but not the id. */
  readonly ref: string;
  readonly enabled: boolean;
  /** The anomaly score from which the rule acts; only on the one rule of a ruleset that has it. */
  readonly score_threshold?: number;
}

/** A ruleset that the service maintains; zones execute it and cannot change it (docs/service.md 6.4). */
export interface ManagedRuleset {
  /** 32 hexadecimal digits. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Only in older answers, e.g. `firewall_managed`. */
  readonly source?: string;
  readonly kind: 'managed';
  /** Increases in decimal digits. */
  readonly version: string;
  readonly rules: readonly ManagedRule[];
  /** ISO 8601, UTC. */
  readonly last_updated: string;
  readonly phase: Phase;
}

/** A managed ruleset, and the plans whose zones may execute it. */
export interface OfferedManagedRuleset {
  readonly plans: readonly Plan[];
  readonly ruleset: ManagedRuleset;
}

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
