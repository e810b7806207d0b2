import type { FirewallRule, PageRule } from './previous-waf';

/** Whether the firewall rule lets requests pass by the managed rules (docs/service.md 7.3, settings migrated). */
export function bypassesManagedRules(rule: FirewallRule): boolean {
  return rule.action === 'bypass' && rule.products.includes('waf') && !rule.paused && !rule.filter.paused;
}

/** What a page rule does to the managed rules (docs/service.md 7.3, settings migrated). */
export type PageRuleSetting = 'security off' | 'waf off' | 'waf on';

/**
 * What the page rule does to the managed rules; `undefined` when it is disabled or does nothing to them.
 * `disable_security` takes everything away, so it wins over a `waf` in the same rule.
 */
export function pageRuleSetting(rule: PageRule): PageRuleSetting | undefined {
  if (rule.status !== 'active') return undefined;
  if (rule.actions.some(({ id }) => id === 'disable_security')) return 'security off';
  const waf = rule.actions.find(({ id }) => id === 'waf')?.value;
  if (waf === undefined) return undefined;
  return waf === 'on' ? 'waf on' : 'waf off';
}
