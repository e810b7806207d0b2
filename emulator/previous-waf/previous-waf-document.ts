import type {
  CoreActionMode,
  CoreSensitivity,
  FirewallRule,
  GroupMode,
  PageRule,
  UriOverride,
} from './previous-waf';

/** The previous managed rules of a zone in a seed. Everything that is left out is at its default. */
export interface PreviousWafDocument {
  /** The zone's switch. @default true */
  readonly enabled?: boolean;
  /** When somebody used the switch, ISO 8601 in UTC. @default - nobody did */
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
  /** @default - none */
  readonly firewall_rules?: readonly FirewallRuleDocument[];
  /** @default - none */
  readonly page_rules?: readonly PageRuleDocument[];
}

/** At least one of `groups`, `rules`. */
export type UriOverrideDocument = Partial<UriOverride> & Pick<UriOverride, 'urls'>;

/** Exactly one of `filter`, `expression`. A `bypass` needs `products`. */
export interface FirewallRuleDocument extends Partial<Omit<FirewallRule, 'filter'>> {
  readonly action: string;
  readonly filter?: Partial<FirewallRule['filter']> & Pick<FirewallRule['filter'], 'expression'>;
  /** Short for a filter with this expression. */
  readonly expression?: string;
}

/** Exactly one of `targets`, `url`. The priority is 1 and the status is active unless it says otherwise. */
export interface PageRuleDocument extends Partial<PageRule> {
  readonly actions: PageRule['actions'];
  /** Short for the one target. */
  readonly url?: string;
}
