import type { Phase } from '../rulesets/phases';
import type { Ruleset } from '../rulesets/ruleset';
import type { Service, ServiceState } from '../service/service';
import type { ServiceSettings } from '../service/settings';
import type { Zone } from '../service/zone';
import { readSeed } from './read-seed';
import type { CheckedZone, Seed } from './seed';
import type { SeedDocument } from './seed-document';
import { SeedError, seedProblem } from './seed-error';
import { parseSeedText } from './seed-text';
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

/** Puts the service into the state that a document or the text of a file describes. @throws SeedError */
type LoadState = (document: SeedDocument | string) => void;

/** @param settings win over the options of every seed */
export function stateLoader(service: Service, settings: Partial<ServiceSettings>): LoadState {
  const startTime = service.clock.now();
  return (document) => loadSeed(service, checkedSeed(document, settings), startTime);
}

function checkedSeed(document: SeedDocument | string, settings: Partial<ServiceSettings>): Seed {
  const seed = typeof document === 'string' ? parseSeedText(document) : { document, locate: seedProblem };
  if ('problems' in seed) throw new SeedError(seed.problems);
  const read = readSeed(seed.document, settings);
  if (!read.ok) throw new SeedError(read.problems.map(seed.locate));
  return read.value;
}
