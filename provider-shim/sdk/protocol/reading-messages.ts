import type { MessageTable } from './message-types';

/** Calls that only read: data sources, and ephemeral resources, which no state ever holds. */
export const readingMessages = {
  'ValidateDataResourceConfig.Request': { typeName: [1, 'string'], config: [2, 'DynamicValue'] },
  'ValidateDataResourceConfig.Response': { diagnostics: [1, 'Diagnostic', 'repeated'] },

  'ReadDataSource.Request': {
    typeName: [1, 'string'],
    config: [2, 'DynamicValue'],
    providerMeta: [3, 'DynamicValue'],
    clientCapabilities: [4, 'ClientCapabilities'],
  },
  'ReadDataSource.Response': {
    state: [1, 'DynamicValue'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
    deferred: [3, 'Deferred'],
  },

  'ValidateEphemeralResourceConfig.Request': { typeName: [1, 'string'], config: [2, 'DynamicValue'] },
  'ValidateEphemeralResourceConfig.Response': { diagnostics: [1, 'Diagnostic', 'repeated'] },

  'OpenEphemeralResource.Request': {
    typeName: [1, 'string'],
    config: [2, 'DynamicValue'],
    clientCapabilities: [3, 'ClientCapabilities'],
  },
  'OpenEphemeralResource.Response': {
    diagnostics: [1, 'Diagnostic', 'repeated'],
    renewAt: [2, 'Timestamp'],
    result: [3, 'DynamicValue'],
    private: [4, 'bytes', 'optional'],
    deferred: [5, 'Deferred'],
  },

  'RenewEphemeralResource.Request': { typeName: [1, 'string'], private: [2, 'bytes', 'optional'] },
  'RenewEphemeralResource.Response': {
    diagnostics: [1, 'Diagnostic', 'repeated'],
    renewAt: [2, 'Timestamp'],
    private: [3, 'bytes', 'optional'],
  },

  'CloseEphemeralResource.Request': { typeName: [1, 'string'], private: [2, 'bytes', 'optional'] },
  'CloseEphemeralResource.Response': { diagnostics: [1, 'Diagnostic', 'repeated'] },

  'ValidateListResourceConfig.Request': {
    typeName: [1, 'string'],
    config: [2, 'DynamicValue'],
    includeResourceObject: [3, 'DynamicValue'],
    limit: [4, 'DynamicValue'],
  },
  'ValidateListResourceConfig.Response': { diagnostics: [1, 'Diagnostic', 'repeated'] },

  'ListResource.Request': {
    typeName: [1, 'string'],
    config: [2, 'DynamicValue'],
    includeResourceObject: [3, 'bool'],
    limit: [4, 'int64'],
  },
  /** One message of the stream for each object; one without an identity only has diagnostics. */
  'ListResource.Event': {
    identity: [1, 'ResourceIdentityData'],
    displayName: [2, 'string'],
    resourceObject: [3, 'DynamicValue', 'optional'],
    diagnostic: [4, 'Diagnostic', 'repeated'],
  },
} as const satisfies MessageTable;
