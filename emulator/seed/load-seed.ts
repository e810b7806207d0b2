import { timestamp } from '../determinism/clock';
import { newRule } from '../rulesets/settle-rules';
import type { Ruleset } from '../service/ruleset';
import type { Zone } from '../service/zone';
import type { Service, ServiceState } from '../service/service';
import type { CheckedRuleset, CheckedZone, Seed } from './seed';

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
  const rulesets = zone.rulesets.map((ruleset) => storedRuleset(service, ruleset));
  return {
    id,
    name: zone.name,
    plan: zone.plan,
    rulesets: new Map(rulesets.map((ruleset) => [ruleset.phase, ruleset])),
    rulesetHistory: new Map(),
    logpush: zone.logpush(service),
    previousWaf: zone.previousWaf(service),
    migration: zone.migration(service),
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
