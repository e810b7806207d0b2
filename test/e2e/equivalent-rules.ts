/**
 * What the previous configuration of `migrating-zones.ts` becomes, from the tables of docs/internals/service.md 7.3. Ids of
 * managed rulesets, and how levels, thresholds and exceptions are written: docs/internals/service.md 6.3.
 */

export const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
export const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
/** The rule of the core rule set that has the score threshold and the action. */
export const SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';

/** Rules of the managed ruleset, by the ids of the previous rules that they come from. */
export const SUCCESSOR = {
  '100015': '23ee7cebe6e8443e99ecf932ab579455',
  '100016': '8f3a52c1a5b84f4e8a1f6d8f2b0c4e11',
  '100030': '8f3a52c1a5b84f4e8a1f6d8f2b0c4e12',
  '100043': '8f3a52c1a5b84f4e8a1f6d8f2b0c4e13',
  '100044': '5de7edfa648c4d6891dc3e7f84534ffa',
} as const;

type Sensitivity = 'high' | 'medium' | 'low' | 'default';

type ActionMode = 'simulate' | 'block' | 'challenge';

/** What of a full previous configuration differs from zone to zone. */
export interface PreviousSettings {
  /** @default 'default' */
  readonly sensitivity?: Sensitivity;
  /** @default 'challenge' */
  readonly actionMode?: ActionMode;
  /** The second group of the managed package. @default 'on' */
  readonly contentManagement?: 'on' | 'off';
}

/** A rule as it is generated and saved, without what the service numbers. */
export interface EquivalentRule {
  readonly action: 'execute' | 'skip';
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters: Readonly<Record<string, unknown>>;
}

/** An override of one rule of a managed ruleset (docs/internals/service.md 6.1). */
export interface RuleOverride {
  readonly id: string;
  readonly action?: string;
  readonly enabled?: boolean;
  readonly score_threshold?: number;
}

/** docs/internals/service.md 7.3, sensitivity mapping: paranoia level and score threshold. */
const SENSITIVITY_TABLE: Readonly<Record<Sensitivity, readonly [level: 1 | 2, threshold: number]>> = {
  high: [2, 40],
  medium: [1, 25],
  low: [1, 40],
  default: [2, 40],
};

/** A paranoia level is written as the categories above it, turned off. */
const OFF_ABOVE = {
  1: ['paranoia-level-2', 'paranoia-level-3', 'paranoia-level-4'],
  2: ['paranoia-level-3', 'paranoia-level-4'],
} as const;

/** docs/internals/service.md 7.3, settings migrated: "mapped almost directly; Simulate becomes Log". */
const ACTION_TABLE: Readonly<Record<ActionMode, string>> = {
  simulate: 'log',
  block: 'block',
  challenge: 'challenge',
};

/** Firewall rules with bypass, page rules with Disable Security and with WAF Off except where one has WAF On. */
export const EXCEPTIONS: readonly EquivalentRule[] = [
  skip('ip.src in {192.0.2.0/24}', `Firewall rule ${'a'.repeat(32)}: the office`),
  skip('http.host eq "b.example"', `Firewall rule ${'b'.repeat(32)}`),
  skip(
    'http.request.full_uri wildcard r"https://example.org/health"',
    'Page rule https://example.org/health',
  ),
  skip(
    'http.request.full_uri wildcard r"https://example.com/*" and not http.request.full_uri wildcard r"https://example.com/admin/*"',
    'Page rule https://example.com/*',
  ),
];

/** The overrides of the managed ruleset: one for each rule that does something else than by default. */
export function managedOverrides({
  contentManagement = 'on',
}: PreviousSettings = {}): readonly RuleOverride[] {
  return [
    { id: SUCCESSOR['100015'], action: 'log', enabled: true },
    { id: SUCCESSOR['100016'], enabled: false },
    { id: SUCCESSOR['100030'], action: 'block', enabled: true },
    ...(contentManagement === 'on'
      ? [{ id: SUCCESSOR['100044'], action: 'challenge', enabled: true }]
      : [
          { id: SUCCESSOR['100043'], enabled: false },
          { id: SUCCESSOR['100044'], enabled: false },
        ]),
  ];
}

/** The one override of a rule of the core rule set. */
export function coreOverrides({
  sensitivity = 'default',
  actionMode = 'challenge',
}: PreviousSettings = {}): readonly RuleOverride[] {
  const [, threshold] = SENSITIVITY_TABLE[sensitivity];
  return [{ id: SCORE_RULE, action: ACTION_TABLE[actionMode], score_threshold: threshold }];
}

/** All rules, in order. @param overrides in the place of the generated ones */
export function equivalentRules(
  settings: PreviousSettings = {},
  overrides: { readonly managed?: readonly RuleOverride[]; readonly core?: readonly RuleOverride[] } = {},
): readonly EquivalentRule[] {
  const [level] = SENSITIVITY_TABLE[settings.sensitivity ?? 'default'];
  const categories = OFF_ABOVE[level].map((category) => ({ category, enabled: false }));
  return [
    ...EXCEPTIONS,
    execute({ id: MANAGED, overrides: { rules: overrides.managed ?? managedOverrides(settings) } }),
    execute({ id: CORE, overrides: { categories, rules: overrides.core ?? coreOverrides(settings) } }),
  ];
}

function skip(expression: string, description: string): EquivalentRule {
  return {
    action: 'skip',
    expression,
    description,
    enabled: true,
    action_parameters: { ruleset: 'current' },
  };
}

function execute(action_parameters: EquivalentRule['action_parameters']): EquivalentRule {
  return { action: 'execute', expression: 'true', description: '', enabled: true, action_parameters };
}
