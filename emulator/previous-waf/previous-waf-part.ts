import type { ServicePart, StoredPart } from '../service/part';
import { FIREWALL_OPERATIONS, MANAGED_RULES_OPERATIONS } from './operations';
import { type SeedWafPackage, SHARED_WAF_PACKAGES, groupById, ruleById } from './catalogue';
import * as is from '../checks/shape';
import { timestamp } from '../service/clock';
import {
  type CoreActionMode,
  type CoreSensitivity,
  type Filter,
  type GroupMode,
  type PageRule,
  type StoredFirewallRule,
  type UriOverride,
  GROUP_MODES,
  allowedRuleModes,
  CORE_ACTION_MODES,
  CORE_SENSITIVITIES,
  defaultPreviousWaf,
} from './previous-waf';
import { seedFilters, seedFirewallRules, seedPageRules, seedUriOverrides, type Made } from './seed-rules';

/** The previous managed rules of a zone in a seed. Everything has a default. */
interface PreviousWafDocument {
  /** The zone's switch. @default true */
  readonly enabled?: boolean;
  /** When somebody last used the switch, ISO 8601 in UTC. @default - never */
  readonly enabled_modified_on?: string;
  /** @default - sensitivity `default`, action mode `challenge` */
  readonly core_rule_set?: {
    readonly sensitivity?: CoreSensitivity;
    readonly action_mode?: CoreActionMode;
  };
  /** Modes by group id. @default - every group is on */
  readonly groups?: Readonly<Record<string, GroupMode>>;
  /** Modes by rule id. @default - every rule has the mode of its package */
  readonly rules?: Readonly<Record<string, string>>;
  /** Only on Enterprise zones. @default - none */
  readonly uri_overrides?: readonly UriOverrideDocument[];
  /** The filters that firewall rules name by their ids, and those that none uses. @default - none */
  readonly filters?: readonly FilterDocument[];
  /** @default - none */
  readonly firewall_rules?: readonly FirewallRuleDocument[];
  /** @default - none */
  readonly page_rules?: readonly PageRuleDocument[];
}

/** At least one of `groups`, `rules`. */
type UriOverrideDocument = Partial<UriOverride> & Pick<UriOverride, 'urls'>;

type FilterDocument = Partial<Filter> & Pick<Filter, 'expression'>;

/** Exactly one of `filter`, `expression`. A `bypass` needs `products`. */
interface FirewallRuleDocument extends Partial<Omit<StoredFirewallRule, 'filterId'>> {
  readonly action: string;
  /** A filter of its own, or the id of one of `filters`. */
  readonly filter?: FilterDocument | { readonly id: string };
  /** Short for a filter with this expression. */
  readonly expression?: string;
}

/** Exactly one of `targets`, `url`. By default, the priority is 1 and the status is active. */
interface PageRuleDocument extends Partial<PageRule> {
  readonly actions: PageRule['actions'];
  /** Short for the one target. */
  readonly url?: string;
}

/** The previous managed rules in seeds and snapshots. */
const STORED_PREVIOUS_WAF: StoredPart<PreviousWafDocument> = {
  member: 'previous_waf',
  read: (reader, { plan, settings: service, shared: { wafPackages } }) => {
    const usual = defaultPreviousWaf(wafPackages);
    const filterIds = new Set<string>();
    const sent =
      reader &&
      is.object({
        enabled: is.optional(is.flag, usual.enabled),
        enabled_modified_on: is.optional(is.timeText, null),
        core_rule_set: is.optional(
          is.object({
            sensitivity: is.optional(is.oneOf(CORE_SENSITIVITIES), usual.core.sensitivity),
            action_mode: is.optional(is.oneOf(CORE_ACTION_MODES), usual.core.actionMode),
          }),
        ),
        groups: is.optional(
          modes('group', (id) => (groupById(wafPackages, id) === undefined ? undefined : GROUP_MODES)),
          new Map(),
        ),
        rules: is.optional(
          modes('rule', (id) => {
            const placed = ruleById(wafPackages, id);
            return placed && allowedRuleModes(placed.pack);
          }),
          new Map(),
        ),
        // No client could read or delete them where they are retired, and they prevent a migration.
        uri_overrides: is.optional(
          is.refusedIf(seedUriOverrides(plan), ({ length }) =>
            length > 0 && service.uriOverrides === 'retired'
              ? 'their operations are retired; set the option uri_overrides to available'
              : undefined,
          ),
          [],
        ),
        filters: is.optional(seedFilters(filterIds), []),
        firewall_rules: is.optional(seedFirewallRules(filterIds), []),
        page_rules: is.optional(seedPageRules(), []),
      })(reader);
    if (sent === undefined) return () => ({ previousWaf: usual });
    const { core_rule_set: core } = sent;
    return ({ clock, identifiers }) => {
      const now = timestamp(clock.now());
      const all = <T>(made: readonly Made<T>[]): readonly T[] =>
        made.map((make) => make(() => identifiers.next(), now));
      const uriOverrides = byIdOf(all(sent.uri_overrides));
      const listed = all(sent.filters);
      const rules = all(sent.firewall_rules);
      const previousWaf = {
        ...usual,
        enabled: sent.enabled,
        enabledModifiedOn: sent.enabled_modified_on,
        core: core ? { sensitivity: core.sensitivity, actionMode: core.action_mode } : usual.core,
        groupModes: sent.groups,
        ruleModes: sent.rules,
        uriOverrides,
        filters: byIdOf([...listed, ...rules.flatMap(({ filter }) => filter ?? [])]),
        firewallRules: byIdOf(rules.map(({ rule }) => rule)),
        pageRules: byIdOf(all(sent.page_rules)),
      };
      return { previousWaf };
    };
  },
  write: ({ previousWaf: waf }) => ({
    enabled: waf.enabled,
    ...(waf.enabledModifiedOn !== null && { enabled_modified_on: waf.enabledModifiedOn }),
    core_rule_set: { sensitivity: waf.core.sensitivity, action_mode: waf.core.actionMode },
    groups: Object.fromEntries(waf.groupModes),
    rules: Object.fromEntries(waf.ruleModes),
    uri_overrides: [...waf.uriOverrides.values()],
    filters: [...waf.filters.values()],
    firewall_rules: [...waf.firewallRules.values()].map(({ filterId, ...rule }) => ({
      ...rule,
      filter: { id: filterId },
    })),
    page_rules: [...waf.pageRules.values()],
  }),
};

function byIdOf<T extends { readonly id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

/**
 * Modes by id. Only what differs from the usual mode, the first of the allowed ones, is held.
 *
 * @param allowedOf the modes of the thing with the id; `undefined` if there is none
 */
function modes<T extends string>(
  thing: string,
  allowedOf: (id: string) => readonly T[] | undefined,
): is.Shape<ReadonlyMap<string, T>> {
  return is.byId((id) => {
    const allowed = allowedOf(id);
    if (allowed === undefined) return (mode) => mode.refuse(`no ${thing} has this id`);
    return is.mapped(is.oneOf(allowed), (mode) => (mode === allowed[0] ? undefined : mode));
  });
}

/**
 * The previous managed rules, and the firewall and page rules that matter to a migration (docs/internals/service.md 7.7).
 */
export const PREVIOUS_WAF: ServicePart = {
  operations: [...MANAGED_RULES_OPERATIONS, ...FIREWALL_OPERATIONS],
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
