import type { ProviderService } from '../protocol';
import type { Log } from './log';
import type { AnyProvider } from './provider';
import { applyResourceChange } from './rpc/apply-resource-change';
import { configureProvider } from './rpc/configure-provider';
import { importResourceState } from './rpc/import-resource-state';
import { planResourceChange } from './rpc/plan-resource-change';
import { readDataSource } from './rpc/read-data-source';
import { readResource } from './rpc/read-resource';
import { providerSchemaReply, SERVER_CAPABILITIES } from './rpc/schema-message';
import { Session } from './rpc/session';
import { upgradeResourceState } from './rpc/upgrade-resource-state';
import { validationReply } from './rpc/validate-config';

/** Serves a provider over protocol 6: each RPC decodes, calls into the framework and encodes. */
export function createProviderService<C>(provider: AnyProvider<C>, log: Log): ProviderService {
  const session = new Session(provider, log);
  return {
    getMetadata: async () => ({
      serverCapabilities: SERVER_CAPABILITIES,
      resources: provider.resources.map(({ schema }) => ({ typeName: schema.type })),
      dataSources: provider.dataSources.map(({ schema }) => ({ typeName: schema.type })),
    }),
    getProviderSchema: async () => providerSchemaReply(provider),
    validateProviderConfig: async ({ config }) => validationReply(provider, config, log),
    configureProvider: configureProvider(session),
    stopProvider: async () => {
      session.stop();
      return {};
    },
    validateResourceConfig: async ({ typeName, config }) =>
      validationReply(session.resource(typeName), config, log),
    upgradeResourceState: upgradeResourceState(session),
    readResource: readResource(session),
    planResourceChange: planResourceChange(session),
    applyResourceChange: applyResourceChange(session),
    importResourceState: importResourceState(session),
    validateDataResourceConfig: async ({ typeName, config }) =>
      validationReply(session.dataSource(typeName), config, log),
    readDataSource: readDataSource(session),
  };
}
