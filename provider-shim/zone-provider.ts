import {
  isKnown,
  isUnknown,
  providerSchema,
  type Explanation,
  describe,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  zoneToRead,
} from '../schema';
import { credentialFaults, parseBaseUrl, type ZoneClient } from './api';
import { configure, credentialsIn, isProblems, namingDoctor } from './configure';
import { actions } from './actions';
import { dataSources } from './data-sources';
import {
  defineProvider,
  type AnyProvider,
  defineListResource,
  type AnyListResource,
  type Listed,
} from './sdk/framework';
import type { Configured } from './resources/configured';
import { fieldsList, logCustomFields } from './resources/log-custom-fields';
import { logpushJob } from './resources/logpush-job';
import { logpushOwnershipChallenge } from './resources/logpush-ownership-challenge';
import { managedRules, managedRulesList } from './resources/managed-rules';
import { hasRules, rulesInMessages } from './resources/rule-list/define';
import { managedRulesMigration } from './resources/migration';
import type { CreationRecords } from './records/creation-records';
import { namingZone, zoneInMessages } from './resources/messages';
import { readStatus } from './resources/migration/status';
import { RunState } from './resources/run-state';
import { zoneResource } from './resources/zone-resource';

interface Zone {
  readonly api: ZoneClient;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** The objects of a zone that exist at the service, declared or not, by the type of their resource. It lists no challenges. */
const listResources: readonly AnyListResource<Configured>[] = [
  ofZone(logCustomFieldsSchema.type, 'The custom log fields of a zone, if it has any.', async (zone) =>
    (await hasRules(fieldsList, zone)) ? [onlyOne(zone.zoneId, await zoneInMessages(zone))] : [],
  ),
  ofZone(logpushJobSchema.type, 'The log push jobs of a zone.', async ({ api, zoneId, signal }) =>
    (await api.listLogpushJobs(zoneId, { signal })).map(({ id, name, dataset }) => ({
      displayName: name === '' ? `${dataset} job ${id}` : name,
      importId: `${zoneId}/${id}`,
      known: { zone_id: zoneId, job_id: id },
    })),
  ),
  ofZone(managedRulesMigrationSchema.type, 'The migration of a zone, if it has begun.', async (zone) => {
    const { state } = await readStatus(zone.api, zone.zoneId, zone.signal);
    return state === 'start' ? [] : [onlyOne(zone.zoneId, `${await zoneInMessages(zone)}: ${state}`)];
  }),
  ofZone(managedRulesSchema.type, 'The managed rules of a zone, if it has any.', async (zone) =>
    (await hasRules(managedRulesList, zone)) ? [onlyOne(zone.zoneId, await zoneInMessages(zone))] : [],
  ),
];

function ofZone(
  type: string,
  description: string,
  list: (zone: Zone) => Promise<readonly Listed[]>,
): AnyListResource<Configured> {
  const schema = describe({ type, version: 0, description, attributes: zoneToRead });
  return defineListResource<typeof schema, Configured>({
    schema,
    list: ({ client, config, signal }) =>
      list({ api: client.reads, zoneId: config.zone_id, signal }).catch(async (error: unknown) => {
        throw await namingZone(error, { api: client.api, signal });
      }),
    readingClient: withoutTraces,
  });
}

/** Nothing that is listed is in the state: neither this run nor a later one may take it for such an object. */
function withoutTraces(client: Configured): Configured {
  return { ...client, runState: new RunState(), creationRecords: noCreationRecords(client) };
}

/** Records nothing and knows nothing: a list creates no object. */
function noCreationRecords({ newToken }: Configured): CreationRecords {
  const nothing = (): void => undefined;
  return {
    open: newToken,
    made: nothing,
    reported: nothing,
    remove: nothing,
    stored: nothing,
    interrupted: () => Promise.resolve([]),
    take: () => undefined,
    close: nothing,
  };
}

function onlyOne(zoneId: string, displayName: string): Listed {
  return { displayName, importId: zoneId, known: { zone_id: zoneId } };
}

type Schema = typeof providerSchema;
type Environment = Readonly<Record<string, string | undefined>>;

/** What the provider takes from the process that it runs in. */
export interface ZoneProviderOptions {
  readonly environment: Environment;
  /** The folder that the engine runs in: the root module. */
  readonly folder: string;
  /** The provider's own version, told to the service as the user agent. */
  readonly version: string;
}

/** The provider `zonewright/zone`. */
export function createZoneProvider(options: ZoneProviderOptions): AnyProvider<Configured> {
  return defineProvider<Schema, Configured>({
    schema: providerSchema,
    resources: [
      zoneResource(logCustomFields, rulesInMessages(fieldsList)),
      zoneResource(logpushJob, { id: 'job_id', inWords: (job) => `log push job ${String(job['job_id'])}` }),
      zoneResource(logpushOwnershipChallenge),
      zoneResource(managedRules, rulesInMessages(managedRulesList)),
      zoneResource(managedRulesMigration, undefined, {
        ...{ migration_state: null, step: null, irreversible: false, deleted_uri_overrides: [] },
      }),
    ],
    dataSources,
    listResources,
    actions,

    validate(config, diagnostics) {
      if (isKnown(config.base_url)) diagnostics.errors(baseUrlProblems(config.base_url));
      diagnostics.errors(credentialFaults(credentialsIn(config)).map(namingDoctor));
    },

    configure({ config, engineVersion, diagnostics, log, redact }) {
      if (Object.values(config).some(isUnknown)) return undefined;
      const { environment, folder, version } = options;
      const userAgent = `zonewright/${version} engine/${engineVersion}`;
      const warn = diagnostics.warning.bind(diagnostics);
      const configured = configure(config, { environment, folder, userAgent, log, redact, warn });
      if (!isProblems(configured)) return configured;
      return void diagnostics.errors(configured);
    },

    close({ api, creationRecords }, { isStopped }) {
      // A debugged process gets a new client for each command.
      api.release();
      // What a run that was stopped has told the engine is not certainly stored.
      if (isStopped) return;
      creationRecords.close();
    },
  });
}

function baseUrlProblems(text: string): readonly Explanation[] {
  const url = parseBaseUrl(text);
  return url instanceof URL ? [] : [namingDoctor(url)];
}
