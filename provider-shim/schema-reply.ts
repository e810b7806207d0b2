import { tfplugin6 } from './protocol';
import { providerSchemaReply } from './framework';
import { createZoneProvider } from './zone-provider';

/** The encoded reply to GetProviderSchema. The build runs this once and ships the bytes. */
export function encodeSchemaReply(): Uint8Array {
  const provider = createZoneProvider({ environment: {}, folder: '.', version: '', redact: () => undefined });
  return tfplugin6.encode('GetProviderSchema.Response', providerSchemaReply(provider));
}
