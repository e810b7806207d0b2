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
  /** Whether the service would let the zone migrate. Of no meaning once it has finished. */
  readonly compatible: IResolvable;
  /** `start`, `validation`, `finishing` or `finished`, whatever words the service has for them. */
  readonly migrationState: string;
  /**
   * What is in the way, as far as it can be found out: empty for a compatible zone, and also when the service refuses
   * for a reason that its configuration does not show.
   */
  readonly obstacles: ListReference<ManagedRulesCompatibilityObstaclesReferences>;
}

/**
 * What is in the way, as far as it can be found out: empty for a compatible zone, and also when the service refuses
 * for a reason that its configuration does not show.
 */
export interface ManagedRulesCompatibilityObstaclesReferences {
  /** `uri_override`, `too_many_firewall_rules` or `expression_too_long`. */
  readonly kind: string;
  /** Of the override or firewall rule. Null where no single one is in the way. */
  readonly id: string;
  /** What it is, for people. */
  readonly description: string;
}
