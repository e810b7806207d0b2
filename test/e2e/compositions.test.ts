import { join } from 'node:path';
import {
  App,
  Fn,
  Lazy,
  LocalBackend,
  TerraformCount,
  TerraformIterator,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import { DataZones, LogCustomFields, LogDestination, LogpushJob, ZoneProvider } from '../../lib';
import { temporaryFolder } from '../lib/fake-provider';
import { synth, testStack } from '../lib/synth';
import { changesIn, service, useService } from './one-service';
import { createWorkspace, type Workspace } from '../support/workspace';

const ZONES = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];

const text = (value: string): string => Lazy.stringValue({ produce: () => value });

/** Two stacks: fields of two zones, and a job that delivers them from the other one. */
function synthesize(outdir: string): void {
  const app = new App({ outdir });
  const [fields, jobs] = ['fields', 'jobs'].map((id) => {
    const stack = new TerraformStack(app, id);
    new LocalBackend(stack, { path: 'terraform.tfstate' });
    new ZoneProvider(stack, 'zone');
    return stack;
  }) as [TerraformStack, TerraformStack];
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
  app.synth();
}

const outdir = temporaryFolder();
const named = (id: string) => ({ id, name: `${id.slice(0, 4)}.example.com`, plan: 'enterprise' as const });

useService({ seed: { zones: ZONES.map(named) } });
beforeAll(() => {
  jest.spyOn(process, 'emitWarning').mockImplementation();
  synthesize(outdir);
});
afterAll(() => jest.restoreAllMocks());

async function inStack(id: string): Promise<Workspace> {
  const workspace = await createWorkspace({
    folder: join(outdir, 'stacks', id),
    env: service.env,
    startedBy: 'workspace',
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

function repeated(id: string, declared?: (fields: LogCustomFields, stack: TerraformStack) => void): string {
  const stack = testStack();
  new ZoneProvider(stack, 'zone');
  const forEach = TerraformIterator.fromMap({ a: ZONES[0], b: ZONES[1] });
  const fields = new LogCustomFields(stack, id, {
    forEach,
    zoneId: forEach.value as string,
    cookies: ['sid'],
  });
  declared?.(fields, stack);
  return JSON.stringify(synth(stack));
}

async function planned(workspace: Workspace): Promise<readonly unknown[]> {
  await workspace.plan({ out: 'plan.tfplan' });
  const changes = await changesIn('plan.tfplan', workspace);
  return changes.map(({ address, change }) => [address, change.importing ? 'import' : change.actions]);
}

test('a repeated construct is referred to, triggers, moves and is imported for each instance', async () => {
  service.emulator.control.reset();
  const workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  const destination = 'r2://logs?account-id=a&access-key-id=k&secret-access-key=s';
  const write = (...given: Parameters<typeof repeated>): void =>
    workspace.write('main.tf.json', repeated(...given));
  const more = (fields: LogCustomFields, stack: TerraformStack): void => {
    const { rulesetId } = fields;
    new TerraformOutput(stack, 'rulesets', { value: rulesetId });
    new TerraformOutput(stack, 'count', { value: Fn.lengthOf(Fn.tolist(rulesetId)) });
    const count = TerraformCount.of(2);
    const job = new LogpushJob(stack, 'job', {
      zoneId: ZONES[0],
      count,
      name: `job-${Token.asString(count.index)}`,
      destination,
      storeSecrets: true,
      lifecycle: { replaceTriggeredBy: [fields], ignoreChanges: ['logpull_options'] },
    });
    new TerraformOutput(stack, 'jobs', { value: job.jobId });
  };
  write('old', more);
  await workspace.ready();
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  const { values } = (await workspace.showJson()).json as {
    readonly values: { readonly outputs: Readonly<Record<string, { readonly value: unknown }>> };
  };
  expect(values.outputs).toMatchObject({
    rulesets: { value: [expect.any(String), expect.any(String)] },
    jobs: { value: [expect.any(Number), expect.any(Number)] },
  });

  write('now', (fields) => fields.moveFromId('zone_log_custom_fields.old'));
  expect(await planned(workspace)).toEqual(
    expect.arrayContaining(['a', 'b'].map((key) => [`zone_log_custom_fields.now["${key}"]`, ['no-op']])),
  );
  workspace.write('terraform.tfstate', '');
  write('again', (fields) => fields.importFrom());
  expect(await planned(workspace)).toEqual(
    ['a', 'b'].map((key) => [`zone_log_custom_fields.again["${key}"]`, 'import']),
  );
});

test('zones are declared by name, and the plan after the apply is empty', async () => {
  service.emulator.control.reset();
  const workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  const stack = testStack();
  new ZoneProvider(stack, 'zone');
  const names = ['aaaa.example.com', 'bbbb.example.com'];
  const found = new DataZones(stack, 'found', { names });
  for (const name of names)
    new LogCustomFields(stack, name, { zoneId: found.idOf(name), cookies: [name[0] as string] });
  workspace.write('main.tf.json', JSON.stringify(synth(stack)));
  await workspace.ready();
  await workspace.applied();
  const attributes = names.map((name) =>
    workspace.attributes(`zone_log_custom_fields.${name.replaceAll('.', '')}`),
  );
  expect(await Promise.all(attributes)).toMatchObject([
    { zone_id: ZONES[0], cookies: ['a'] },
    { zone_id: ZONES[1], cookies: ['b'] },
  ]);
  expect((await workspace.plan()).exitCode).toBe(0);
});
