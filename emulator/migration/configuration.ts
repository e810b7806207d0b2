import type { JsonObject } from '../checks/json';
import { MANAGED_PACKAGE_ID } from '../previous-waf/catalogue';
import {
  type EffectiveRuleMode,
  type CoreActionMode,
  type CoreSensitivity,
  type FirewallRule,
  type PageRule,
  type PreviousWaf,
  effectiveRuleMode,
  firewallRulesOf,
} from '../previous-waf/previous-waf';
import { CORE_RULESET_ID, CORE_SCORE_RULE_ID, MANAGED_RULESET_ID } from '../rulesets/managed-rulesets';
import {
  type CoreRuleSetOn,
  bypassesManagedRules,
  isOn,
  managedPackageIsOn,
  pageRuleExpressions,
  anyOf,
} from './previous-settings';

/** A rule of the generated configuration. It is new, so its identity is empty (docs/internals/service.md 7.4). */
interface GeneratedRule {
  readonly id: '';
  readonly version: '';
  readonly ref: '';
  readonly action: 'execute' | 'skip';
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly action_parameters: JsonObject;
}

/** A generated rule with an empty identity. */
function generatedRule(rule: Omit<GeneratedRule, 'id' | 'version' | 'ref'>): GeneratedRule {
  return { id: '', version: '', ref: '', ...rule };
}

/** Settings of the new core rule set. */
interface CoreSettings {
  /** From 1 to 4; the categories above it are off. */
  readonly paranoiaLevel: number;
  /** The anomaly score from which the rule acts. */
  readonly scoreThreshold: number;
}

/**
 * What the sensitivities of the previous core rule set become (docs/internals/service.md 7.3). The sentence after that table,
 * that the migration sets level 2, is about the defaults; the table governs.
 */
const CORE_SETTINGS: Readonly<Record<Exclude<CoreSensitivity, 'off'>, CoreSettings>> = {
  high: { paranoiaLevel: 2, scoreThreshold: 40 },
  medium: { paranoiaLevel: 1, scoreThreshold: 25 },
  low: { paranoiaLevel: 1, scoreThreshold: 40 },
  default: { paranoiaLevel: 2, scoreThreshold: 40 },
};

/** The highest paranoia level of the new core rule set (docs/internals/service.md 6.3). */
const HIGHEST_PARANOIA_LEVEL = 4;

/**
 * What the previous actions become: "mapped almost directly", and simulating becomes logging
 * (docs/internals/service.md 7.3, 6.3). The rules of the managed package use the same actions.
 */
const ACTIONS: Readonly<Record<CoreActionMode, string>> = {
  simulate: 'log',
  block: 'block',
  challenge: 'challenge',
};

/** docs/internals/service.md 7.4. */
interface GeneratedConfiguration {
  readonly name: string;
  readonly rules: readonly GeneratedRule[];
}

/** The name of every generated configuration (docs/internals/service.md 7.4). */
const NAME = 'default';

/**
 * The configuration of the new managed rules that is equivalent to the previous configuration (docs/internals/service.md 7.3,
 * settings migrated). Its exceptions come first, because they skip what follows.
 */
export function generatedConfiguration(waf: PreviousWaf): GeneratedConfiguration {
  return { name: NAME, rules: [...exceptions(waf), ...deployments(waf)] };
}

/** Skips all rules of the entry point that follow (docs/internals/service.md 6.2). */
const REST_OF_RULESET = { ruleset: 'current' };

/**
 * The exceptions that replace firewall rules with a bypass and page rules with Disable Security or WAF Off
 * (docs/internals/service.md 7.3). They come before the rules that they skip.
 */
function exceptions(waf: PreviousWaf): readonly GeneratedRule[] {
  const bypasses = bypassingRules(waf).map((rule) =>
    exception(rule.filter.expression, `Firewall rule ${named(rule)}`),
  );
  const pages = pageRuleExpressions(waf, ['security off', 'waf off']).map(({ pageRule, expression }) =>
    exception(expression, `Page rule ${patternsOf(pageRule)}`),
  );
  return [...bypasses, ...pages];
}

