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
    zone_name: 'shop.example',
    job_id: 7,
    dataset: 'http_requests',
    kind: '',
    name: 'edge',
    enabled: true,
    filter: null,
  },
  ...{ destination: 'https://logs.example.com', destination_conf: 'https://logs.example.com/in' },
};

type Order = 'read, then planned' | 'planned, then read' | 'planned, read and planned';

const listedDetails = () => Promise.resolve({ name: 'shop.example', plan: null });

/** A job whose read finds this, and the run in which it is called. */
function jobOf(found: object | null = null) {
  const resource = {
    ...logpushJob,
    read: () => Promise.resolve(found),
    modifyPlan: () => Promise.resolve(undefined),
  } as unknown as AnyResource<Configured>;
  const client = {
    ...{ api: { listedDetails }, reads: { listedDetails } },
    runState: new RunState(),
    messages: new ServiceMessages(Date.now),
  } as unknown as Configured;
  const inWords = (values: Readonly<Record<string, unknown>>) => `log push job ${String(values['job_id'])}`;
  return { client, job: zoneResource(resource, { id: 'job_id', inWords }) };
}

/** What is said of an object that is read, and planned with a configuration, or to be destroyed, which is null. */
async function said(
  state: object,
  found: object | null,
  config: object | null,
  order: Order,
): Promise<readonly string[]> {
  const { client, job } = jobOf(found);
  const diagnostics = new Diagnostics();
  const call = { client, diagnostics, signal: new AbortController().signal };
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

const EDITED = { ...STATE, enabled: false, filter: '{}' };
const { kind: _kind, ...NO_KIND } = EDITED;
test.each<[string, object | null, readonly string[], Order?]>([
  ['whose change is the default of what is not declared', { ...NO_KIND, frequency: null }, []],
  ['whose declaration is known after apply', { ...EDITED, filter: unknown }, ['filter']],
  ['that goes, and is read before it is planned', null, ['enabled, filter']],
  ['that goes, and is read after it is planned', null, ['enabled, filter'], 'planned, then read'],
  [
    'that goes, and is planned before and after it is read',
    null,
    ['enabled, filter'],
    'planned, read and planned',
  ],
])('an object that was changed: one %s', async (_case, config, names, order = 'read, then planned') => {
  expect(await said(STATE, { ...EDITED, frequency: 'high' }, config, order)).toEqual(names.map(changed));
});

test('an object that was never there is not told to be deleted', async () => {
  expect(await said({ ...STATE, job_id: null }, null, STATE, 'read, then planned')).toEqual([]);
});

const THERE = { ...STATE, zone_id: '0'.repeat(32) };
test.each<[string, object | null, object | null, isRefused: boolean]>([
  ['that is declared in it', null, STATE, true],
  ['that moves into it', THERE, STATE, true],
  ['that moves out of it', STATE, THERE, false],
  ['that goes with it', STATE, null, false],
])('where a zone is gone, apply cannot write an object %s', async (_case, state, plan, isRefused) => {
  const { client, job } = jobOf();
  client.runState.markGone(ZONE);
  const diagnostics = new Diagnostics();
  const call = { client, diagnostics, signal: new AbortController().signal };
  const planned = await job.modifyPlan?.({ ...call, state, config: plan, plan } as never);
  const summaries = diagnostics.all.map(({ summary }) => summary);
  expect([summaries, planned?.['job_id']]).toEqual(
    isRefused ? [[`Zone ${ZONE} does not exist.`], null] : [[], undefined],
  );
});
