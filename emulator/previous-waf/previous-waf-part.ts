import type { ZoneOperation, ZoneCall } from '../service/operation';
import type { ServicePart } from '../service/part';
import { FILTER_OPERATIONS } from './filter-operations';
import { FIREWALL_RULE_OPERATIONS, FIREWALL_RULES } from './firewall-rule-operations';
import { GROUP_OPERATIONS } from './group-operations';
import { PACKAGE_OPERATIONS } from './package-operations';
import { PAGE_RULE_OPERATIONS } from './page-rule-operations';
import { type SeedWafPackage, SHARED_WAF_PACKAGES } from './packages-seed';
import { PREVIOUS_WAF_SECTION } from './previous-waf-section';
import { type PreviousWafDocument, STORED_PREVIOUS_WAF } from './previous-waf-seed';
import { RULE_OPERATIONS } from './rule-operations';
import { URI_OVERRIDE_OPERATIONS } from './uri-override-operations';
import { WAF_SETTING_OPERATIONS } from './waf-setting-operations';
import { check } from '../checks/reader';
import { invalidParameter } from '../service/chosen';
import { accepted } from '../service/refusal';
import { timeOfWrite } from '../service/service';
import { deleteIfUnused } from './filters';
import type { PreviousWaf, StoredFirewallRule } from './previous-waf';
import { namedItem } from './stored-item-operations';

/** Asks for the rule's filter to be deleted, too, unless another rule has it (docs/internals/service.md 7.8). */
const WITH_FILTER = 'delete_filter_if_unused';

/** Keeps the filter unless the body or the query asks for its deletion. */
const deleteFirewallRule: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.delete',
  method: 'DELETE',
  path: `${FIREWALL_RULES.path}/:${FIREWALL_RULES.parameter}`,
  permission: 'waf:edit',
  body: 'optional json',
  run: (call) => {
    const rule = namedItem(FIREWALL_RULES, call);
    const withFilter = deletesFilter(call);
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    const [deleted] = deleteRules(call.zone.previousWaf, [rule], withFilter);
    return { kind: 'result', result: deleted };
  },
};

/** Deletes the rules that the parameters `id` name; one that does not exist is no error (docs/internals/service.md 7.8). */
const deleteFirewallRules: ZoneOperation = {
  of: 'zone',
  name: 'firewall.rules.bulk.delete',
  method: 'DELETE',
  path: FIREWALL_RULES.path,
  permission: 'waf:edit',
  body: 'optional json',
  run: (call) => {
    const waf = call.zone.previousWaf;
    const ids = new Set(call.query.getAll('id'));
    const rules = [...ids].flatMap((id) => waf.firewallRules.get(id) ?? []);
    const withFilter = deletesFilter(call);
    if (call.dryRun) return { kind: 'result', result: null };
    timeOfWrite(call.service);
    return { kind: 'result', result: deleteRules(waf, rules, withFilter) };
  },
};

const FIREWALL_RULE_DELETIONS: readonly ZoneOperation[] = [deleteFirewallRule, deleteFirewallRules];

/** Returns what is shown of each deleted rule. */
function deleteRules(
  waf: PreviousWaf,
  rules: readonly StoredFirewallRule[],
  withFilter: boolean,
): readonly unknown[] {
  for (const { id } of rules) waf.firewallRules.delete(id);
  if (!withFilter) return rules.map(({ id }) => ({ id }));
  const filterIds = [...new Set(rules.map(({ filterId }) => filterId))];
  const deleted = new Set(filterIds.filter((id) => deleteIfUnused(waf, id)));
  return rules.map(({ id, filterId }) => ({ id, filter: { id: filterId, deleted: deleted.has(filterId) } }));
}

/** The published schema has it in the body; clients also send it in the query. */
function deletesFilter({ query, body }: ZoneCall): boolean {
  const inQuery = query.get(WITH_FILTER) ?? 'false';
  if (inQuery !== 'true' && inQuery !== 'false')
    throw invalidParameter(WITH_FILTER, inQuery, 'true or false');
  if (body === undefined) return inQuery === 'true';
  const inBody = accepted(
    check(body, (reader) => {
      const members = reader.members([WITH_FILTER]);
      return members && (members.optional(WITH_FILTER)?.boolean() ?? false);
    }),
  );
  return inBody || inQuery === 'true';
}

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
  shared: SHARED_WAF_PACKAGES,
  page: [PREVIOUS_WAF_SECTION],
};

/** The part of a seed about them. */
export interface SeedPreviousWaf {
  /** Its previous managed rules, firewall rules and page rules. @default - on, with every setting at its default */
  readonly previous_waf?: PreviousWafDocument;
}

/** The part of a seed about the packages that all zones have in common. */
export interface SeedWafPackages {
  /** Packages with their groups and rules, as the service lists them. @default - the emulator's samples */
  readonly waf_packages?: readonly SeedWafPackage[];
}
