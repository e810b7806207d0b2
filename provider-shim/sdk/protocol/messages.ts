import type { InitOf, MessageOf, MessageTable } from './message-types';

/** Parts that many calls share: values, paths, diagnostics, capabilities (tfplugin6, protocol 6.0 to 6.11). */
const valueMessages = {
  /** Exactly one form is filled; core sends msgpack. */
  DynamicValue: { msgpack: [1, 'bytes'], json: [2, 'bytes'] },
  /** `flatmap` is the state of Terraform before 0.12. */
  RawState: { json: [1, 'bytes'], flatmap: [2, 'string', 'map'] },
  AttributePath: { steps: [1, 'AttributePath.Step', 'repeated'] },
  'AttributePath.Step': {
    attributeName: [1, 'string', 'choice'],
    elementKeyString: [2, 'string', 'choice'],
    elementKeyInt: [3, 'int64', 'choice'],
  },
  Diagnostic: {
    severity: [1, 'enum'],
    summary: [2, 'string'],
    detail: [3, 'string'],
    attribute: [4, 'AttributePath'],
  },
  ServerCapabilities: {
    planDestroy: [1, 'bool'],
    getProviderSchemaOptional: [2, 'bool'],
    moveResourceState: [3, 'bool'],
    generateResourceConfig: [4, 'bool'],
  },
  ClientCapabilities: {
    deferralAllowed: [1, 'bool'],
    writeOnlyAttributesAllowed: [2, 'bool'],
    storePlannedPrivate: [3, 'bool'],
    computedBlocksAllowed: [4, 'bool'],
  },
  Deferred: { reason: [1, 'enum'] },
  ResourceIdentityData: { identityData: [1, 'DynamicValue'] },
} as const satisfies MessageTable;

/** How a provider describes its types. `type` is always the JSON form of a cty type. */
const schemaMessages = {
  Schema: { version: [1, 'int64'], block: [2, 'Schema.Block'] },
  'Schema.Block': {
    version: [1, 'int64'],
    attributes: [2, 'Schema.Attribute', 'repeated'],
    blockTypes: [3, 'Schema.NestedBlock', 'repeated'],
    description: [4, 'string'],
    descriptionKind: [5, 'enum'],
    deprecated: [6, 'bool'],
    deprecationMessage: [7, 'string'],
    computed: [8, 'bool'],
  },
  'Schema.Attribute': {
    name: [1, 'string'],
    type: [2, 'bytes'],
    description: [3, 'string'],
    required: [4, 'bool'],
    optional: [5, 'bool'],
    computed: [6, 'bool'],
    sensitive: [7, 'bool'],
    descriptionKind: [8, 'enum'],
    deprecated: [9, 'bool'],
    nestedType: [10, 'Schema.Object'],
    writeOnly: [11, 'bool'],
    deprecationMessage: [12, 'string'],
  },
  'Schema.NestedBlock': {
    typeName: [1, 'string'],
    block: [2, 'Schema.Block'],
    nesting: [3, 'enum'],
    minItems: [4, 'int64'],
    maxItems: [5, 'int64'],
  },
  /** Numbers 4 and 5 (minimum and maximum) are dead since protocol 6.1. */
  'Schema.Object': { attributes: [1, 'Schema.Attribute', 'repeated'], nesting: [3, 'enum'] },

  ResourceIdentitySchema: {
    version: [1, 'int64'],
    identityAttributes: [2, 'ResourceIdentitySchema.IdentityAttribute', 'repeated'],
  },
  'ResourceIdentitySchema.IdentityAttribute': {
    name: [1, 'string'],
    type: [2, 'bytes'],
    requiredForImport: [3, 'bool'],
    optionalForImport: [4, 'bool'],
    description: [5, 'string'],
  },
} as const satisfies MessageTable;

/** Calls that concern the provider as a whole. */
const providerMessages = {
  'GetMetadata.Request': {},
  'GetMetadata.Response': {
    serverCapabilities: [1, 'ServerCapabilities'],
    diagnostics: [2, 'Diagnostic', 'repeated'],
    dataSources: [3, 'GetMetadata.TypeMetadata', 'repeated'],
    resources: [4, 'GetMetadata.TypeMetadata', 'repeated'],
    listResources: [7, 'GetMetadata.TypeMetadata', 'repeated'],
    actions: [9, 'GetMetadata.TypeMetadata', 'repeated'],
  },
  /** One shape for what the protocol names DataSourceMetadata, ActionMetadata and so on. */
  'GetMetadata.TypeMetadata': { typeName: [1, 'string'] },

  'GetProviderSchema.Request': {},
  'GetProviderSchema.Response': {
    provider: [1, 'Schema'],
    resourceSchemas: [2, 'Schema', 'map'],
    dataSourceSchemas: [3, 'Schema', 'map'],
    diagnostics: [4, 'Diagnostic', 'repeated'],
    providerMeta: [5, 'Schema'],
    serverCapabilities: [6, 'ServerCapabilities'],
    listResourceSchemas: [9, 'Schema', 'map'],
    actionSchemas: [11, 'ActionSchema', 'map'],
  },
  ActionSchema: { schema: [1, 'Schema'] },

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

/** Calls that concern managed resources. */
const resourceMessages = {
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

/** Calls that only read: of data sources and lists. */
const readingMessages = {
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

const ACTION_REQUEST = { actionType: [1, 'string'], config: [2, 'DynamicValue'] } as const;

/** Calls that concern actions. */
const actionMessages = {
  'ValidateActionConfig.Request': { typeName: [1, 'string'], config: [2, 'DynamicValue'] },
  'ValidateActionConfig.Response': { diagnostics: [1, 'Diagnostic', 'repeated'] },

  'PlanAction.Request': ACTION_REQUEST,
  'PlanAction.Response': { diagnostics: [1, 'Diagnostic', 'repeated'], deferred: [2, 'Deferred'] },

  'InvokeAction.Request': ACTION_REQUEST,
  /** Any number of messages of the stream tell the progress; the last one has the diagnostics. */
  'InvokeAction.Event': {
    progress: [1, 'InvokeAction.Event.Progress', 'choice'],
    completed: [2, 'InvokeAction.Event.Completed', 'choice'],
  },
  'InvokeAction.Event.Progress': { message: [1, 'string'] },
  'InvokeAction.Event.Completed': { diagnostics: [1, 'Diagnostic', 'repeated'] },
} as const satisfies MessageTable;

/**
 * The protobuf of package `tfplugin6` as data: message → field → [number, type, label]. The minor version
 * of the protocol is never on the wire, so a field that the other side does not know is simply skipped.
 */
export const messages = {
  ...valueMessages,
  ...schemaMessages,
  ...providerMessages,
  ...resourceMessages,
  ...readingMessages,
  ...actionMessages,
};

export type Messages = typeof messages;
export type MessageName = keyof Messages;

/** A decoded message, e.g. `Message<'PlanResourceChange.Request'>`: all fields present, bytes are views. */
export type Message<N extends MessageName> = MessageOf<Messages, N>;

/** A message to encode, e.g. `MessageInit<'PlanResourceChange.Response'>`: only what differs from zero. */
export type MessageInit<N extends MessageName> = InitOf<Messages, N>;

/** Diagnostic.severity */
export const Severity = { INVALID: 0, ERROR: 1, WARNING: 2 } as const;

/** description_kind of blocks and attributes. */
export const DescriptionKind = { PLAIN: 0, MARKDOWN: 1 } as const;

/** Schema.Object.nesting */
export const ObjectNesting = { INVALID: 0, SINGLE: 1, LIST: 2, SET: 3, MAP: 4 } as const;
