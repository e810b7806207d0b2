import { tfplugin6 } from './sdk/protocol';
import { identitySchemasReply, providerSchemaReply } from './sdk/framework';
import { createZoneProvider } from './zone-provider';

/** The replies that describe the provider, encoded. The build makes them once: in the bundle this module is the bytes. */
export interface SchemaReplies {
  /** To GetProviderSchema. */
  readonly schema: Uint8Array;
  /** To GetResourceIdentitySchemas, which engines from Terraform 1.12 on call right after it. */
  readonly identities: Uint8Array;
}

export function encodeSchemaReplies(): SchemaReplies {
  const provider = createZoneProvider({ environment: {}, folder: '.', version: '' });
  return {
    schema: tfplugin6.encode('GetProviderSchema.Response', providerSchemaReply(provider)),
    identities: tfplugin6.encode('GetResourceIdentitySchemas.Response', identitySchemasReply(provider)),
  };
}
