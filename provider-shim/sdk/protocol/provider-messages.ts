import type { MessageTable } from './message-types';

/** Calls that concern the provider as a whole. */
export const providerMessages = {
  'GetMetadata.Request': {},
  'GetMetadata.Response': {
    serverCapabilities: [1, 'ServerCapabilities'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
    dataSources: [3, 'GetMetadata.TypeMetadata', 'repeated'],
    resources: [4, 'GetMetadata.TypeMetadata', 'repeated'],
    ephemeralResources: [6, 'GetMetadata.TypeMetadata', 'repeated'],
    listResources: [7, 'GetMetadata.TypeMetadata', 'repeated'],
  },
  /** One shape for what the protocol names DataSource-, Resource- and EphemeralMetadata. */
  'GetMetadata.TypeMetadata': { typeName: [1, 'string'] },

  'GetProviderSchema.Request': {},
  'GetProviderSchema.Response': {
    provider: [1, 'Schema'],
    resourceSchemas: [2, 'Schema', 'map'],
    dataSourceSchemas: [3, 'Schema', 'map'],
    diagnostics: [4, 'Diagnostic', 'repeated'],
    providerMeta: [5, 'Schema'],
    serverCapabilities: [6, 'ServerCapabilities'],
    ephemeralResourceSchemas: [8, 'Schema', 'map'],
    listResourceSchemas: [9, 'Schema', 'map'],
  },

  'GetResourceIdentitySchemas.Request': {},
  'GetResourceIdentitySchemas.Response': {
    identitySchemas: [1, 'ResourceIdentitySchema', 'map'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
  },

  'ValidateProviderConfig.Request': { config: [1, 'DynamicValue'] },
  /** The diagnostics are number 2 here, and 1 in every other validation. */
  'ValidateProviderConfig.Response': { diagnostics: [2, 'Diagnostic', 'repeated'] },

  'ConfigureProvider.Request': {
    terraformVersion: [1, 'string'],
    config: [2, 'DynamicValue'],
    clientCapabilities: [3, 'ClientCapabilities'],
  },
  'ConfigureProvider.Response': { diagnostics: [1, 'Diagnostic', 'repeated'] },

  'GetFunctions.Request': {},
  /** A provider here has none. */
  'GetFunctions.Response': { diagnostics: [2, 'Diagnostic', 'repeated'] },

  'StopProvider.Request': {},
  'StopProvider.Response': { error: [1, 'string'] },
} as const satisfies MessageTable;
