import { MANAGED_PACKAGE_ID } from '../previous-waf/catalogue';
import { groupMode } from '../previous-waf/modes';
import type { CoreRuleSet, FirewallRule, PageRule, PreviousWaf } from '../previous-waf/previous-waf';
import { pageRulesByPrecedence } from '../previous-waf/previous-waf';
import { anyOf, mayOverlap, urlExpression } from './url-pattern';

/** Whether the firewall rule lets requests bypass the managed rules (docs/internals/service.md 7.3, settings migrated). */
export function bypassesManagedRules(rule: FirewallRule): boolean {
  return rule.action === 'bypass' && rule.products.includes('waf') && !rule.paused && !rule.filter.paused;
}

/** What a page rule does to the managed rules (docs/internals/service.md 7.3, settings migrated). */
type PageRuleSetting = 'security off' | 'waf off' | 'waf on';

/**
 * What the page rule does to the managed rules; `undefined` if it is disabled or does nothing to them.
 * `disable_security` disables everything, so it takes precedence over `waf` in the same rule.
 */
export function pageRuleSetting(rule: PageRule): PageRuleSetting | undefined {
  if (rule.status !== 'active') return undefined;
  if (rule.actions.some(({ id }) => id === 'disable_security')) return 'security off';
  const waf = rule.actions.find(({ id }) => id === 'waf')?.value;
  if (waf === undefined) return undefined;
  return waf === 'on' ? 'waf on' : 'waf off';
}

/** The settings of a core rule set that is on. */
export type CoreRuleSetOn = CoreRuleSet & {
  readonly sensitivity: Exclude<CoreRuleSet['sensitivity'], 'off'>;
};

/** A core rule set is on unless its sensitivity is `off` (docs/internals/service.md 7.7). */
export function isOn(core: CoreRuleSet): core is CoreRuleSetOn {
  return core.sensitivity !== 'off';
}

export function coreRuleSetIsOn({ core }: PreviousWaf): boolean {
  return isOn(core);
}

/** The first managed package has no switch of its own: it is on while any of its groups is. */
export function managedPackageIsOn(waf: PreviousWaf): boolean {
  const groups = waf.packages.find(({ id }) => id === MANAGED_PACKAGE_ID)?.groups ?? [];
  return groups.some((group) => groupMode(waf, group) === 'on');
}

/** The URLs for which a page rule decides. */
interface PageRuleExpression {
  readonly pageRule: PageRule;
  readonly expression: string;
}

/**
 * The URLs of the active page rules with one of these settings, highest precedence first. Only one page rule takes
 * effect on a request, so later rules leave out what an earlier rule with another setting, or with none, decides.
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
