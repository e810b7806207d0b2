import type { ServicePart } from '../service/part';
import { type PreviousWafDocument, STORED_PREVIOUS_WAF } from './previous-waf-seed';
import { refused } from '../service/refusal';
import { type PageSizes, pageOf } from '../http/page-of';
import { type ZoneOperation, type ZoneCall, zoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import {
  type OldGroup,
  type OldPackage,
  type PlacedRule,
  packageById,
  rulesOf,
  type SeedWafPackage,
  SHARED_WAF_PACKAGES,
} from './catalogue';
import {
  type Filter,
  type FirewallRule,
  type PreviousWaf,
  GROUP_MODES,
  allowedRuleModes,
  firewallRulesOf,
  groupMode,
  pageRulesByPrecedence,
  ruleMode,
} from './previous-waf';

/** The pages of packages, groups, rules, overrides and page rules (docs/internals/service.md 7.7). */
const PAGE_SIZES: PageSizes = { least: 5, most: 100, usual: 50 };

/** The pages of filters and firewall rules (docs/internals/service.md 7.8). */
const FIREWALL_PAGE_SIZES: PageSizes = { ...PAGE_SIZES, usual: 25 };

const PACKAGES = '/firewall/waf/packages';
const OVERRIDES = '/firewall/waf/overrides';

/** The zone's switch of the previous managed rules (docs/internals/service.md 7.7). */
const getSetting = zoneOperation('waf.setting.get', 'GET /settings/waf', 'waf:read', ({ zone }) => {
  const { enabled, enabledModifiedOn } = zone.previousWaf;
  const result = {
    id: 'waf',
    value: enabled ? 'on' : 'off',
    editable: true,
    modified_on: enabledModifiedOn,
  };
  return { result };
});

const listPackages = zoneOperation('waf.packages.list', `GET ${PACKAGES}`, 'waf:read', ({ query, zone }) =>
  pageOf(query, PAGE_SIZES, zone.previousWaf.packages, (pack) =>
    packageView(zone.id, zone.previousWaf, pack),
  ),
);

const listGroups = zoneOperation('waf.groups.list', `GET ${PACKAGES}/:package/groups`, 'waf:read', (call) => {
  const pack = namedPackage(call);
  return pageOf(call.query, PAGE_SIZES, pack.groups, (group) =>
    groupView(call.zone.previousWaf, group, pack),
  );
});

const listRules = zoneOperation('waf.rules.list', `GET ${PACKAGES}/:package/rules`, 'waf:read', (call) =>
  pageOf(call.query, PAGE_SIZES, rulesOf(namedPackage(call)), (placed) =>
    ruleView(call.zone.previousWaf, placed),
  ),
);

/** Oldest first. */
const listUriOverrides = zoneOperation('waf.overrides.list', `GET ${OVERRIDES}`, 'waf:read', (call) => {
  checkOffered(call);
  return pageOf(call.query, PAGE_SIZES, [...call.zone.previousWaf.uriOverrides.values()]);
});

/** What makes a zone compatible with the migration; returns only the id (docs/internals/service.md 7.7). */
const deleteUriOverride = zoneOperation(
  'waf.overrides.delete',
  `DELETE ${OVERRIDES}/:override_id`,
  'waf:edit',
  (call) => {
    checkOffered(call);
    const { service, zone, parameters, dryRun } = call;
    const override = zone.previousWaf.uriOverrides.get(parameters['override_id'] ?? '');
    // The text is known; the code is that of the same service family, the status is the emulator's.
    if (override === undefined) throw refused(404, 10001, 'wafuriconfig.api.not_found');
    if (dryRun) return { result: null };
    timeOfWrite(service);
    zone.previousWaf.uriOverrides.delete(override.id);
    return { result: { id: override.id } };
  },
);

/** The filters of firewall rules and those that none uses (docs/internals/service.md 7.8). */
const listFilters = zoneOperation('filters.list', 'GET /filters', 'waf:read', ({ zone, query }) =>
  pageOf(query, FIREWALL_PAGE_SIZES, [...zone.previousWaf.filters.values()], filterView),
);

const listFirewallRules = zoneOperation(
  'firewall.rules.list',
  'GET /firewall/rules',
  'waf:read',
  ({ zone, query }) =>
    pageOf(query, FIREWALL_PAGE_SIZES, firewallRulesOf(zone.previousWaf), firewallRuleView),
);

/** Highest priority first. It has pages only if the query asks for them (docs/internals/service.md 7.9). */
const listPageRules = zoneOperation('page.rules.list', 'GET /pagerules', 'waf:read', ({ zone, query }) => {
  const rules = pageRulesByPrecedence(zone.previousWaf);
  const isPaged = query.has('page') || query.has('per_page');
  return isPaged ? pageOf(query, PAGE_SIZES, rules) : { result: rules };
});

/**
 * The operations of the previous managed rules, which stop working once a zone has migrated
 * (docs/internals/service.md 1.1).
 */
export const MANAGED_RULES_OPERATIONS: readonly ZoneOperation[] = [
  getSetting,
  listPackages,
  listGroups,
  listRules,
  listUriOverrides,
  deleteUriOverride,
];

/**
 * The previous managed rules, and the firewall and page rules that matter to a migration (docs/internals/service.md 7.7).
 */
export const PREVIOUS_WAF: ServicePart = {
  operations: [...MANAGED_RULES_OPERATIONS, listFilters, listFirewallRules, listPageRules],
  stored: [STORED_PREVIOUS_WAF],
  shared: SHARED_WAF_PACKAGES,
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

/** The package that the path names. @throws Refusal */
function namedPackage({ zone, parameters }: ZoneCall): OldPackage {
  const id = parameters['package'] ?? '';
  const pack = packageById(zone.previousWaf.packages, id);
  if (pack !== undefined) return pack;
  // These ids have no fixed form, so a path may contain any text in their place.
  const shown = id.length > 80 ? `${id.slice(0, 80)}…` : id;
  // The code is known (docs/internals/service.md 7.7), the text is the emulator's.
  throw refused(400, 1002, `Could not find WAF package ${shown}`);
}

/**
 * Enterprise zones alone have overrides, and today their operations are retired. The status 410 is known
 * (docs/internals/service.md 7.7), the rest is the emulator's own.
 *
 * @throws Refusal
 */
function checkOffered({ service, zone }: ZoneCall): void {
  if (service.state.settings.uriOverrides === 'retired')
    throw refused(
      410,
      1040,
      'This operation of the previous managed rules is retired; the ruleset API replaces it',
    );
  if (zone.plan !== 'enterprise')
    throw refused(
      403,
      1041,
      `URI-based overrides are not included in the ${zone.plan} plan; they need the enterprise plan`,
    );
}

/** A sensitivity that nobody chose is shown as high (docs/internals/service.md 7.7). */
function packageView(zoneId: string, { core }: PreviousWaf, pack: OldPackage): unknown {
  const { id, name, description, detectionMode } = pack;
  const shown = { id, name, description, zone_id: zoneId, detection_mode: detectionMode, status: 'active' };
  if (detectionMode === 'traditional') return shown;
  const sensitivity = core.sensitivity === 'default' ? 'high' : core.sensitivity;
  return { ...shown, sensitivity, action_mode: core.actionMode };
}

/** A rule is modified if somebody set its mode, even to what its `default` means. */
function groupView(waf: PreviousWaf, group: OldGroup, pack: OldPackage): unknown {
  const { id, name, description, rules } = group;
  return {
    ...{ id, name, description, mode: groupMode(waf, group), allowed_modes: GROUP_MODES },
    rules_count: rules.length,
    modified_rules_count: rules.filter((rule) => waf.ruleModes.has(rule.id)).length,
    package_id: pack.id,
  };
}

/** Only a traditional rule has a `default_mode`, the meaning of its mode `default`. */
function ruleView(waf: PreviousWaf, { rule, group, pack, position }: PlacedRule): unknown {
  const { id, description, defaultMode } = rule;
  return {
    ...{ id, description, priority: String(position), group: { id: group.id, name: group.name } },
    ...{ package_id: pack.id, mode: ruleMode(waf, rule, pack), allowed_modes: allowedRuleModes(pack) },
    ...(pack.detectionMode === 'traditional' && { default_mode: defaultMode }),
  };
}

/** The documented answers have neither a description nor a ref if none was given (docs/internals/service.md 7.8). */
function filterView({ description, ref, ...filter }: Filter): Record<string, unknown> {
  return { ...filter, ...(description !== '' && { description }), ...(ref !== '' && { ref }) };
}

/** They have `products` only with `bypass`. */
function firewallRuleView({ products, description, ref, filter, ...rule }: FirewallRule): unknown {
  return {
    ...rule,
    ...(description !== '' && { description }),
    ...(products.length > 0 && { products }),
    ...(ref !== '' && { ref }),
    filter: filterView(filter),
  };
}
