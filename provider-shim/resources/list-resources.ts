import {
  describe,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  zoneId as checkZoneId,
} from '../../schema';
import { defineListResource, type AnyListResource, type Listed } from '../sdk/framework';
import type { ZoneClient } from '../api';
import type { CreationRecords } from '../records/creation-records';
import type { Configured } from './configured';
import { fieldsOf } from './log-custom-fields/rule';
import { findRuleset } from './log-custom-fields/save';
import { zoneInMessages } from './messages';
import { describeFor, findEntryPoint } from './managed-rules/entry-point';
import { readStatus } from './migration/status';
import { RunState } from './run-state';

interface Zone {
  readonly api: ZoneClient;
  readonly zoneId: string;
  readonly signal: AbortSignal;
}

/** The objects of a zone that exist at the service, declared or not, by the type of their resource. */
export const listResources: readonly AnyListResource<Configured>[] = [
  ofZone(logCustomFieldsSchema.type, 'The custom log fields of a zone, if it has any.', async (zone) => {
    const ruleset = await findRuleset(zone);
    return ruleset && fieldsOf(ruleset) ? [onlyOne(zone.zoneId, await zoneInMessages(zone))] : [];
  }),
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
  ofZone(managedRulesSchema.type, 'The managed rules of a zone, if it has any.', async (zone) => {
    const { rules } = (await findEntryPoint(zone)) ?? { rules: [] };
    const { order } = describeFor(rules, { owner: undefined });
    return order.length === 0 ? [] : [onlyOne(zone.zoneId, await zoneInMessages(zone))];
  }),
];

function ofZone(
  type: string,
  description: string,
  list: (zone: Zone) => Promise<readonly Listed[]>,
): AnyListResource<Configured> {
  const schema = describe({
    type,
    version: 0,
    description,
    attributes: {
      zone_id: {
        type: 'string',
        required: true,
        description: 'The zone, 32 hexadecimal digits.',
        checks: [checkZoneId],
      },
    },
  });
  return defineListResource<typeof schema, Configured>({
    schema,
    list: ({ client, config, signal }) => list({ api: client.reads, zoneId: config.zone_id, signal }),
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
    leftOver: () => Promise.resolve([]),
    take: () => undefined,
    close: nothing,
  };
}

function onlyOne(zoneId: string, displayName: string): Listed {
  return { displayName, importId: zoneId, known: { zone_id: zoneId } };
}
