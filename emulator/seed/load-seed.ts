import { timestamp } from '../determinism/clock';
import { newRule } from '../rulesets/settle-rules';
import type { Ruleset } from '../service/ruleset';
import type { Service, ServiceState } from '../service/service';
import type { CheckedRuleset, Seed } from './seed';

/** Puts the service into the state of the seed, its clock and its identifiers included. */
export function loadSeed(service: Service, seed: Seed, startTime: number): void {
  service.clock.set(seed.clock ?? startTime);
  service.identifiers.resumeAfter(seed.identifiers);
  service.state = stateOf(service, seed);
}

function stateOf(service: Service, seed: Seed): ServiceState {
  const zones = seed.zones.map((zone) => {
    const id = zone.id ?? service.identifiers.next();
    const rulesets = zone.rulesets.map((ruleset) => storedRuleset(service, ruleset));
    const byPhase = new Map(rulesets.map((ruleset) => [ruleset.phase, ruleset]));
    return { id, name: zone.name, plan: zone.plan, rulesets: byPhase };
  });
  return {
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    credentials: seed.credentials,
    settings: seed.settings,
  };
}

function storedRuleset(service: Service, ruleset: CheckedRuleset): Ruleset {
  const time = timestamp(service.clock.now());
  return {
    id: ruleset.id ?? service.identifiers.next(),
    name: ruleset.name,
    description: ruleset.description,
    kind: 'zone',
    phase: ruleset.phase,
    version: ruleset.version,
    rules: ruleset.rules.map((rule) => ({
      ...newRule(rule, rule.id ?? service.identifiers.next(), rule.last_updated ?? time),
      version: rule.version ?? '1',
    })),
    last_updated: ruleset.last_updated ?? time,
  };
}
