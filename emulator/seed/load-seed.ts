import type { Service, ServiceState } from '../service/service';
import type { ServiceSettings } from '../service/settings';
import type { Seed } from './read-seed';
import { readSeed } from './read-seed';
import { storedAccount } from './read-accounts';
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
  const accounts = seed.accounts.map((account) => storedAccount(service, account));
  const zones = seed.zones.map((zone) => storedZone(service, zone));
  return {
    accounts: new Map(accounts.map((account) => [account.id, account])),
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    credentials: seed.credentials,
    settings: seed.settings,
  };
}

/** Puts the service into the state that a document or the text of a file describes. @throws SeedError */
type LoadState = (document: SeedDocument | string) => void;

/** @param settings take precedence over the options of every seed */
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
