import { managedRulesStatusSchema } from '../../schema';
import { defineDataSource } from '../framework';
import type { Configured } from '../resources/configured';
import { readStatus } from '../resources/migration/status';

/** The status of the migration of a zone (docs/service.md 7.5). An unknown state is an error, never a guess. */
export const managedRulesStatus = defineDataSource<typeof managedRulesStatusSchema, Configured>({
  schema: managedRulesStatusSchema,

  async read({ client, config: { zone_id: zoneId }, signal }) {
    const { state, word, oldStatus, newStatus, source, created } = await readStatus(
      client.reads,
      zoneId,
      signal,
    );
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
