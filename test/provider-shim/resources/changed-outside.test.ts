import { tellsOutsideChanges } from '../../../provider-shim/resources/changed-outside';
import { logpushJob } from '../../../provider-shim/resources/logpush-job';
import type { Configured } from '../../../provider-shim/resources/configured';
import { Diagnostics, type AnyResource } from '../../../provider-shim/sdk/framework';

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
const client = {
  reads: { zoneDetails: () => Promise.resolve({ name: 'shop.example', plan: null }) },
} as unknown as Configured;

/** What a read says that finds this at the service. */
async function said(state: object, found: object | null): Promise<readonly string[]> {
  const resource = {
    ...logpushJob,
    read: () => Promise.resolve(found),
  } as unknown as AnyResource<Configured>;
  const diagnostics = new Diagnostics();
  const call = { client, state, diagnostics, signal: new AbortController().signal };
  const job = tellsOutsideChanges(resource, 'job_id', (values) => `log push job ${String(values['job_id'])}`);
  await job.read(call as never);
  return diagnostics.all.map(({ summary }) => summary);
}

const OBJECT = `log push job 7 of zone shop.example (${ZONE})`;

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
  ['with defaults unknown before', { ...STATE, kind: null, enabled: null }, { ...STATE, enabled: false }, []],
  [
    'with a set in another order',
    { ...STATE, logpull_options: { fields: ['RayID', 'ClientIP'], timestamps: 'unix' } },
    { ...STATE, logpull_options: { fields: ['ClientIP', 'RayID'], timestamps: 'unix' } },
    [],
  ],
  [
    'with objects in a list that had no defaults before',
    { ...STATE, rules: [{ name: 'a', skip: { products: ['waf', 'hot'] } }] },
    { ...STATE, rules: [{ name: 'a', skip: { products: ['hot', 'waf'] }, logging: { enabled: true } }] },
    [],
  ],
  [
    'with what an earlier version kept and did not store',
    { ...STATE, filter_attack_traffic: null, output_options: { field_names: ['RayID'] } },
    { ...STATE, filter_attack_traffic: true, output_options: { field_names: ['RayID'], sample_rate: 0.5 } },
    [],
  ],
  ['that is a computed value', STATE, { ...STATE, kept_settings: ['x'] }, []],
])('an object %s', async (_case, state, found, names) => {
  expect(await said(state, found)).toEqual(
    names.map((each) => `Changed outside since the last apply: ${OBJECT}: ${each}.`),
  );
});

test('an object that is gone', async () => {
  expect(await said(STATE, null)).toEqual([`Deleted outside since the last apply: ${OBJECT}.`]);
  expect(await said({ ...STATE, job_id: null }, null)).toEqual([]);
});
