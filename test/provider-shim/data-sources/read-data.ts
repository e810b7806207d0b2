import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { providerSchema, type ObjectSchema } from '../../../schema';
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
      redact: () => undefined,
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
