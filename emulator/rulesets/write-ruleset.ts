import type { Ruleset } from '../service/ruleset';
import type { Service } from '../service/service';
import { timeOfWrite } from '../service/service';
import type { Zone } from '../service/zone';
import type { Phase } from './phases';
import type { NewRuleset, RulesetChange } from './read-bodies';
import type { RuleContext } from './rule-context';
import { rememberVersion } from './ruleset-history';
import { nextVersion, settleRules } from './settle-rules';

/** The name of an entry point that was created without one (docs/service.md 3.1). */
export const DEFAULT_NAME = 'default';

/** Stores a new zone-level ruleset. The zone has none of its phase. */
export function createRuleset(service: Service, zone: Zone, sent: NewRuleset): Ruleset {
  const time = timeOfWrite(service);
  const ruleset: Ruleset = {
    id: service.identifiers.next(),
    name: sent.name,
    description: sent.description,
    kind: 'zone',
    phase: sent.phase,
    version: '1',
    rules: settleRules(sent.rules, [], service.identifiers, time),
    last_updated: time,
  };
  zone.rulesets.set(ruleset.phase, ruleset);
  return ruleset;
}

/** Stores a change: sent rules replace all rules, and the version counts up (docs/service.md 3.3). The name stays. */
export function changeRuleset(service: Service, zone: Zone, stored: Ruleset, change: RulesetChange): Ruleset {
  const time = timeOfWrite(service);
  const rules = change.rules && settleRules(change.rules, stored.rules, service.identifiers, time);
  const ruleset: Ruleset = {
    ...stored,
    description: change.description ?? stored.description,
    version: nextVersion(stored.version),
    rules: rules ?? stored.rules,
    last_updated: time,
  };
  rememberVersion(zone, stored);
  zone.rulesets.set(ruleset.phase, ruleset);
  return ruleset;
}

/** Deletes the ruleset with all its versions (docs/service.md 3.3). */
export function deleteStoredRuleset(service: Service, zone: Zone, stored: Ruleset): void {
  timeOfWrite(service);
  zone.rulesets.delete(stored.phase);
  zone.rulesetHistory.delete(stored.id);
}

/** What rules sent for this phase of the zone are checked against. */
export function ruleContext(service: Service, zone: Zone, phase: Phase): RuleContext {
  const refs = new Map(zone.rulesets.get(phase)?.rules.map((rule) => [rule.id, rule.ref]));
  return { phase, plan: zone.plan, settings: service.state.settings, refs };
}
