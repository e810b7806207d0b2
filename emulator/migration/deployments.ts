import { MANAGED_PACKAGE_ID, OLD_PACKAGES } from '../previous-waf/catalogue';
import type { EffectiveRuleMode } from '../previous-waf/effective-modes';
import { effectiveRuleMode } from '../previous-waf/effective-modes';
import type { PreviousWaf } from '../previous-waf/previous-waf';
import { CORE_RULESET_ID, CORE_SCORE_RULE_ID, MANAGED_RULESET_ID } from '../rulesets/managed-rulesets';
import type { JsonObject } from '../checks/json-object';
import { ACTIONS, CORE_SETTINGS, HIGHEST_PARANOIA_LEVEL } from './core-settings';
import type { GeneratedRule } from './generated-rule';
import { generatedRule } from './generated-rule';
import type { CoreRuleSetOn } from './packages-on';
import { isOn, managedPackageIsOn } from './packages-on';
import { pageRuleExpressions } from './page-rule-expressions';
import { anyOf } from './url-pattern';

/**
 * The rules that execute the managed rulesets in the place of the packages that are on, each ruleset once. The
 * package of customer-requested rules has no successor.
 */
export function deployments(waf: PreviousWaf): readonly GeneratedRule[] {
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

/** Keeps together what `and not` holds together, for a reader who does not know which binds first. */
function grouped(expression: string): string {
  return expression.includes(' and not ') ? `(${expression})` : expression;
}

/** An override for each rule that does something else than by default. */
function managedParameters(waf: PreviousWaf): JsonObject {
  const rules = OLD_PACKAGES.filter(({ id }) => id === MANAGED_PACKAGE_ID).flatMap((pack) =>
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
    case 'on':
      return { id, enabled: true };
    case 'simulate':
    case 'block':
    case 'challenge':
      return { id, action: ACTIONS[mode], enabled: true };
  }
}

/** Levels above the one of the table are off; the score's rule has threshold and action (docs/service.md 6.3). */
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
