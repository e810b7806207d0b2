import { DEFAULT_ZONE_ID } from '../../emulator';
import { placeProvider } from '../../lib/provider/provider-package';
import { placeFixture } from '../support/fixture-provider';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

/** Log options as others wrote them, and as they are declared here (docs/internals/service.md 5.3). */
const FORMS: Readonly<Record<string, readonly [text: string, declared: Readonly<Record<string, unknown>>]>> =
  {
    specification: [
      'fields=RayID,RequestHeaders,ResponseHeaders,Cookies&timestamps=rfc3339',
      { fields: ['RayID', 'RequestHeaders', 'ResponseHeaders', 'Cookies'], timestamps: 'rfc3339' },
    ],
    plain: [
      'fields=ClientRequestHost,EdgeStartTimestamp',
      { fields: ['EdgeStartTimestamp', 'ClientRequestHost'] },
    ],
    spelled: [
      'timestamps=unixnano&fields=RayID%2C+ClientRequestHost&sample=1.0',
      { fields: ['RayID', 'ClientRequestHost'] },
    ],
    sampled: [
      'fields=RayID&timestamps=unix&sample=.10&CVE-2021-44228=true',
      { fields: ['RayID'], timestamps: 'unix', sample: 0.1, defuse_lookups: true },
    ],
    url: [
      'https://api.example.com/client/v4/zones/z/logs/received?fields=RayID&timestamps=rfc3339',
      { fields: ['RayID'], timestamps: 'rfc3339' },
    ],
    unknown: ['x_new=1&fields=RayID&x_new=2', { fields: ['RayID'], other: 'x_new=1&x_new=2' }],
    encoded: ['fields=RayID&x_flag=%25zz', { fields: ['RayID'], other: 'x_flag=%25zz' }],
  };
const NAMES = Object.keys(FORMS);

const held = (name: string, from: string) => ({
  name: `${from}-${name}`,
  dataset: 'http_requests',
  enabled: true,
  destination_conf: `https://logs.example.com/${from}/${name}`,
  logpull_options: FORMS[name]?.[0],
});

/** The jobs of release 5 of the vendor's provider, as its state file holds them (schema_version 500). */
function vendorState(jobs: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify({
    ...{ version: 4, terraform_version: '1.11.4', serial: 7, outputs: {}, check_results: null },
    lineage: '3a0c2f0e-5d5c-4c1e-9b1a-0e0f5d3b8a10',
    resources: jobs.map((job) => ({
      ...{ mode: 'managed', type: 'cloudflare_logpush_job', name: job['name'] },
      provider: 'provider["registry.terraform.io/cloudflare/cloudflare"]',
      instances: [
        {
          schema_version: 500,
          sensitive_attributes: [],
          attributes: {
            ...{ account_id: null, error_message: null, filter: null, frequency: 'high', kind: '' },
            ...{ last_complete: null, last_error: null, max_upload_bytes: null, output_options: null },
            ...{ max_upload_interval_seconds: 30, max_upload_records: 100_000, ownership_challenge: null },
            zone_id: DEFAULT_ZONE_ID,
            ...job,
          },
        },
      ],
    })),
  });
}

let service: TestService;
let workspace: Workspace;

beforeEach(async () => {
  const jobs = ['imported', 'moved'].flatMap((from) => NAMES.map((name) => held(name, from)));
  service = await startService({
    seed: {
      zones: [{ id: DEFAULT_ZONE_ID, name: 'shop.example', plan: 'enterprise', logpush: { jobs } }],
    } as object,
  });
});

const numberOf = (from: string, name: string): number =>
  (service.emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs ?? []).find(
    (job) => job.name === `${from}-${name}`,
  )?.id ?? 0;

/** The lines of a plan that show a change inside a resource. */
const changedLines = (stdout: string): readonly string[] =>
  stdout
    .split('\n')
    .flatMap((line) =>
      /^\s+[-+~] (?!resource|update|logpull_options|fields)/.test(line) ? [line.trim()] : [],
    );

const sent = (): readonly unknown[] =>
  service.emulator.control.journal().flatMap(({ method, body }) => (method === 'GET' ? [] : [body]));

/** Adds a field to each job, and sees that this is all that the plan shows and apply sends. */
async function changeOne(module: Workspace, edit: () => void, count: number): Promise<void> {
  expect(sent()).toEqual([]);
  expect((await module.plan()).exitCode).toBe(0);
  edit();
  expect(changedLines((await module.plan()).stdout)).toEqual(Array(count).fill('+ "ClientIP",'));
  await module.applied();
  expect(sent()).toHaveLength(count);
  for (const body of sent())
    expect(body).toEqual({ logpull_options: expect.stringMatching(/^fields=[^&]*ClientIP/) as unknown });
  for (const text of ['x_new=1&x_new=2', 'x_flag=%25zz', 'timestamps=unix&sample=0.1&CVE-2021-44228=true'])
    expect(JSON.stringify(sent())).toContain(text);
  expect((await module.plan()).exitCode).toBe(0);
}

test('every text that others wrote is imported and moved as one object, and a changed field is one line', async () => {
  workspace = await createWorkspace({
    env: service.env,
    startedBy: 'workspace',
    place: (mirror) => {
      placeProvider(mirror);
      placeFixture('null', { address: 'cloudflare/cloudflare', version: '5.0.0' })(mirror);
    },
  });
  const write = (more: readonly string[]): void => {
    const blocks = ['imported', 'moved'].flatMap((from) =>
      NAMES.map((name) => {
        const { logpull_options: _text, dataset: _dataset, ...job } = held(name, from);
        const [, declared] = FORMS[name] ?? ['', {}];
        const fields = [...(declared['fields'] as readonly string[]), ...more];
        return [
          job.name,
          { zone_id: DEFAULT_ZONE_ID, ...job, logpull_options: { ...declared, fields } },
        ] as const;
      }),
    );
    const document = {
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      resource: { zone_logpush_job: Object.fromEntries(blocks) },
      import: NAMES.map((name) => ({
        to: `zone_logpush_job.imported-${name}`,
        id: `${DEFAULT_ZONE_ID}/${numberOf('imported', name)}`,
      })),
      moved: NAMES.map((name) => ({
        from: `cloudflare_logpush_job.moved-${name}`,
        to: `zone_logpush_job.moved-${name}`,
      })),
    };
    workspace.write('main.tf.json', JSON.stringify(document));
  };
  const moved = NAMES.map((name) => ({ ...held(name, 'moved'), id: numberOf('moved', name) }));
  workspace.write('terraform.tfstate', vendorState(moved));
  write([]);
  await workspace.ready();
  const { stdout } = await workspace.plan();
  expect(stdout).toContain(`Plan: ${NAMES.length} to import, 0 to add, 0 to change, 0 to destroy.`);
  await workspace.applied();
  await changeOne(workspace, () => write(['ClientIP']), 2 * NAMES.length);
});
