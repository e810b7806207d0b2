import type { Phase } from './phases';
import type { Plan } from '../service/zone';
/** A rule of a managed ruleset: with categories, and without an expression (docs/internals/service.md 6.4). */
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

/** A ruleset that the service maintains; zones execute it and cannot change it (docs/internals/service.md 6.4). */
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
