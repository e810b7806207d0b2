import {
  managedRulesStatusSchema,
  managedRulesConfigurationSchema,
  managedRulesCompatibilitySchema,
  type MigrationState,
} from '../../schema';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import { isZoneGone } from '../resources/gone-zone';
import { readStatus, type Status } from '../resources/migration/status';
import { findLosses, shownLosses, findObstacles } from '../resources/migration/previous-waf';
import { readConfiguration } from '../resources/migration/configuration';
import { savedRules } from '../resources/rules/rule';
import type { ZoneClient } from '../api';

/** A gate reads other zones: one that was deleted holds nothing back. */
const GONE = {
  migration_state: 'gone',
  reported_state: null,
  old_waf_status: null,
  new_waf_status: null,
  source: null,
  created: null,
};

/** The status of the migration of a zone (docs/internals/service.md 7.5). An unknown state is an error, never a guess. */
export const managedRulesStatus = defineDataSource<typeof managedRulesStatusSchema, Configured>({
  schema: managedRulesStatusSchema,

  async read({ client, config: { zone_id: zoneId }, signal }) {
    let status: Status;
    try {
      status = await readStatus(client.reads, zoneId, signal);
    } catch (error) {
      if (await isZoneGone(client, zoneId, signal, error)) return { ...GONE, zone_id: zoneId };
      throw error;
    }
    const { state, word, oldStatus, newStatus, source, created } = status;
    return {
      zone_id: zoneId,
      migration_state: state,
      reported_state: word,
      old_waf_status: oldStatus,
      new_waf_status: newStatus,
      source,
      created,
    };
  },
});

/** The generated configuration (docs/internals/service.md 7.4). That the service refuses to make one is an answer, not an error. */
export const managedRulesConfiguration = defineDataSource<typeof managedRulesConfigurationSchema, Configured>(
  {
    schema: managedRulesConfigurationSchema,

    async read({ client, config: { zone_id: zoneId }, signal }) {
      const found = await readConfiguration(client.reads, zoneId, signal);
      if (!found.available)
        return {
          zone_id: zoneId,
          available: false,
          unavailable_because: found.because,
          name: null,
          rules: [],
          not_carried_over: null,
          losses_unknown_because: null,
        };
      return {
        zone_id: zoneId,
        available: true,
        unavailable_because: null,
        name: found.name,
        rules: savedRules(found.rules),
        ...shownLosses(await findLosses(client.reads, zoneId, signal)),
      };
    },
  },
);

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
  if (state === 'finishing' || state === 'finished') return true;
  return (await api.checkCompatibility(zoneId, { signal })).compatible;
}
