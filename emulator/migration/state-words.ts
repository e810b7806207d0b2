import type { ServiceSettings } from '../service/settings';
import type { MigrationState } from './migration';

type Words = Readonly<Record<MigrationState, string>>;

/** Spec 3 shows `start` only; the other words of its column are the emulator's. */
const SPECIFICATION: Words = {
  start: 'start',
  validation: 'validation',
  finishing: 'pending',
  finished: 'finished',
};

/** Facts 4.2. */
const LIVING: Words = { ...SPECIFICATION, finished: 'complete' };

/** The word of the living service's status for a zone that never began (facts 4.2). */
const NEVER_BEGAN = 'default';

/** The word for the state in the answer of the compatibility check (spec 2.7). */
export function wordInCheck(state: MigrationState, { migrationWords }: ServiceSettings): string {
  return (migrationWords === 'living' ? LIVING : SPECIFICATION)[state];
}

/** The word for the state in the answer of the status (spec 2.9). */
export function wordInStatus(state: MigrationState, settings: ServiceSettings): string {
  if (settings.migrationWords === 'living' && state === 'start') return NEVER_BEGAN;
  return wordInCheck(state, settings);
}
