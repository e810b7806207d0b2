import { zonesSchema } from '../../schema';
import { findZones, inventoryOperations } from '../api';
import { defineDataSource } from '../sdk/framework';
import type { Configured } from '../resources/configured';

/** The ids of zones by name (docs/internals/service.md 9.1). */
export const zones = defineDataSource<typeof zonesSchema, Configured>({
  schema: zonesSchema,

  async read({ client, config, diagnostics, signal }) {
    const { names } = config;
    const inventory = inventoryOperations(client.api);
    // An id is no answer to itself.
    const { byWanted, failures } = await findZones(names, { inventory }, signal, () => false);
    diagnostics.errors(failures.map(({ problem }) => ({ ...problem, path: ['names'] })));
    if (diagnostics.hasError) return undefined;
    return { names, ids: Object.fromEntries([...byWanted].map(([name, { id }]) => [name, id])) };
  },
});
