import { startEmulator, type RunningEmulator, type StartOptions } from '../../emulator';
import { logCustomFieldsSchema, providerSchema } from '../../schema';
import { createClientCertificate } from './client-certificate';
import { connect, type ProviderClient } from './provider-client';
import { startProvider } from './started-provider';
import { wireValue } from './wire-value';

/** The built provider under test, its client, and the service that it calls. */
export interface CalledProvider extends ProviderClient {
  readonly emulator: RunningEmulator;
  /** Configures the provider for the emulator. */
  readonly configure: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Starts the built provider and an emulator, and connects to the provider over mutual TLS. */
export async function callProvider(options: StartOptions = {}): Promise<CalledProvider> {
  const identity = createClientCertificate();
  const [emulator, provider] = await Promise.all([startEmulator(options), startProvider(identity)]);
  const client = connect(provider.handshake, identity);
  const { baseUrl, credentials } = emulator;
  return {
    ...client,
    emulator,
    configure: async () => {
      const config = providerConfig({ base_url: baseUrl, api_token: credentials.token });
      const { diagnostics } = await client.call('ConfigureProvider', {
        terraformVersion: '1.11.4',
        ...config,
      });
      if (JSON.stringify(diagnostics) !== '[]') throw new Error(JSON.stringify(diagnostics));
    },
    end: async () => {
      client.close();
      await Promise.all([provider.remove(), emulator.close()]);
    },
  };
}

/** A request with the provider's configuration; what is left out is null. */
export function providerConfig(given: object): { readonly config: object } {
  return { config: wireValue(wholeObject(providerSchema, given)) };
}

/** Custom log fields; what is left out is null. */
export function customFields(given: object): object {
  return wholeObject(logCustomFieldsSchema, given);
}

/** An object with every attribute of its schema, as the engine sends it. */
export function wholeObject(
  { attributes, refused = {} }: { readonly attributes: object; readonly refused?: object },
  given: object,
): object {
  const names = Object.keys({ ...attributes, ...refused });
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...given };
}
