import type { SeedDocument } from '../../emulator';
import { DEFAULT_SEED, DEFAULT_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';

/** The zone that clients change. */
export const ZONE_ID = DEFAULT_ZONE_ID;

/** A zone that has finished its migration: its previous managed rules are retired. */
export const MIGRATED_ZONE_ID = SECOND_ZONE_ID;

/** The default seed, with one zone that has finished its migration, and as many requests as the tests send. */
export const CLIENT_SEED: SeedDocument = {
  ...DEFAULT_SEED,
  zones: DEFAULT_SEED.zones.map((zone) =>
    zone.id === MIGRATED_ZONE_ID ? { ...zone, migration: { state: 'finished' } } : zone,
  ),
  options: { rate_limit: 0 },
};
