// Written by "npm run docs" from managedRulesCompatibilitySchema: change that, and not this file.
import type { IResolvable } from 'cdktf';
import type { ListReference } from '../binding/references';

/** The arguments of `ManagedRulesCompatibility`. */
export interface ManagedRulesCompatibilityArguments {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
}

/** References to the attributes of `ManagedRulesCompatibility`. */
export interface ManagedRulesCompatibilityReferences {
  /** The zone, 32 hexadecimal digits. */
  readonly zoneId: string;
  /** Whether the service lets the zone migrate. Meaningless once it has finished. */
  readonly compatible: IResolvable;
  /** The state of the migration: `start`, `validation`, `finishing` or `finished`. */
  readonly migrationState: string;
  /**
   * What is in the way, as far as it can be determined. Empty for a compatible zone, and when the service refuses for
   * a reason that its configuration does not show.
   */
  readonly obstacles: ListReference<ManagedRulesCompatibilityObstaclesReferences>;
}

/**
 * What is in the way, as far as it can be determined. Empty for a compatible zone, and when the service refuses for a
 * reason that its configuration does not show.
 */
export interface ManagedRulesCompatibilityObstaclesReferences {
  /** `uri_override`, `too_many_firewall_rules` or `expression_too_long`. */
  readonly kind: string;
  /** The id of the override or firewall rule. Null when no single one is in the way. */
  readonly id: string;
  /** A description for people. */
  readonly description: string;
}
