import type { Service, ServiceState } from '../service/service';
import type { StartSettings } from '../service/settings';
import { type Seed, readSeed } from './read-seed';
import { storedZone } from './read-zones';
import type { SeedDocument } from './seed-document';
import { SeedError, seedProblem } from './seed-error';
import { parseSeedText } from './seed-text';

/** Puts the service into the state of the seed, including clock and identifiers. */
export function loadSeed(service: Service, seed: Seed, startTime: number): void {
  service.clock.set(seed.clock ?? startTime);
  service.identifiers.resumeAfter(seed.identifiers);
  service.state = stateOf(service, seed);
}

function stateOf(service: Service, seed: Seed): ServiceState {
  const zones = seed.zones.map((zone) => storedZone(service, zone));
  return {
    ...seed.shared,
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    credentials: seed.credentials,
  };
}

/** Puts the service into the state that a document or the text of a file describes. @throws SeedError */
type LoadState = (document: SeedDocument | string, start: StartSettings) => void;

export function stateLoader(service: Service): LoadState {
  const startTime = service.clock.now();
  return (document, start) => loadSeed(service, checkedSeed(document, start), startTime);
}

function checkedSeed(document: SeedDocument | string, start: StartSettings): Seed {
  const seed = typeof document === 'string' ? parseSeedText(document) : { document, locate: seedProblem };
  if ('problems' in seed) throw new SeedError(seed.problems);
  const read = readSeed(seed.document, start);
  if (!read.ok) throw new SeedError(read.problems.map(seed.locate));
  return read.value;
}
