import type { Configured } from '../../../provider-shim/resources/configured';
import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { providerSchema, type ObjectSchema } from '../../../schema';
import { temporaryFolder } from '../../support/temporary-folder';
import { TOKEN } from '../api/emulated-zone';
import { connect } from '../sdk/framework/connected';
import { encoded, plainOf, valueOf, type Plain } from '../sdk/framework/plain';
import {
  privateBytes,
  servedBy,
  type Outcome,
  type Planned,
  type ServedResource,
} from '../sdk/framework/served-resource';

/** An object of the state, or none yet: what an engine keeps of it from one process of the provider to the next. */
export interface Stored {
  readonly state: Plain | null;
  readonly private: Uint8Array | undefined;
}

export const NOTHING: Stored = { state: null, private: undefined };

/** The calls of an engine about one object at an emulated service, each command in a process of its own. */
export interface ObjectCalls {
  /** Begins a command, which is another process of the provider. */
  readonly begin: () => Promise<ServedResource>;
  /** Imports an object by its id, and reads it. */
  readonly import: (id: string) => Promise<Stored>;
  /** Reads an object that is there. */
  readonly read: (stored: Stored) => Promise<Stored>;
  readonly plan: (stored: Stored, config: Plain | null) => Promise<Planned>;
  /** Applies a plan, which the engine makes once more before, unless it destroys the object. */
  readonly apply: (
    stored: Stored,
    config: Plain | null,
    plan: Planned,
    caller?: AbortController,
  ) => Promise<Applied>;
}

export interface Applied {
  readonly stored: Stored;
  /** The summaries of errors and warnings, each with its severity. */
  readonly said: readonly string[];
  readonly details: readonly string[];
}

const storedOf = ({ state, private: kept }: Outcome): Stored => ({
  state: state as Plain | null,
  private: privateBytes((kept ?? {}) as Plain),
});

/** @param adapt what the provider's configuration makes, such as another clock @default - as it is */
export function objectCalls(
  schema: ObjectSchema,
  { baseUrl }: { readonly baseUrl: string },
  adapt = (configured: Configured): Configured => configured,
): ObjectCalls {
  const folder = temporaryFolder();
  const environment = {
    ZONEWRIGHT_API_TOKEN: TOKEN,
    ZONEWRIGHT_BASE_URL: baseUrl,
    ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
  };
  const begin = async (): Promise<ServedResource> => {
    const provider = createZoneProvider({ environment, folder, version: '0.0.0' });
    const connected = connect<Configured>({
      ...provider,
      configure: (call) => {
        const configured = provider.configure(call) as Configured | undefined;
        return configured && adapt(configured);
      },
    });
    const config = encoded(providerSchema, valueOf(providerSchema, { max_retries: 0 }));
    await connected.call('ConfigureProvider', { terraformVersion: '1.11.4', config });
    return servedBy(connected, schema);
  };
  const planIn = (served: ServedResource, stored: Stored, config: Plain | null) =>
    served.plan({ prior: stored.state, config, ...(stored.private && { private: stored.private }) });
  return {
    begin,
    read: async (stored) => storedOf(await (await begin()).read(stored.state as Plain, stored.private)),
    async import(id) {
      const served = await begin();
      const {
        importedResources: [found],
      } = await served.call('ImportResourceState', { typeName: schema.type, id });
      return storedOf(await served.read(plainOf(schema, found?.state) as Plain, found?.private));
    },
    plan: async (stored, config) => planIn(await begin(), stored, config),
    async apply(stored, config, plan, caller) {
      const served = await begin();
      const again = config === null ? plan : await planIn(served, stored, config);
      const outcome = await served.apply(
        {
          ...{ prior: stored.state, planned: again.planned as Plain | null },
          ...(config && { config }),
          private: privateBytes((again.private ?? {}) as Plain),
        },
        caller,
      );
      return {
        stored: storedOf(outcome),
        said: outcome.diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`),
        details: outcome.diagnostics.map(({ detail }) => detail),
      };
    },
  };
}
