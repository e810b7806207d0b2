import { managedRulesCompatibilitySchema, type MigrationState } from '../../schema';
import type { ZoneClient } from '../api';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import { findObstacles } from '../resources/migration/previous-waf';
import { readStatus } from '../resources/migration/status';

/** Whether a zone can migrate (docs/internals/service.md 7.4). What is in the way is looked for only when something is. */
export const managedRulesCompatibility = defineDataSource<typeof managedRulesCompatibilitySchema, Configured>(
  {
    schema: managedRulesCompatibilitySchema,

    async read({ client: { reads: api }, config: { zone_id: zoneId }, signal }) {
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
 * The check is requested only while its answer matters. After the end of a migration, the service refuses it for some
 * zones (docs/internals/service.md 7.4), and a condition that held before the migration must continue to hold: nothing is in
 * the way then.
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
