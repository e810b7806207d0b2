import type { Phase } from '../rulesets/phases';
import type { Ruleset } from '../service/ruleset';
import type { Zone } from '../service/zone';
import type { Service, ServiceState } from '../service/service';
import type { CheckedZone, Seed } from './seed';
import { storedHistory, storedRuleset } from './stored-ruleset';

/** Puts the service into the state of the seed, its clock and its identifiers included. */
export function loadSeed(service: Service, seed: Seed, startTime: number): void {
  service.clock.set(seed.clock ?? startTime);
  service.identifiers.resumeAfter(seed.identifiers);
  service.state = stateOf(service, seed);
}

function stateOf(service: Service, seed: Seed): ServiceState {
  const zones = seed.zones.map((zone) => storedZone(service, zone));
  return {
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    credentials: seed.credentials,
    settings: seed.settings,
  };
}

/** The zone with the identifiers and times that its seed leaves out. */
export function storedZone(service: Service, zone: CheckedZone): Zone {
  const id = zone.id ?? service.identifiers.next();
  const rulesets = new Map<Phase, Ruleset>();
  const rulesetHistory = new Map<string, readonly Ruleset[]>();
  for (const sent of zone.rulesets) {
    const ruleset = storedRuleset(service, sent);
    rulesets.set(ruleset.phase, ruleset);
    const history = storedHistory(service, sent, ruleset.id);
    if (history.length > 0) rulesetHistory.set(ruleset.id, history);
  }
  return {
    id,
    name: zone.name,
    plan: zone.plan,
    rulesets,
    rulesetHistory,
    logpush: zone.logpush(service),
    previousWaf: zone.previousWaf(service),
    migration: zone.migration(service),
  };
}
