import { loadSeed } from '../seed/load-seed';
import { readSeed } from '../seed/read-seed';
import type { Seed } from '../seed/seed';
import type { SeedDocument } from '../seed/seed-document';
import { SeedError, seedProblem } from '../seed/seed-error';
import { parseSeedText } from '../seed/seed-text';
import type { Service } from '../service/service';
import type { ServiceSettings } from '../service/settings';

/** Puts the service into the state that a document or the text of a file describes. @throws SeedError */
export type LoadState = (document: SeedDocument | string) => void;

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
