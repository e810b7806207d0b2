import { logpushJob } from '../../../provider-shim/resources/logpush-job';
import type { Configured } from '../../../provider-shim/resources/configured';
import { RunState } from '../../../provider-shim/resources/run-state';
import { ServiceMessages } from '../../../provider-shim/resources/service-messages';
import { zoneResource } from '../../../provider-shim/resources/zone-resource';
import { Diagnostics, type AnyResource } from '../../../provider-shim/sdk/framework';
import { unknown } from '../../../schema';

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const STATE = {
  ...Object.fromEntries(Object.keys(logpushJob.schema.attributes).map((name) => [name, null])),
  ...{
    zone_id: ZONE,
    job_id: 7,
    dataset: 'http_requests',
    kind: '',
    name: 'edge',
    enabled: true,
    filter: null,
  },
  ...{ destination: 'https://logs.example.com', destination_conf: 'https://logs.example.com/in' },
};

type Order = 'read, then planned' | 'planned, then read' | 'planned, read and planned' | 'only read';

/** What is said of an object that is read, and planned with a configuration, or to be destroyed, which is null. */
async function said(
  state: object,
  found: object | null,
  config: object | null,
  order: Order,
): Promise<readonly string[]> {
  const resource = {
    ...logpushJob,
    read: () => Promise.resolve(found),
    modifyPlan: () => Promise.resolve(undefined),
  } as unknown as AnyResource<Configured>;
  const client = {
    reads: { zoneDetails: () => Promise.resolve({ name: 'shop.example', plan: null }) },
    runState: new RunState(),
    messages: new ServiceMessages(Date.now),
  } as unknown as Configured;
  const diagnostics = new Diagnostics();
  const call = { client, diagnostics, signal: new AbortController().signal };
  const job = zoneResource(resource, {
    id: 'job_id',
    inWords: (values) => `log push job ${String(values['job_id'])}`,
  });
  const read = async (): Promise<unknown> => await job.read({ ...call, state } as never);
  const plan = async (of: unknown): Promise<void> =>
    void (await job.modifyPlan?.({ ...call, state: of, config, plan: config } as never));
  if (order.startsWith('planned')) await plan(state);
  const now = await read();
  if (order.endsWith('planned') && now !== null) await plan(now);
  return diagnostics.all.map(({ summary }) => summary);
}

const OBJECT = `log push job 7 of zone shop.example (${ZONE})`;
const changed = (names: string): string => `Changed outside since the last apply: ${OBJECT}: ${names}.`;

test.each<[string, object, object | null, readonly string[]]>([
  ['as it was', STATE, STATE, []],
  ['with other settings', STATE, { ...STATE, enabled: false, filter: '{}' }, ['enabled, filter']],
  ['with another destination', STATE, { ...STATE, destination_conf: 'https://b.example/' }, ['destination']],
  [
    'with another write-only destination',
    { ...STATE, destination_conf: null, destination_conf_wo_version: 1 },
    { ...STATE, destination_conf: null },
    ['destination'],
  ],
  ['as an import finds it', { ...STATE, dataset: null, enabled: null }, STATE, []],
  [
    'with a set in another order',
    { ...STATE, logpull_options: { fields: ['RayID', 'ClientIP'], timestamps: 'unix' } },
    { ...STATE, logpull_options: { fields: ['ClientIP', 'RayID'], timestamps: 'unix' } },
    [],
  ],
  ['that is a computed value', STATE, { ...STATE, kept_settings: ['x'] }, []],
])('an object %s', async (_case, state, found, names) => {
  expect(await said(state, found, state, 'read, then planned')).toEqual(names.map(changed));
});

const EDITED = { ...STATE, enabled: false, filter: '{}' };
const { kind: _kind, ...NO_KIND } = EDITED;
test.each<[string, object | null, readonly string[], Order?]>([
  ['whose change is declared, as after a run that was killed', EDITED, []],
  ['whose change is the default of what is not declared', { ...NO_KIND, frequency: null }, []],
  ['of whose changes one is declared', { ...EDITED, enabled: true }, ['enabled']],
  ['whose declaration is known after apply', { ...EDITED, filter: unknown }, ['filter']],
  ['that goes', null, ['enabled, filter']],
  ['that goes, and is read after it is planned', null, ['enabled, filter'], 'planned, then read'],
  [
    'that goes, and is planned before and after it is read',
    null,
    ['enabled, filter'],
    'planned, read and planned',
  ],
  ['that is refreshed only, which the engine shows', STATE, [], 'only read'],
])('an object that was changed: one %s', async (_case, config, names, order = 'read, then planned') => {
  expect(await said(STATE, { ...EDITED, frequency: 'high' }, config, order)).toEqual(names.map(changed));
});

test('an object that is gone', async () => {
  expect(await said(STATE, null, STATE, 'only read')).toEqual([
    `Deleted outside since the last apply: ${OBJECT}.`,
  ]);
  expect(await said({ ...STATE, job_id: null }, null, STATE, 'only read')).toEqual([]);
});
