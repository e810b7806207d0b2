import { bypassesManagedRules } from '../previous-waf/effects-on-managed-rules';
import type { FirewallRule, PageRule, PreviousWaf } from '../previous-waf/previous-waf';
import type { GeneratedRule } from './generated-rule';
import { generatedRule } from './generated-rule';
import { pageRuleExpressions } from './page-rule-expressions';

/** Skips all rules of the entry point that follow (docs/service.md 6.2). */
const REST_OF_RULESET = { ruleset: 'current' };

/**
 * The exceptions that do what firewall rules with a bypass and page rules with Disable Security or WAF Off did
 * to the previous version (docs/service.md 7.3). They stand before the rules that they skip.
 */
export function exceptions(waf: PreviousWaf): readonly GeneratedRule[] {
  const bypasses = bypassingRules(waf).map((rule) =>
    exception(rule.filter.expression, `Firewall rule ${named(rule)}`),
  );
  const pages = pageRuleExpressions(waf, ['security off', 'waf off']).map(({ pageRule, expression }) =>
    exception(expression, `Page rule ${patternsOf(pageRule)}`),
  );
  return [...bypasses, ...pages];
}

/** The firewall rules that are to be migrated. */
export function bypassingRules(waf: PreviousWaf): readonly FirewallRule[] {
  return [...waf.firewallRules.values()].filter(bypassesManagedRules);
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
