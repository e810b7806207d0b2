import type { Operation } from '../service/operation';
import { FIREWALL_RULE_OPERATIONS } from './firewall-rule-operations';
import { getGroup, listGroups, updateGroup } from './group-operations';
import { getPackage, listPackages, updatePackage } from './package-operations';
import { PAGE_RULE_OPERATIONS } from './page-rule-operations';
import { getRule, listRules, updateRule } from './rule-operations';
import { URI_OVERRIDE_OPERATIONS } from './uri-override-operations';
import { getWafSetting, updateWafSetting } from './waf-setting-operations';

/** The operations of the previous managed rules, which stop working once a zone has migrated (docs/service.md 1.1). */
export const MANAGED_RULES_OPERATIONS: readonly Operation[] = [
  getWafSetting,
  updateWafSetting,
  listPackages,
  getPackage,
  updatePackage,
  listGroups,
  getGroup,
  updateGroup,
  listRules,
  getRule,
  updateRule,
  ...URI_OVERRIDE_OPERATIONS,
];

/** The previous managed rules, and the firewall and page rules that a migration looks at (docs/service.md 7.7). */
export const PREVIOUS_WAF_OPERATIONS: readonly Operation[] = [
  ...MANAGED_RULES_OPERATIONS,
  ...FIREWALL_RULE_OPERATIONS,
  ...PAGE_RULE_OPERATIONS,
];
