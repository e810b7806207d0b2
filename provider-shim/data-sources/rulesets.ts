import { rulesetsSchema } from '../../schema';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';

/** The rulesets of a zone (docs/internals/service.md 3.3), narrowed down by kind and phase where the user says so. */
export const rulesets = defineDataSource<typeof rulesetsSchema, Configured>({
  schema: rulesetsSchema,

  async read({ client, config, signal }) {
    const all = await client.reads.listRulesets(config.zone_id, { signal });
    return {
      ...config,
      rulesets: all
        .filter(({ kind }) => config.kind === null || kind === config.kind)
        .filter(({ phase }) => config.phase === null || phase === config.phase)
        .map((ruleset) => ({
          id: ruleset.id,
          name: ruleset.name,
          description: ruleset.description,
          kind: ruleset.kind,
          phase: ruleset.phase,
          version: ruleset.version,
          last_updated: ruleset.last_updated,
        })),
    };
  },
});
