import type { ZoneOperation } from '../service/operation';
import type { ServicePart } from '../service/part';
import { FIREWALL_RULE_DELETIONS } from './delete-firewall-rule';
import { FILTER_OPERATIONS } from './filter-operations';
import { FIREWALL_RULE_OPERATIONS } from './firewall-rule-operations';
import { GROUP_OPERATIONS } from './group-operations';
import { PACKAGE_OPERATIONS } from './package-operations';
import { PAGE_RULE_OPERATIONS } from './page-rule-operations';
import { PREVIOUS_WAF_SECTION } from './previous-waf-section';
import type { PreviousWafDocument } from './previous-waf-seed';
import { STORED_PREVIOUS_WAF } from './previous-waf-seed';
import { RULE_OPERATIONS } from './rule-operations';
import { URI_OVERRIDE_OPERATIONS } from './uri-override-operations';
import { WAF_SETTING_OPERATIONS } from './waf-setting-operations';

/**
 * The operations of the previous managed rules, which stop working once a zone has migrated
 * (docs/internals/service.md 1.1).
 */
export const MANAGED_RULES_OPERATIONS: readonly ZoneOperation[] = [
  ...WAF_SETTING_OPERATIONS,
  ...PACKAGE_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...RULE_OPERATIONS,
  ...URI_OVERRIDE_OPERATIONS,
];

/**
 * The previous managed rules, and the firewall and page rules that matter to a migration (docs/internals/service.md 7.7).
 */
export const PREVIOUS_WAF: ServicePart = {
  operations: [
    ...MANAGED_RULES_OPERATIONS,
    ...FILTER_OPERATIONS,
    ...FIREWALL_RULE_OPERATIONS,
    ...FIREWALL_RULE_DELETIONS,
    ...PAGE_RULE_OPERATIONS,
  ],
  stored: [STORED_PREVIOUS_WAF],
  page: [PREVIOUS_WAF_SECTION],
};

/** The part of a seed about them. */
export interface SeedPreviousWaf {
  /** Its previous managed rules, firewall rules and page rules. @default - on, with every setting at its default */
  readonly previous_waf?: PreviousWafDocument;
}
