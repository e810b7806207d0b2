import type { ZonePart } from '../seed/zone-part';
import type { Migration, MigrationState } from './migration';

/** The migration of a zone in a seed. */
export interface MigrationDocument {
  readonly state?: MigrationState;
}

export const MIGRATION_PART: ZonePart<Migration, MigrationDocument> = {
  read: (reader) => {
    reader?.members(['state']);
    return () => ({ state: 'start' });
  },
  write: ({ state }) => ({ state }),
};
