import type { JsonObject } from '../checks/json-object';
import type { Phase } from '../rulesets/phases';

/** Whether a rule that skips others leaves a trace in the log (facts 2.2). */
export interface RuleLogging {
  readonly enabled: boolean;
}

/** A stored rule, with the service's own member names (spec 2.3). */
export interface Rule {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Counts up in decimal digits. */
  readonly version: string;
  /** What the rule does, e.g. `log_custom_field`, `execute` or `skip`. */
  readonly action: string;
  /** What the rule applies to, in the rules language. */
  readonly expression: string;
  /** Free text. */
  readonly description: string;
  /** Whether the rule is on. */
  readonly enabled: boolean;
  /** What the rule is known by across its versions. */
  readonly ref: string;
  /** What goes with the action. */
  readonly action_parameters?: JsonObject;
  /** On rules of the action `skip` only. */
  readonly logging?: RuleLogging;
  /** ISO 8601, UTC. */
  readonly last_updated: string;
}

/** A stored zone-level ruleset, with the service's own member names (spec 2.2). */
export interface Ruleset {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Free text. */
  readonly description: string;
  /** Always `zone`: an entry point. */
  readonly kind: 'zone';
  /** The phase that it belongs to. */
  readonly phase: Phase;
  /** Counts up in decimal digits. */
  readonly version: string;
  /** In the order in which they apply. */
  readonly rules: readonly Rule[];
  /** ISO 8601, UTC. */
  readonly last_updated: string;
}
