import { encodeSchemaReply } from './schema-reply';

/** The encoded reply to GetProviderSchema. In the bundle this module is the bytes themselves. */
export const schemaReply = encodeSchemaReply;