/** The firewall rules to migrate. */
export function bypassingRules(waf: PreviousWaf): readonly FirewallRule[] {
  return firewallRulesOf(waf).filter(bypassesManagedRules);
}

function exception(expression: string, description: string): GeneratedRule {
  return generatedRule({
    action: 'skip',
    expression,
    description,
    enabled: true,
    action_parameters: REST_OF_RULESET,
  });
}

function named({ id, description }: FirewallRule): string {
  return description === '' ? id : `${id}: ${description}`;
}

function patternsOf({ targets }: PageRule): string {
  return targets.map(({ constraint }) => constraint.value).join(', ');
}

/**
 * The rules that execute the managed rulesets in place of the enabled packages, each ruleset once. The package of
 * customer-requested rules has no successor.
 */
function deployments(waf: PreviousWaf): readonly GeneratedRule[] {
  const reach = reachOf(waf);
  const parameters = [
    ...(managedPackageIsOn(waf) ? [managedParameters(waf)] : []),
    ...(isOn(waf.core) ? [coreParameters(waf.core)] : []),
  ];
  return parameters.map((action_parameters) =>
    generatedRule({ action: 'execute', description: '', ...reach, action_parameters }),
  );
}

/** Where the previous version protects: everywhere, on the URLs of page rules with WAF On, or nowhere. */
function reachOf(waf: PreviousWaf): { readonly expression: string; readonly enabled: boolean } {
  if (waf.enabled) return { expression: 'true', enabled: true };
  const on = pageRuleExpressions(waf, ['waf on']).map(({ expression }) => expression);
  return on.length === 0
    ? { expression: 'true', enabled: false }
    : { expression: anyOf(on.map(grouped)), enabled: true };
}

/** Puts `and not` in parentheses, for readers who do not know its precedence. */
function grouped(expression: string): string {
  return expression.includes(' and not ') ? `(${expression})` : expression;
}

/** An override for each rule that does not act as by default. */
function managedParameters(waf: PreviousWaf): JsonObject {
  const rules = waf.packages
    .filter(({ id }) => id === MANAGED_PACKAGE_ID)
    .flatMap((pack) =>
      pack.groups.flatMap((group) =>
        group.rules.flatMap((rule) => {
          const mode = effectiveRuleMode(waf, rule, group, pack);
          const byDefault = rule.defaultMode === 'disable' ? 'off' : rule.defaultMode;
          return rule.becomes === undefined || mode === byDefault ? [] : [override(rule.becomes, mode)];
        }),
      ),
    );
  return { id: MANAGED_RULESET_ID, ...(rules.length > 0 && { overrides: { rules } }) };
}

function override(id: string, mode: EffectiveRuleMode): JsonObject {
  switch (mode) {
    case 'off':
      return { id, enabled: false };
    case 'simulate':
    case 'block':
    case 'challenge':
      return { id, action: ACTIONS[mode], enabled: true };
  }
}

/** Levels above that of the table are off; the score's rule has threshold and action (docs/internals/service.md 6.3). */
function coreParameters({ sensitivity, actionMode }: CoreRuleSetOn): JsonObject {
  const { paranoiaLevel, scoreThreshold } = CORE_SETTINGS[sensitivity];
  const levelsAbove = Array.from(
    { length: HIGHEST_PARANOIA_LEVEL - paranoiaLevel },
    (_, index) => paranoiaLevel + 1 + index,
  );
  return {
    id: CORE_RULESET_ID,
    overrides: {
      categories: levelsAbove.map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
      rules: [{ id: CORE_SCORE_RULE_ID, action: ACTIONS[actionMode], score_threshold: scoreThreshold }],
    },
  };
}
