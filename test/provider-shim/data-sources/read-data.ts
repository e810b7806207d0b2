import type { SeedZone, ServiceSettings } from '../../../emulator';
import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { providerSchema, type ObjectSchema } from '../../../schema';
import { emulatedZone, TOKEN, ZONE } from '../api/emulated-zone';
import { scriptedService, type Reply } from '../api/scripted-service';
import { connect, shownDiagnostics, type ShownDiagnostic } from '../sdk/framework/connected';
import { encoded, plainOf, valueOf, type Plain } from '../sdk/framework/plain';

export interface ReadData {
  /** Null when a diagnostic says why there is none. */
  readonly state: unknown;
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** Reads a data source of the zone provider through its RPCs, as the engine does. */
export async function readData(
  schema: ObjectSchema,
  config: Plain,
  service: { readonly baseUrl: string; readonly token: string },
): Promise<ReadData> {
  const connected = connect(
    createZoneProvider({
      environment: {
        ZONEWRIGHT_API_TOKEN: service.token,
        ZONEWRIGHT_BASE_URL: service.baseUrl,
        ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
      },
      folder: '/',
      version: '0.0.0',
    }),
  );
  await connected.call('ConfigureProvider', {
    config: encoded(providerSchema, valueOf(providerSchema, { max_retries: 0 })),
  });
  const reply = await connected.call('ReadDataSource', {
    typeName: schema.type,
    config: encoded(schema, valueOf(schema, config)),
  });
  return { state: plainOf(schema, reply.state), diagnostics: shownDiagnostics(reply.diagnostics) };
}

/** Reads a data source of an emulated zone. @returns also the requests, each as `METHOD operation` */
export async function readEmulated(
  schema: ObjectSchema,
  seed: Partial<SeedZone>,
  settings: Partial<ServiceSettings> = {},
  asked: Plain = {},
): Promise<ReadData & { readonly requests: readonly string[] }> {
  const { emulator, requests } = await emulatedZone(seed, settings);
  const service = { baseUrl: emulator.baseUrl, token: TOKEN };
  const read = await readData(schema, { zone_id: ZONE, ...asked }, service);
  return { ...read, requests: requests() };
}

/** Reads a data source of a zone for which the service answers this. */
export async function readScripted(
  schema: ObjectSchema,
  asked: Plain,
  ...replies: readonly Reply[]
): Promise<ReadData> {
  const { url } = await scriptedService(...replies);
  const service = { baseUrl: `${url}/client/v4`, token: 'token-0123456789' };
  return readData(schema, { zone_id: ZONE, ...asked }, service);
}
