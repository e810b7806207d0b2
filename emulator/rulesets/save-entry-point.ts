import type { Ruleset } from '../service/ruleset';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import type { Phase } from './phases';
import type { RulesetChange } from './read-bodies';
import { DEFAULT_NAME, changeRuleset, createRuleset } from './write-ruleset';

/** Changes the phase's ruleset or creates it. A name that differs from the stored one is taken and not used. */
export function saveEntryPoint(service: Service, zone: Zone, phase: Phase, sent: RulesetChange): Ruleset {
  const stored = zone.rulesets.get(phase);
  if (stored !== undefined) return changeRuleset(service, zone, stored, sent);
  const { name = DEFAULT_NAME, description = '', rules = [] } = sent;
  return createRuleset(service, zone, { name, phase, description, rules });
}
