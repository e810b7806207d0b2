import type { ServicePart, StoredPart } from '../service/part';
import { FIREWALL_OPERATIONS, MANAGED_RULES_OPERATIONS } from './operations';
import { type SeedWafPackage, SHARED_WAF_PACKAGES } from './packages-seed';
import { readById, readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { timestamp } from '../service/clock';
import { groupById, ruleById } from './catalogue';
import {
  type CoreActionMode,
  type CoreRuleSet,
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
import { readSeedFirewall } from './read-firewall-rules';
import { readSeedPageRules } from './read-page-rules';
import { readSeedUriOverrides } from './read-uri-overrides';
import type { Made } from './seed-items';

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

const MEMBERS = [
  'enabled',
  'enabled_modified_on',
  'core_rule_set',
  'groups',
  'rules',
  'uri_overrides',
  'filters',
  'firewall_rules',
  'page_rules',
] as const;

/** The previous managed rules in seeds and snapshots. */
const STORED_PREVIOUS_WAF: StoredPart<PreviousWafDocument> = {
  member: 'previous_waf',
  read: (reader, { plan, settings: service, shared: { wafPackages } }) => {
    const members = reader?.members(MEMBERS);
    if (members === undefined) return () => ({ previousWaf: defaultPreviousWaf(wafPackages) });
    const usual = defaultPreviousWaf(wafPackages);
    const settings = {
      ...usual,
      enabled: members.optional('enabled')?.boolean() ?? usual.enabled,
      enabledModifiedOn: readTimeText(members.optional('enabled_modified_on')) ?? null,
      core: readCoreRuleSet(members.optional('core_rule_set'), usual.core),
      groupModes: readModes(members.optional('groups'), 'group', (id) =>
        groupById(wafPackages, id) === undefined ? undefined : GROUP_MODES,
      ),
      ruleModes: readModes(members.optional('rules'), 'rule', (id) => {
        const placed = ruleById(wafPackages, id);
        return placed && allowedRuleModes(placed.pack);
      }),
    };
    const sentOverrides = members.optional('uri_overrides');
    const uriOverrides = readSeedUriOverrides(sentOverrides, plan);
    // No client could read or delete them, and they prevent a migration.
    if (uriOverrides.length > 0 && service.uriOverrides === 'retired')
      sentOverrides?.refuse('their operations are retired; set the option uri_overrides to available');
    const firewall = readSeedFirewall(members.optional('filters'), members.optional('firewall_rules'));
    const pageRules = readSeedPageRules(members.optional('page_rules'));
    return ({ clock, identifiers }) => {
      const time = timestamp(clock.now());
      const all = <T>(made: readonly Made<T>[]): readonly T[] =>
        made.map((make) => make(() => identifiers.next(), time));
      const overrides = all(uriOverrides);
      const listed = all(firewall.filters);
      const rules = all(firewall.rules);
      const previousWaf = {
        ...settings,
        uriOverrides: byId(overrides),
        filters: byId([...listed, ...rules.flatMap(({ filter }) => filter ?? [])]),
        firewallRules: byId(rules.map(({ rule }) => rule)),
        pageRules: byId(all(pageRules)),
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

function byId<T extends { readonly id: string }>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function readCoreRuleSet(reader: Reader | undefined, usual: CoreRuleSet): CoreRuleSet {
  const members = reader?.members(['sensitivity', 'action_mode']);
  return {
    sensitivity: members?.optional('sensitivity')?.oneOf(CORE_SENSITIVITIES) ?? usual.sensitivity,
    actionMode: members?.optional('action_mode')?.oneOf(CORE_ACTION_MODES) ?? usual.actionMode,
  };
}

/**
 * Modes by id. Only what differs from the usual mode, the first of the allowed ones, is held.
 *
 * @param allowedOf the modes of the thing with the id; `undefined` if there is none
 */
function readModes<T extends string>(
  reader: Reader | undefined,
  thing: string,
  allowedOf: (id: string) => readonly T[] | undefined,
): ReadonlyMap<string, T> {
  const modes =
    reader &&
    readById(reader, (item, id) => {
      const allowed = allowedOf(id);
      if (allowed === undefined) return item.refuse(`no ${thing} has this id`);
      const mode = item.oneOf(allowed);
      return mode === allowed[0] ? undefined : mode;
    });
  return modes ?? new Map();
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
