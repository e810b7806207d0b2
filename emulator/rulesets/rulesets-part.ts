import type { ServicePart } from '../service/part';
import { CUSTOM_FIELDS_SECTION } from './custom-fields-section';
import { ENTRY_POINT_OPERATIONS } from './entry-point-operations';
import { MANAGED_RULES_SECTION } from './managed-rules-section';
import { RULE_OPERATIONS } from './rule-operations';
import { RULESET_OPERATIONS } from './ruleset-operations';
import type { SeedRuleset } from './rulesets-seed';
import { STORED_RULESETS } from './rulesets-seed';
import { VERSION_OPERATIONS } from './version-operations';

/** Rulesets, their rules and versions: custom log fields and the new managed rules (docs/service.md 3). */
export const RULESETS: ServicePart = {
  operations: [...RULESET_OPERATIONS, ...ENTRY_POINT_OPERATIONS, ...RULE_OPERATIONS, ...VERSION_OPERATIONS],
  storedOfScopes: STORED_RULESETS,
  page: [CUSTOM_FIELDS_SECTION, MANAGED_RULES_SECTION],
};

/** The part of a seed about them. */
export interface SeedRulesets {
  /** Its entry points. @default - none */
  readonly rulesets?: readonly SeedRuleset[];
}
