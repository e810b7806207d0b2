import type { MessageTable } from './message-types';

/** How a provider describes its types. `type` is always the JSON form of a cty type. */
export const schemaMessages = {
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
