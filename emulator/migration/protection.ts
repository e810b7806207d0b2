import { MANAGED_PHASE } from '../rulesets/phases';
import type { Zone } from '../service/zone';
import { coreRuleSetIsOn, managedPackageIsOn } from './packages-on';
import { pageRuleExpressions } from './page-rule-expressions';

/** What of a rule decides whether it deploys a managed ruleset. */
interface Deployment {
  readonly action: string;
  readonly enabled: boolean;
}

/** Tells whether rules deploy a managed ruleset; there is no switch beside them (docs/service.md 1.1). */
export function deploysManagedRuleset(rules: readonly Deployment[]): boolean {
  return rules.some((rule) => rule.action === 'execute' && rule.enabled);
}

/** Tells whether the previous version is enabled: its switch is on, and the migration has not disabled it. */
export function previousVersionEnabled({ migration, previousWaf }: Zone): boolean {
  return migration.state !== 'finished' && previousWaf.enabled;
}

/** Tells whether the new managed rules are enabled: the zone's entry point deploys one of them. */
export function newVersionEnabled(zone: Zone): boolean {
  return deploysManagedRuleset(zone.rulesets.get(MANAGED_PHASE)?.rules ?? []);
}

/**
 * Tells whether any URL of the zone would lose protection with the previous version: one of its packages is on,
 * and so is the zone's switch or at least a page rule with WAF On.
 */
export function previousVersionProtects({ previousWaf }: Zone): boolean {
  const somewhere = previousWaf.enabled || pageRuleExpressions(previousWaf, ['waf on']).length > 0;
  return somewhere && (managedPackageIsOn(previousWaf) || coreRuleSetIsOn(previousWaf));
}
