import type { PageRuleSetting } from '../previous-waf/effects-on-managed-rules';
import { pageRuleSetting } from '../previous-waf/effects-on-managed-rules';
import type { PageRule, PreviousWaf } from '../previous-waf/previous-waf';
import { pageRulesByPrecedence } from '../previous-waf/previous-waf';
import { anyOf, mayOverlap, urlExpression } from './url-pattern';

/** The URLs on which a page rule decides. */
export interface PageRuleExpression {
  readonly pageRule: PageRule;
  readonly expression: string;
}

/**
 * The URLs of the active page rules with one of these settings, the greatest precedence first. Only one page
 * rule takes effect on a request, so what an earlier rule with another setting, or with none, decides is left
 * out of the later ones.
 */
export function pageRuleExpressions(
  waf: PreviousWaf,
  settings: readonly PageRuleSetting[],
): readonly PageRuleExpression[] {
  const active = pageRulesByPrecedence(waf).filter(({ status }) => status === 'active');
  const has = (rule: PageRule): boolean => settings.some((setting) => setting === pageRuleSetting(rule));
  return active.flatMap((pageRule, index) => {
    if (!has(pageRule)) return [];
    const earlier = active.slice(0, index).filter((other) => !has(other) && overlap(other, pageRule));
    return [{ pageRule, expression: [pageRule, ...earlier].map(urlsOf).join(' and not ') }];
  });
}

function patternsOf({ targets }: PageRule): readonly string[] {
  return targets.map(({ constraint }) => constraint.value);
}

function urlsOf(rule: PageRule): string {
  return anyOf(patternsOf(rule).map(urlExpression));
}

function overlap(one: PageRule, other: PageRule): boolean {
  return patternsOf(one).some((pattern) => patternsOf(other).some((second) => mayOverlap(pattern, second)));
}
