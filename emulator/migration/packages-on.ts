import { MANAGED_PACKAGE_ID, OLD_PACKAGES } from '../previous-waf/catalogue';
import { groupMode } from '../previous-waf/effective-modes';
import type { CoreRuleSet, PreviousWaf } from '../previous-waf/previous-waf';

/** The settings of a core rule set that is on. */
export type CoreRuleSetOn = CoreRuleSet & {
  readonly sensitivity: Exclude<CoreRuleSet['sensitivity'], 'off'>;
};

/** A core rule set is on unless its sensitivity is `off` (docs/service.md 7.7). */
export function isOn(core: CoreRuleSet): core is CoreRuleSetOn {
  return core.sensitivity !== 'off';
}

export function coreRuleSetIsOn({ core }: PreviousWaf): boolean {
  return isOn(core);
}

/** The first managed package has no switch of its own: it is on while one of its groups is. */
export function managedPackageIsOn(waf: PreviousWaf): boolean {
  const groups = OLD_PACKAGES.find(({ id }) => id === MANAGED_PACKAGE_ID)?.groups ?? [];
  return groups.some((group) => groupMode(waf, group) === 'on');
}
