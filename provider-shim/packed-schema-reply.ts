import { encodeSchemaReplies } from './schema-reply';

/** The encoded replies to GetProviderSchema and GetResourceIdentitySchemas. In the bundle this module is the bytes themselves. */
export const schemaReplies = encodeSchemaReplies;
