import { managedRulesConfigurationSchema } from '../../schema';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import { findLosses, shownLosses } from '../resources/migration/previous-waf';
import { readConfiguration, savedRules } from '../resources/migration/rules';

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
