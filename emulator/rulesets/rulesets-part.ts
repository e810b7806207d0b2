import type { ServicePart } from '../service/part';
import { ENTRY_POINT_OPERATIONS } from './entry-point-operations';
import { type SeedManagedRuleset, SHARED_MANAGED_RULESETS } from './managed-rulesets-seed';
import { RULE_OPERATIONS } from './rule-operations';
import { RULESET_OPERATIONS } from './ruleset-operations';
import { type SeedRuleset, STORED_RULESETS } from './rulesets-seed';
import { VERSION_OPERATIONS } from './version-operations';

/**
 * Rulesets, their rules and versions: custom log fields, the new managed rules, and the rulesets of other phases, which
 * are only stored (docs/internals/service.md 3).
 */
export const RULESETS: ServicePart = {
  operations: [...RULESET_OPERATIONS, ...ENTRY_POINT_OPERATIONS, ...RULE_OPERATIONS, ...VERSION_OPERATIONS],
  stored: [STORED_RULESETS],
  shared: SHARED_MANAGED_RULESETS,
};

/** The part of a seed about them. */
export interface SeedRulesets {
  /** Its rulesets: entry points and custom ones. @default - none */
  readonly rulesets?: readonly SeedRuleset[];
}

/** The part of a seed about the rulesets that the service maintains for all zones. */
export interface SeedManagedRulesets {
  /** Managed rulesets besides the emulator's samples, or in their place. @default - none */
  readonly managed_rulesets?: readonly SeedManagedRuleset[];
}
