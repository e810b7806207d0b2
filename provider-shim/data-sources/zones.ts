import { zonesSchema } from '../../schema';
import { findZones, inventoryOperations } from '../api';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';

/** The ids of zones by name (docs/internals/service.md 9.1). */
export const zones = defineDataSource<typeof zonesSchema, Configured>({
  schema: zonesSchema,

  async read({ client, config, diagnostics, signal }) {
    const { names } = config;
    const { zones: found, failures } = await findZones(
      names,
      { inventory: inventoryOperations(client.api) },
      signal,
    );
    diagnostics.errors(failures.map(({ problem }) => ({ ...problem, path: ['names'] })));
    if (diagnostics.hasError) return undefined;
    // An id in place of a name is its own answer.
    return {
      names,
      ids: Object.fromEntries(
        names.map((name) => [name, found.find((zone) => zone.name === name)?.id ?? name]),
      ),
    };
  },
});
