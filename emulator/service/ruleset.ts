import type { JsonObject } from '../checks/json-object';
import type { Phase } from '../rulesets/phases';

/** Whether a rule that skips others leaves a trace in the log (docs/service.md 3.2). */
export interface RuleLogging {
  readonly enabled: boolean;
}

/** A stored rule, with the service's own member names (docs/service.md 3.2). */
export interface Rule {
  readonly id: string;
  /** Counts up in decimal digits. */
  readonly version: string;
  readonly action: string;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly ref: string;
  readonly action_parameters?: JsonObject;
  /** On rules of the action `skip` only. */
  readonly logging?: RuleLogging;
  /** ISO 8601, UTC. */
  readonly last_updated: string;
}

/** A stored zone-level ruleset, with the service's own member names (docs/service.md 3.1). */
export interface Ruleset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'zone';
  readonly phase: Phase;
  /** Counts up in decimal digits. */
  readonly version: string;
  readonly rules: readonly Rule[];
  /** ISO 8601, UTC. */
  readonly last_updated: string;
}
