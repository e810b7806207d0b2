import type { MessageTable } from './message-types';

/** Parts that many calls share: values, paths, diagnostics, capabilities (tfplugin6, protocol 6.0 to 6.11). */
export const valueMessages = {
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
  /** google.protobuf.Timestamp: seconds since 1970 UTC and nanoseconds of the second. */
  Timestamp: { seconds: [1, 'int64'], nanos: [2, 'int32'] },
} as const satisfies MessageTable;
