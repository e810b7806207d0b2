import type { MessageTable } from './message-types';

/** Calls that concern managed resources. */
export const resourceMessages = {
  'ValidateResourceConfig.Request': {
    typeName: [1, 'string'],
    config: [2, 'DynamicValue'],
    clientCapabilities: [3, 'ClientCapabilities'],
  },
  'ValidateResourceConfig.Response': { diagnostics: [1, 'Diagnostic', 'repeated'] },

  'UpgradeResourceState.Request': {
    typeName: [1, 'string'],
    version: [2, 'int64'],
    rawState: [3, 'RawState'],
  },
  'UpgradeResourceState.Response': {
    upgradedState: [1, 'DynamicValue'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
  },

  'UpgradeResourceIdentity.Request': {
    typeName: [1, 'string'],
    version: [2, 'int64'],
    rawIdentity: [3, 'RawState'],
  },
  'UpgradeResourceIdentity.Response': {
    upgradedIdentity: [1, 'ResourceIdentityData'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
  },

  'ReadResource.Request': {
    typeName: [1, 'string'],
    currentState: [2, 'DynamicValue'],
    private: [3, 'bytes'],
    providerMeta: [4, 'DynamicValue'],
    clientCapabilities: [5, 'ClientCapabilities'],
    currentIdentity: [6, 'ResourceIdentityData'],
  },
  'ReadResource.Response': {
    newState: [1, 'DynamicValue'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
    private: [3, 'bytes'],
    deferred: [4, 'Deferred'],
    newIdentity: [5, 'ResourceIdentityData'],
  },

  'PlanResourceChange.Request': {
    typeName: [1, 'string'],
    priorState: [2, 'DynamicValue'],
    proposedNewState: [3, 'DynamicValue'],
    config: [4, 'DynamicValue'],
    priorPrivate: [5, 'bytes'],
    providerMeta: [6, 'DynamicValue'],
    clientCapabilities: [7, 'ClientCapabilities'],
    priorIdentity: [8, 'ResourceIdentityData'],
    plannedPrivate: [9, 'bytes'],
  },
  'PlanResourceChange.Response': {
    plannedState: [1, 'DynamicValue'],
    requiresReplace: [2, 'AttributePath', 'repeated'],
    plannedPrivate: [3, 'bytes'],
    diagnostics: [4, 'Diagnostic', 'repeated'],
    legacyTypeSystem: [5, 'bool'],
    deferred: [6, 'Deferred'],
    plannedIdentity: [7, 'ResourceIdentityData'],
  },

  'ApplyResourceChange.Request': {
    typeName: [1, 'string'],
    priorState: [2, 'DynamicValue'],
    plannedState: [3, 'DynamicValue'],
    config: [4, 'DynamicValue'],
    plannedPrivate: [5, 'bytes'],
    providerMeta: [6, 'DynamicValue'],
    plannedIdentity: [7, 'ResourceIdentityData'],
  },
  'ApplyResourceChange.Response': {
    newState: [1, 'DynamicValue'],
    private: [2, 'bytes'],
    diagnostics: [3, 'Diagnostic', 'repeated'],
    legacyTypeSystem: [4, 'bool'],
    newIdentity: [5, 'ResourceIdentityData'],
  },

  'ImportResourceState.Request': {
    typeName: [1, 'string'],
    id: [2, 'string'],
    clientCapabilities: [3, 'ClientCapabilities'],
    identity: [4, 'ResourceIdentityData'],
  },
  'ImportResourceState.Response': {
    importedResources: [1, 'ImportResourceState.ImportedResource', 'repeated'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
    deferred: [3, 'Deferred'],
  },
  'ImportResourceState.ImportedResource': {
    typeName: [1, 'string'],
    state: [2, 'DynamicValue'],
    private: [3, 'bytes'],
    identity: [4, 'ResourceIdentityData'],
  },

  'MoveResourceState.Request': {
    sourceProviderAddress: [1, 'string'],
    sourceTypeName: [2, 'string'],
    sourceSchemaVersion: [3, 'int64'],
    sourceState: [4, 'RawState'],
    targetTypeName: [5, 'string'],
    sourcePrivate: [6, 'bytes'],
    sourceIdentity: [7, 'RawState'],
    sourceIdentitySchemaVersion: [8, 'int64'],
  },
  'MoveResourceState.Response': {
    targetState: [1, 'DynamicValue'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
    targetPrivate: [3, 'bytes'],
    targetIdentity: [4, 'ResourceIdentityData'],
  },

  'GenerateResourceConfig.Request': { typeName: [1, 'string'], state: [2, 'DynamicValue'] },
  'GenerateResourceConfig.Response': {
    config: [1, 'DynamicValue'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
  },
} as const satisfies MessageTable;

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
