import type { ServiceSettings } from '../service/settings';
import type { MigrationState } from './migration';

type Words = Readonly<Record<MigrationState, string>>;

/** docs/service.md 7.1 shows `start` only; the other words of its column are the emulator's. */
const SPECIFICATION: Words = {
  start: 'start',
  validation: 'validation',
  finishing: 'pending',
  finished: 'finished',
};

/** docs/service.md 7.5. */
const LIVING: Words = { ...SPECIFICATION, finished: 'complete' };

/** The word of the production service's status for a zone that never began (docs/service.md 7.5). */
const NEVER_BEGAN = 'default';

/** The word for the state in the answer of the compatibility check (docs/service.md 7.4). */
export function wordInCheck(state: MigrationState, { migrationWords }: ServiceSettings): string {
  return (migrationWords === 'living' ? LIVING : SPECIFICATION)[state];
}

/** The word for the state in the answer of the status (docs/service.md 7.5). */
export function wordInStatus(state: MigrationState, settings: ServiceSettings): string {
  if (settings.migrationWords === 'living' && state === 'start') return NEVER_BEGAN;
  return wordInCheck(state, settings);
}
