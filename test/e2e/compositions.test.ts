import { join } from 'node:path';
import { App, Lazy, LocalBackend, TerraformIterator, TerraformStack, TerraformVariable } from 'cdktf';
import { LogCustomFields, LogDestination, LogpushJob, MigrationGate, ZoneProvider } from '../../lib';
import { approvalRow } from '../lib/approval-row';
import { temporaryFolder } from '../lib/fake-provider';
import { placeNullProvider } from '../support/fixture-provider';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

const ZONES = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];

const text = (value: string): string => Lazy.stringValue({ produce: () => value });

/** Three stacks: fields of two zones, jobs that deliver them from another stack, and a gate. */
function synthesize(outdir: string): void {
  const app = new App({ outdir });
  const [fields, jobs, waf] = ['fields', 'jobs', 'waf'].map((id) => {
    const stack = new TerraformStack(app, id);
    new LocalBackend(stack, { path: 'terraform.tfstate' });
    new ZoneProvider(stack, 'zone');
    return stack;
  }) as [TerraformStack, TerraformStack, TerraformStack];
  const provider = new ZoneProvider(fields, 'named', { alias: 'named' });
  const forEach = TerraformIterator.fromList([ZONES[0]]);
  const names = new TerraformVariable(fields, 'names', { type: 'list(string)', default: ['x-variable'] });
  const repeated = new LogCustomFields(fields, 'repeated', {
    provider,
    forEach,
    zoneId: forEach.value,
    requestHeaders: names.listValue,
  });
  repeated.addRequestHeader(text('x-lazy'));
  const key = new TerraformVariable(fields, 'key', { type: 'string', default: 'k&y' });
  const destination = LogDestination.r2({
    bucket: text('logs'),
    accountId: text('a&b'),
    accessKeyId: text('id'),
    secretAccessKey: key.stringValue,
  });
  new LogpushJob(fields, 'repeated-job', {
    forEach,
    customFields: repeated,
    destination,
    storeSecrets: true,
  });
  const customFields = new LogCustomFields(fields, 'single', { zoneId: ZONES[1], cookies: ['a'] });
  const open = LogDestination.of('r2://logs?account-id=a&access-key-id=k&secret-access-key=s');
  new LogpushJob(jobs, 'job', { customFields, destination: open, storeSecrets: true });
  const approval = { ...approvalRow('finished', ZONES[0]), by: text('Ann') };
  new MigrationGate(waf, 'gate', { approval });
  app.synth();
}

let service: TestService;
const outdir = temporaryFolder();

beforeAll(async () => {
  jest.spyOn(process, 'emitWarning').mockImplementation();
  const zones = ZONES.map((id) => ({
    id,
    name: `${id.slice(0, 4)}.example.com`,
    plan: 'enterprise' as const,
  }));
  service = await startService({ seed: { zones } });
  synthesize(outdir);
});
afterAll(() => jest.restoreAllMocks());

async function inStack(id: string): Promise<Workspace> {
  const workspace = await createWorkspace({
    folder: join(outdir, 'stacks', id),
    env: service.env,
    startedBy: 'workspace',
    place: placeNullProvider,
  });
  await workspace.ready();
  return workspace;
}

test('the engine applies repeated fields with their jobs, and values of a Lazy', async () => {
  const workspace = await inStack('fields');
  await workspace.applied();
  expect((await workspace.plan()).exitCode).toBe(0);
  const { values } = (await workspace.showJson()).json as {
    values: { root_module: { resources: { address: string; values: Record<string, unknown> }[] } };
  };
  const of = (address: string): Record<string, unknown> | undefined =>
    values.root_module.resources.find((resource) => resource.address.startsWith(address))?.values;
  expect(of('zone_log_custom_fields.repeated')).toMatchObject({
    zone_id: ZONES[0],
    request_headers: ['x-lazy', 'x-variable'],
  });
  expect(of('zone_logpush_job.repeated-job')).toMatchObject({
    zone_id: ZONES[0],
    destination_conf: 'r2://logs?account-id=a%26b&access-key-id=id&secret-access-key=k%26y',
    logpull_options: { fields: ['RequestHeaders'] },
  });
});

test('the engine applies a job whose fields are in another stack', async () => {
  const workspace = await inStack('jobs');
  await workspace.applied();
  expect(await workspace.attributes('zone_logpush_job.job')).toMatchObject({
    zone_id: ZONES[1],
    logpull_options: { fields: ['Cookies'] },
  });
});

test('the engine accepts a gate whose row has a Lazy', async () => {
  const workspace = await inStack('waf');
  const { stdout, exitCode } = await workspace.validate();
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('The configuration is valid')]);
});
