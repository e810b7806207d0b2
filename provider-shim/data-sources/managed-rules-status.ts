import { managedRulesStatusSchema } from '../../schema';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import { isZoneGone } from '../resources/gone-zone';
import { readStatus, type Status } from '../resources/migration/status';

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
