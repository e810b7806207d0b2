import { managedRulesCompatibilitySchema, type MigrationState } from '../../schema';
import type { ZoneClient } from '../api';
import { defineDataSource } from '../framework';
import type { Configured } from '../resources/configured';
import { findObstacles } from '../resources/migration/previous-waf';
import { readStatus } from '../resources/migration/status';

/** Whether a zone can migrate (docs/service.md 7.4). What is in the way is looked for only when something is. */
export const managedRulesCompatibility = defineDataSource<typeof managedRulesCompatibilitySchema, Configured>(
  {
    schema: managedRulesCompatibilitySchema,

    async read({ client: { api }, config: { zone_id: zoneId }, signal }) {
      const { state } = await readStatus(api, zoneId, signal);
      const compatible = await isCompatible(api, zoneId, state, signal);
      return {
        zone_id: zoneId,
        compatible,
        migration_state: state,
        obstacles: compatible ? [] : await findObstacles(api, zoneId, signal),
      };
    },
  },
);

/**
 * The service is asked only while its answer decides something. From the end of a migration on it refuses the check for
 * some zones (docs/service.md 7.4), and a condition that held when the migration was let through has to go on holding: nothing is
 * in the way any more.
 */
async function isCompatible(
  api: ZoneClient,
  zoneId: string,
  state: MigrationState,
  signal: AbortSignal,
): Promise<boolean> {
  switch (state) {
    case 'start':
    case 'validation':
      return (await api.checkCompatibility(zoneId, { signal })).compatible;
    case 'finishing':
    case 'finished':
      return true;
  }
}
