import { readById, readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { timestamp } from '../service/clock';
import type { StoredPart } from '../service/part';
import { groupById, ruleById } from './catalogue';
import { readGroupMode, readRuleMode, setGroupMode, setRuleMode } from './modes';
import { readCoreRuleSet } from './package-operations';
import type {
  CoreActionMode,
  CoreSensitivity,
  Filter,
  GroupMode,
  PageRule,
  PreviousWaf,
  StoredFirewallRule,
  UriOverride,
} from './previous-waf';
import { defaultPreviousWaf } from './previous-waf';
import { SeedFilters } from './read-filter';
import { readSeedFirewallRules } from './read-firewall-rule';
import { readSeedPageRules } from './read-page-rule';
import { readSeedUriOverrides } from './read-uri-override';
import type { Made } from './seed-items';

/** The previous managed rules of a zone in a seed. Everything has a default. */
export interface PreviousWafDocument {
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
export const STORED_PREVIOUS_WAF: StoredPart<PreviousWafDocument> = {
  member: 'previous_waf',
  read: (reader, { plan, settings: service, shared: { wafPackages } }) => {
    const members = reader?.members(MEMBERS);
    if (members === undefined) return () => ({ previousWaf: defaultPreviousWaf(wafPackages) });
    const settings = defaultPreviousWaf(wafPackages);
    settings.enabled = members.optional('enabled')?.boolean() ?? settings.enabled;
    settings.enabledModifiedOn = readTimeText(members.optional('enabled_modified_on')) ?? null;
    const core = members.optional('core_rule_set');
    settings.core = (core && readCoreRuleSet(core, settings.core)) ?? settings.core;
    setGroupModes(settings, members.optional('groups'));
    setRuleModes(settings, members.optional('rules'));
    const sentOverrides = members.optional('uri_overrides');
    const uriOverrides = readSeedUriOverrides(sentOverrides, plan);
    // No client could read or delete them, and they prevent a migration.
    if (uriOverrides.length > 0 && service.uriOverrides === 'retired')
      sentOverrides?.refuse('their operations are retired; set the option uri_overrides to available');
    const seedFilters = new SeedFilters();
    const filters = seedFilters.readList(members.optional('filters'));
    const firewallRules = readSeedFirewallRules(members.optional('firewall_rules'), seedFilters, plan);
    const pageRules = readSeedPageRules(members.optional('page_rules'), plan);
    return ({ clock, identifiers }) => {
      const time = timestamp(clock.now());
      const all = <T>(made: readonly Made<T>[]): readonly T[] =>
        made.map((make) => make(() => identifiers.next(), time));
      const overrides = all(uriOverrides);
      const listed = all(filters);
      const rules = all(firewallRules);
      const previousWaf = {
        ...settings,
        groupModes: new Map(settings.groupModes),
        ruleModes: new Map(settings.ruleModes),
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

function setGroupModes(waf: PreviousWaf, reader: Reader | undefined): void {
  if (reader === undefined) return;
  readById(reader, (item, id) => {
    const group = groupById(waf.packages, id);
    if (group === undefined) return item.refuse('no group has this id');
    const mode = readGroupMode(item);
    if (mode !== undefined) setGroupMode(waf, group, mode);
    return mode;
  });
}

function setRuleModes(waf: PreviousWaf, reader: Reader | undefined): void {
  if (reader === undefined) return;
  readById(reader, (item, id) => {
    const placed = ruleById(waf.packages, id);
    if (placed === undefined) return item.refuse('no rule has this id');
    const mode = readRuleMode(item, placed.pack);
    if (mode !== undefined) setRuleMode(waf, placed.rule, placed.pack, mode);
    return mode;
  });
}
