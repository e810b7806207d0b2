import type { OldPackage, OldGroup, OldRule } from './catalogue';

/**
 * The previous managed rules of a zone (docs/internals/service.md 7.7). Only what differs from the defaults is stored, so that
 * an unconfigured zone costs nothing. The packages, groups and rules themselves are in the catalogue.
 */
export interface PreviousWaf {
  /** The same for all zones. */
  readonly packages: readonly OldPackage[];
  /** The zone's switch. */
  readonly enabled: boolean;
  /** When somebody last used the switch, ISO 8601; null if nobody ever did. */
  readonly enabledModifiedOn: string | null;
  readonly core: CoreRuleSet;
  /** By group id. */
  readonly groupModes: ReadonlyMap<string, GroupMode>;
  /** By rule id. */
  readonly ruleModes: ReadonlyMap<string, string>;
  /** By id, oldest first. */
  readonly uriOverrides: Map<string, UriOverride>;
  /** Each one that a firewall rule names is here. */
  readonly filters: ReadonlyMap<string, Filter>;
  readonly firewallRules: ReadonlyMap<string, StoredFirewallRule>;
  readonly pageRules: ReadonlyMap<string, PageRule>;
}

/**
 * The settings of the core rule set's package. `default` is a sensitivity that nobody chose
 * (docs/internals/service.md 7.3).
 */
export interface CoreRuleSet {
  readonly sensitivity: CoreSensitivity;
  readonly actionMode: CoreActionMode;
}

export const CORE_SENSITIVITIES = ['default', 'high', 'medium', 'low', 'off'] as const;
export type CoreSensitivity = (typeof CORE_SENSITIVITIES)[number];

export const CORE_ACTION_MODES = ['challenge', 'block', 'simulate'] as const;
export type CoreActionMode = (typeof CORE_ACTION_MODES)[number];

export type GroupMode = 'on' | 'off';

/** Wire names (docs/internals/service.md 7.7). */
export interface UriOverride {
  readonly id: string;
  readonly description: string;
  readonly urls: readonly string[];
  readonly priority: number;
  /** Group id to action. */
  readonly groups: Readonly<Record<string, string>>;
  /** Rule id to action. */
  readonly rules: Readonly<Record<string, string>>;
  readonly rewrite_action: Readonly<Record<string, string>>;
  readonly paused: boolean;
}

/** Wire names (docs/internals/service.md 7.8). Any number of firewall rules can have the same filter. */
export interface Filter {
  readonly id: string;
  readonly expression: string;
  readonly paused: boolean;
  readonly description: string;
  readonly ref: string;
}

/** Wire names (docs/internals/service.md 7.8). */
export interface FirewallRule {
  readonly id: string;
  readonly paused: boolean;
  readonly description: string;
  readonly action: string;
  /** What a `bypass` skips; empty for other actions. */
  readonly products: readonly string[];
  readonly priority: number | null;
  readonly ref: string;
  readonly filter: Filter;
}

/** A firewall rule, which names its filter by id. */
export type StoredFirewallRule = Omit<FirewallRule, 'filter'> & { readonly filterId: string };

/**
 * Wire names (docs/internals/service.md 7.9). If several page rules match a URL, the one with the highest priority takes effect.
 */
export interface PageRule {
  readonly id: string;
  readonly targets: readonly {
    readonly target: 'url';
    readonly constraint: { readonly operator: 'matches'; readonly value: string };
  }[];
  /** Their ids and values (docs/internals/service.md 7.9). */
  readonly actions: readonly { readonly id: string; readonly value?: unknown }[];
  readonly priority: number;
  readonly status: 'active' | 'disabled';
  /** ISO 8601. */
  readonly created_on: string;
  readonly modified_on: string;
}

export function defaultPreviousWaf(packages: readonly OldPackage[]): PreviousWaf {
  return {
    packages,
    enabled: true,
    enabledModifiedOn: null,
    core: { sensitivity: 'default', actionMode: 'challenge' },
    groupModes: new Map(),
    ruleModes: new Map(),
    uriOverrides: new Map(),
    filters: new Map(),
    firewallRules: new Map(),
    pageRules: new Map(),
  };
}

/** The firewall rules with their filters, oldest first. */
export function firewallRulesOf(waf: PreviousWaf): readonly FirewallRule[] {
  return [...waf.firewallRules.values()].map((rule) => withFilter(waf, rule));
}

function withFilter(waf: PreviousWaf, { filterId, ...rule }: StoredFirewallRule): FirewallRule {
  const filter = waf.filters.get(filterId);
  if (filter === undefined) throw new Error(`The firewall rule ${rule.id} names no filter of its zone.`);
  return { ...rule, filter };
}

/** All page rules, including disabled ones: highest priority first; among equals, the newest first. */
export function pageRulesByPrecedence(waf: PreviousWaf): readonly PageRule[] {
  return [...waf.pageRules.values()].reverse().sort((a, b) => b.priority - a.priority);
}

declare module '../service/zone' {
  interface Zone {
    readonly previousWaf: PreviousWaf;
  }
}

/** What a rule of a traditional package does to a matching request: `disable` is `off` here, and `default` is what it means. */
export type EffectiveRuleMode = 'off' | 'simulate' | 'block' | 'challenge';

/** The group's mode; `on` if nobody set it (docs/internals/service.md 7.7). */
export function groupMode(waf: PreviousWaf, group: OldGroup): GroupMode {
  return waf.groupModes.get(group.id) ?? 'on';
}

/**
 * The rule's mode as its operations return it. If nobody set it, it is `default` in a traditional package and `on` in
 * an anomaly package (docs/internals/service.md 7.7).
 */
export function ruleMode(waf: PreviousWaf, rule: OldRule, { detectionMode }: OldPackage): string {
  return waf.ruleModes.get(rule.id) ?? (detectionMode === 'traditional' ? 'default' : 'on');
}

/** What the rule does: nothing if its group is off, otherwise what its own mode says. */
export function effectiveRuleMode(
  waf: PreviousWaf,
  rule: OldRule,
  group: OldGroup,
  pack: OldPackage,
): EffectiveRuleMode {
  if (groupMode(waf, group) === 'off') return 'off';
  const mode = ruleMode(waf, rule, pack);
  return acting(mode === 'default' ? rule.defaultMode : mode);
}

function acting(mode: string): EffectiveRuleMode {
  switch (mode) {
    case 'simulate':
    case 'block':
    case 'challenge':
      return mode;
    default:
      return 'off';
  }
}

/** docs/internals/service.md 7.7. */
export const GROUP_MODES: readonly GroupMode[] = ['on', 'off'];
const ANOMALY_RULE_MODES = ['on', 'off'] as const;
const TRADITIONAL_RULE_MODES = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;

/** The modes of a rule of the package; the first one is the default. */
export function allowedRuleModes({ detectionMode }: OldPackage): readonly string[] {
  return detectionMode === 'anomaly' ? ANOMALY_RULE_MODES : TRADITIONAL_RULE_MODES;
}
