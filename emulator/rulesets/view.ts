import type { Ruleset } from '../service/ruleset';
import type { ServiceSettings } from '../service/settings';
import type { ManagedRuleset } from './managed-rulesets';

/** A ruleset as the service answers it (docs/service.md 3.1). */
export function wholeRuleset(ruleset: Ruleset | ManagedRuleset, settings: ServiceSettings): unknown {
  return ruleset.rules.length === 0 && settings.emptyRules === 'absent' ? withoutRules(ruleset) : ruleset;
}

/** A ruleset as an item of a list: without its rules (docs/service.md 3.3). */
export function withoutRules(ruleset: Ruleset | ManagedRuleset): unknown {
  const { id, name, description, kind, phase, version, last_updated } = ruleset;
  return { id, name, description, kind, phase, version, last_updated };
}
