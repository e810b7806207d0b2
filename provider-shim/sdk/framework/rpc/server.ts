import type { ProviderService } from '../../protocol';
import type { Log } from '../../text';
import type { AnyProvider } from '../provider';
import { applyResourceChange, planResourceChange } from './change-resource';
import { configureProvider, validationReply } from './config';
import { closeEphemeralResource, openEphemeralResource, renewEphemeralResource } from './ephemeral-resource';
import {
  generateResourceConfig,
  importResourceState,
  moveResourceState,
  upgradeResourceState,
} from './resource-state';
import { identitySchemasReply, upgradeResourceIdentity } from './identity-message';
import { listResource } from './list-resource';
import { readDataSource, readResource } from './read';
import { providerSchemaReply, SERVER_CAPABILITIES } from './schema-message';
import { Session } from './session';
import { Secrets } from '../secrets';

/** A provider's RPCs, and what follows the last of them. */
export interface ServedProvider extends ProviderService {
  /** The engine is done with this process. */
  close(): void;
}

/**
 * Serves a provider over protocol 6: each RPC decodes, calls into the framework and encodes.
 *
 * @param redact called with every secret from the engine before its first use, so that no log line shows it
 */
export function createProviderService<C>(
  provider: AnyProvider<C>,
  log: Log,
  redact?: (secret: string) => void,
): ServedProvider {
  const session = new Session(provider, log, new Secrets(redact));
  const { ephemerals = [], listResources = [] } = provider;
  return {
    getMetadata: async () => ({
      serverCapabilities: SERVER_CAPABILITIES,
      resources: provider.resources.map(({ schema }) => ({ typeName: schema.type })),
      dataSources: provider.dataSources.map(({ schema }) => ({ typeName: schema.type })),
      ephemeralResources: ephemerals.map(({ schema }) => ({ typeName: schema.type })),
      listResources: listResources.map(({ schema }) => ({ typeName: schema.type })),
    }),
    getProviderSchema: async () => providerSchemaReply(provider),
    getResourceIdentitySchemas: async () => identitySchemasReply(provider),
    validateProviderConfig: async (request) => validationReply(session, provider, request),
    configureProvider: configureProvider(session),
    stopProvider: async () => {
      session.stop();
      return {};
    },
    validateResourceConfig: async (request) =>
      validationReply(session, session.resource(request.typeName), request),
    upgradeResourceState: upgradeResourceState(session),
    upgradeResourceIdentity: upgradeResourceIdentity(session),
    readResource: readResource(session),
    planResourceChange: planResourceChange(session),
    applyResourceChange: applyResourceChange(session),
    importResourceState: importResourceState(session),
    moveResourceState: moveResourceState(session),
    generateResourceConfig: generateResourceConfig(session),
    validateDataResourceConfig: async (request) =>
      validationReply(session, session.dataSource(request.typeName), request),
    readDataSource: readDataSource(session),
    validateEphemeralResourceConfig: async (request) =>
      validationReply(session, session.ephemeral(request.typeName), request),
    openEphemeralResource: openEphemeralResource(session),
    renewEphemeralResource: renewEphemeralResource(session),
    closeEphemeralResource: closeEphemeralResource(session),
    validateListResourceConfig: async (request) =>
      validationReply(session, session.listResource(request.typeName), request),
    listResource: listResource(session),
    getFunctions: async () => ({}),
    close: () => session.close(),
  };
}
