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
import {
  DataManagedRulesConfiguration,
  DataManagedRulesets,
  DataRulesets,
  LogCustomFields,
  LogDestination,
  LogpushJob,
  ManagedRulesMigration,
  ManagedRuleset,
  ZoneProvider,
} from '../../lib';
import { temporaryFolder } from '../lib/fake-provider';
import { synth, testStack } from '../lib/synth';
import { changesIn, service, useService } from './one-service';
import { createWorkspace, type Workspace } from '../support/workspace';
import { migratingZone, zoneIdOf } from './migrating-zones';

/** What constructs of several stacks and modules make together, on the engine. */

const [BEGUN, FINISHED] = ['begun', 'finished'].map(zoneIdOf) as [string, string];
const ZONES = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];

const outdir = temporaryFolder();
const named = (id: string) => ({ id, name: `${id.slice(0, 4)}.example.com`, plan: 'enterprise' as const });

useService({
  seed: { zones: [...ZONES.map(named), migratingZone('begun'), migratingZone('finished')] },
  settings: { finishSeconds: 0 },
});
beforeAll(() => {
  jest.spyOn(process, 'emitWarning').mockImplementation();
  synthesizeReferences();
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

/** The outputs of a root module, by their names. */
async function outputsOf(workspace: Workspace): Promise<Readonly<Record<string, unknown>>> {
  const { values } = (await workspace.showJson()).json as {
    readonly values: { readonly outputs: Readonly<Record<string, { readonly value: unknown }>> };
  };
  return Object.fromEntries(
    Object.entries(values.outputs)
      .filter(([name]) => !name.startsWith('cross-stack'))
      .map(([name, { value }]) => [name, value]),
  );
}

test('the engine applies repeated fields with their jobs, and values of a Lazy', async () => {
  const text = (value: string): string => Lazy.stringValue({ produce: () => value });
  const stack = testStack();
  new ZoneProvider(stack, 'zone');
  const provider = new ZoneProvider(stack, 'named', { alias: 'named' });
  const forEach = TerraformIterator.fromList([ZONES[0]]);
  const names = new TerraformVariable(stack, 'names', { type: 'list(string)', default: ['x-variable'] });
  const requestHeaders = names.listValue;
  const given = { provider, forEach, zoneId: forEach.value as string, requestHeaders };
  const customFields = new LogCustomFields(stack, 'repeated', given);
  customFields.addRequestHeader(text('x-lazy'));
  const key = new TerraformVariable(stack, 'key', { type: 'string', default: 'k&y' });
  const parts = { bucket: text('logs'), accountId: text('a&b'), accessKeyId: text('id') };
  const destination = LogDestination.r2({ ...parts, secretAccessKey: key.stringValue });
  new LogpushJob(stack, 'job', { forEach, customFields, destination, storeSecrets: true });
  const workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
  workspace.write('main.tf.json', JSON.stringify(synth(stack)));
  await workspace.ready();
  await workspace.applied();
  expect((await workspace.plan()).exitCode).toBe(0);
  const { values } = (await workspace.showJson()).json as {
    values: { root_module: { resources: { type: string; values: Record<string, unknown> }[] } };
  };
  const { resources } = values.root_module;
  expect(Object.fromEntries(resources.map((one) => [one.type, one.values]))).toMatchObject({
    zone_log_custom_fields: { zone_id: ZONES[0], request_headers: ['x-lazy', 'x-variable'] },
    zone_logpush_job: {
      zone_id: ZONES[0],
      destination_conf: 'r2://logs?account-id=a%26b&access-key-id=id&secret-access-key=k%26y',
      logpull_options: { fields: ['RequestHeaders'] },
    },
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
  expect(await outputsOf(workspace)).toMatchObject({
    rulesets: [expect.any(String), expect.any(String)],
    jobs: [expect.any(Number), expect.any(Number)],
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

/** Two stacks with the same outputs: one has the objects, the other one reads them, and delivers the fields. */
function synthesizeReferences(): void {
  const app = new App({ outdir });
  const [own, other] = ['own', 'other'].map((id) => {
    const stack = new TerraformStack(app, id);
    new LocalBackend(stack, { path: join(outdir, `${id}.tfstate`) });
    return stack;
  }) as [TerraformStack, TerraformStack];
  new ZoneProvider(own, 'zone');
  const migration = (id: string, zoneId: string, targetState: 'validation' | 'finished') =>
    new ManagedRulesMigration(own, id, { zoneId, targetState, acknowledgeIrreversible: zoneId });
  const [begun, finished] = [
    migration('begun', BEGUN, 'validation'),
    migration('finished', FINISHED, 'finished'),
  ];
  const destination = LogDestination.https({ host: 'logs.example.com' });
  const job = (id: string, outputType?: 'ndjson') =>
    new LogpushJob(own, id, {
      zoneId: BEGUN,
      destination,
      ...(outputType && { outputOptions: { outputType, fieldNames: ['RayID'] } }),
    });
  const [plain, formed] = [job('plain'), job('formed', 'ndjson')];
  const fields = new LogCustomFields(own, 'fields', { zoneId: BEGUN, cookies: ['a'] });
  new ZoneProvider(other, 'zone');
  new LogpushJob(other, 'delivery', { customFields: fields, destination });
  const rulesets = new DataRulesets(own, 'rulesets', { zoneId: BEGUN, dependsOn: [fields] });
  const generated = new DataManagedRulesConfiguration(own, 'generated', {
    zoneId: FINISHED,
    dependsOn: [finished],
  });
  const values: Readonly<Record<string, unknown>> = {
    null_object: begun.finish,
    object: finished.finish,
    list: begun.rules,
    element: begun.rules.get(0),
    null_list: generated.notCarriedOver,
    null_text: generated.name,
    null_options: plain.references.outputOptions,
    options: formed.references.outputOptions,
    null_map: begun.resource.interpolationForAttribute('adjustments'),
    member: rulesets.rulesets.get(0).name,
    text: fields.rulesetId,
  };
  for (const stack of [own, other])
    for (const [id, value] of Object.entries(values))
      new TerraformOutput(stack, id, { value, sensitive: true });
  app.synth();
}

test('an object as a whole is right while it is null and once it is known, also in another stack', async () => {
  const [own, other] = [await inStack('own'), await inStack('other')];
  for (const workspace of [own, other]) {
    await workspace.applied();
    expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  }
  const outputs = await outputsOf(own);
  expect(Object.keys(outputs).sort()).toEqual(['element', 'list', 'member', 'object', 'options', 'text']);
  expect(outputs).toMatchObject({ options: { output_type: 'ndjson', field_names: ['RayID'] } });
  expect(await outputsOf(other)).toEqual(outputs);
  const { jobs = [] } = service.emulator.control.zone(BEGUN).logpush;
  expect(jobs.at(-1)).toMatchObject({ logpull_options: 'fields=Cookies' });
});

test('managed rules are looked up by name and by category, by the expressions of the construct', async () => {
  const { CLOUDFLARE, OWASP } = ManagedRuleset;
  const stack = testStack();
  new ZoneProvider(stack, 'zone', { maxRequestsPerSecond: 1000 });
  const found = new DataManagedRulesets(stack, 'found', {
    zoneId: ZONES[0],
    ids: [CLOUDFLARE, OWASP],
  });
  const looked = {
    by_name: found.ruleId(OWASP, '949110: Inbound Anomaly Score Exceeded'),
    by_category: found.ruleIds(CLOUDFLARE, 'wordpress'),
  };
  for (const [id, value] of Object.entries(looked)) new TerraformOutput(stack, id, { value });
  const files = { 'main.tf.json': JSON.stringify(synth(stack)) };
  const workspace = await createWorkspace({ env: service.env, startedBy: 'workspace', files });
  await workspace.ready();
  await workspace.applied();
  expect(await outputsOf(workspace)).toEqual({
    by_name: '6179ae15870a4bb7b2d480d4843b323c',
    by_category: ['75a0060762034a6cb663fd51a02344cb', 'e3a567afc347477d9702d9047e97d760'],
  });
});
