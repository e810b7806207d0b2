import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID, SECOND_ZONE_ID, type JournalEntry } from '../../emulator';
import { placeProvider } from '../../lib/provider/provider-package';
import { placeS3Provider } from '../support/fixture-provider';
import { createWorkspace, hcl, type Workspace, type WorkspaceOptions } from '../support/workspace';
import { typescriptExample } from './example-workspace';
import { LOST } from './lifecycle/scene';
import { driftOf } from './no-drift';
import { printed, service, useService, writes } from './one-service';

/** A challenge that the state keeps. Its file is read by the provider of the object store, a small one of the tests. */
const TYPE = 'zone_logpush_ownership_challenge';
const FOLDER = join(__dirname, '..', '..', 'examples', 'resources', TYPE);
const EXAMPLE = readFileSync(join(FOLDER, 'resource.tf'), 'utf8');
const NO_DRIFT = { plan: 0, refreshOnly: 0, changed: [], isFileSame: true };
const EIGHT_DAYS = 8 * 24 * 60 * 60 * 1000;
const SIGNED = 'azure://logs/http?sig=planted';

let answering: (entry: JournalEntry) => void = () => undefined;
useService({ onRequest: (entry) => answering(entry) });
beforeEach(() => service.emulator.control.reset());
afterEach(() => (answering = () => undefined));

const environment = (): WorkspaceOptions['env'] => ({
  ...service.env,
  STORE_URL: service.emulator.url,
  STORE_TOKEN: service.emulator.controlToken,
  TF_VAR_zone_id: DEFAULT_ZONE_ID,
});

async function workspaceOf(text: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const place = (mirror: string): void => void [placeProvider, placeS3Provider].map((each) => each(mirror));
  const env = environment();
  const files = { 'main.tf': hcl(text) };
  const workspace = await createWorkspace({ place, env, files, startedBy: 'workspace', ...options });
  await workspace.ready();
  return workspace;
}

/** What was written since this was last asked. */
function written(): readonly string[] {
  const found = writes().map(({ method, path }) => `${method} ${path.replace(/.*\/logpush/, '')}`);
  service.emulator.control.clearJournal();
  return found;
}

/** What a plan does with each object, and applies it. */
async function changed(workspace: Workspace): Promise<object> {
  await workspace.plan({ out: 'saved.tfplan' });
  const { json } = await workspace.showJson('saved.tfplan');
  expect(await workspace.apply({ planFile: 'saved.tfplan' })).toMatchObject({ exitCode: 0 });
  const { resource_changes: changes } = json as {
    readonly resource_changes: readonly { address: string; change: { actions: readonly string[] } }[];
  };
  return Object.fromEntries(changes.map(({ address, change }) => [address, change.actions.join()]));
}

const challengeFiles = (): readonly string[] =>
  service.emulator.control.destinations
    .files()
    .flatMap(({ name, text }) => (name.startsWith('ownership-challenge') ? [text] : []));

test('a challenge and the job of its bucket need one apply, and only their trigger or the destination replaces them', async () => {
  const workspace = await workspaceOf(EXAMPLE);
  await workspace.applied();
  expect(written()).toEqual(['POST /ownership', 'POST /jobs']);
  expect(await driftOf(workspace)).toEqual(NO_DRIFT);
  expect(written()).toEqual([]);
  expect(await workspace.attributes(`${TYPE}.logs`)).toEqual({
    zone_id: DEFAULT_ZONE_ID,
    destination_conf: 's3://my-logs/http?region=us-east-1',
    destination_conf_wo: null,
    destination_conf_wo_version: null,
    filename: expect.stringMatching(/^http\/ownership-challenge-[0-9a-f]{8}\.txt$/),
  });

  await service.emulator.control.clock.advance(EIGHT_DAYS);
  const anew = EXAMPLE.replace('input = 1', 'input = 2');
  workspace.write('main.tf', hcl(anew));
  expect(await changed(workspace)).toEqual({
    [`${TYPE}.logs`]: 'delete,create',
    'zone_logpush_job.logs': 'delete,create',
    'data.aws_s3_object.token': 'read',
    'terraform_data.proof': 'update',
  });
  expect(written()).toEqual([expect.stringMatching('DELETE /jobs/'), 'POST /ownership', 'POST /jobs']);
  expect(await driftOf(workspace)).toEqual(NO_DRIFT);

  workspace.write('main.tf', hcl(anew.replace('/http?', '/other?')));
  expect(await changed(workspace)).toEqual({
    [`${TYPE}.logs`]: 'delete,create',
    'zone_logpush_job.logs': 'update',
    'data.aws_s3_object.token': 'read',
    'terraform_data.proof': 'no-op',
  });
  expect(written()).toEqual(['POST /ownership', expect.stringMatching('PUT /jobs/')]);

  expect((await workspace.destroy()).exitCode).toBe(0);
  expect(written()).toEqual([expect.stringMatching('DELETE /jobs/')]);
  expect(challengeFiles()).toHaveLength(3);
});

test('challenges of two zones keep a write-only destination out of the state, and their tokens', async () => {
  const each = (destination: string, version: number): string => `
variable "zone_id" { type = string }
resource "${TYPE}" "each" {
  for_each                    = toset([var.zone_id, "${SECOND_ZONE_ID}"])
  zone_id                     = each.key
  destination_conf_wo         = "${destination}"
  destination_conf_wo_version = ${version}
}`;
  const workspace = await workspaceOf(each(SIGNED, 1));
  await workspace.applied();
  expect(writes().map(({ path }) => path.split('/').at(-3))).toEqual(
    expect.arrayContaining([DEFAULT_ZONE_ID, SECOND_ZONE_ID]),
  );
  expect(written()).toHaveLength(2);
  workspace.write('main.tf', hcl(each(`${SIGNED}-2`, 1)));
  expect(await driftOf(workspace)).toEqual(NO_DRIFT);
  expect(written()).toEqual([]);
  workspace.write('main.tf', hcl(each(`${SIGNED}-2`, 2)));
  expect(Object.values(await changed(workspace))).toEqual(['delete,create', 'delete,create']);
  expect(written()).toEqual(['POST /ownership', 'POST /ownership']);
  const state = workspace.read('terraform.tfstate');
  expect([...challengeFiles(), 'planted'].filter((secret) => state.includes(secret))).toEqual([]);
});

test('a challenge is not imported; one that is refused is in no state; and one that is not needed has no file', async () => {
  const declared = (destination: string): string =>
    `resource "${TYPE}" "one" {\n  zone_id          = "${DEFAULT_ZONE_ID}"\n  destination_conf = "${destination}"\n}`;
  const importing = `import {\n  to = ${TYPE}.one\n  id = "${DEFAULT_ZONE_ID}"\n}`;
  const workspace = await workspaceOf(`${declared('gs://logs')}\n${importing}`);
  const imported = await workspace.plan();
  expect([imported.exitCode, printed(imported)]).toEqual([
    1,
    expect.stringContaining('cannot be imported: the service keeps nothing of a challenge'),
  ]);

  workspace.write('main.tf', hcl(declared('gs://logs')));
  service.emulator.control.destinations.refuse('gs://logs', 'Access Denied');
  expect(printed(await workspace.apply())).toContain('to the destination: Access Denied.');
  expect((await workspace.run(['state', 'list'])).stdout).toBe('');
  service.emulator.control.destinations.accept();
  service.emulator.control.faults.put([{ match: { operation: 'logpush.ownership' }, times: 1, ...LOST }]);
  written();
  await workspace.applied();
  expect(written()).toEqual(['POST /ownership', 'POST /ownership']);

  const keys = 'r2://logs?account-id=a&access-key-id=b&secret-access-key=c';
  workspace.write('main.tf', hcl(declared(keys)));
  expect(printed(await workspace.plan())).toContain('This r2 destination needs no ownership challenge');
  await workspace.applied();
  expect([written(), await workspace.attributes(`${TYPE}.one`)]).toEqual([
    [],
    expect.objectContaining({ filename: null }),
  ]);
});

test('an apply that is killed once the challenge is requested is completed by the next one', async () => {
  const workspace = await workspaceOf(EXAMPLE, { startedBy: 'engine' });
  let engine = 0;
  answering = ({ path }) => void (path.endsWith('/ownership') && process.kill(engine, 'SIGKILL'));
  expect((await workspace.apply({ onStart: (pid) => (engine = pid) })).exitCode).not.toBe(0);
  answering = () => undefined;
  rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
  expect(written()).toEqual(['POST /ownership']);
  await workspace.applied();
  expect(written()).toEqual(['POST /ownership', 'POST /jobs']);
  expect((await workspace.plan()).exitCode).toBe(0);
});

test('the example of the constructs does the same', async () => {
  const example = typescriptExample(service, 'logpush-s3', { place: placeS3Provider });
  example.synthesize();
  const { ready } = await example.workspace(environment() as Record<string, string>);
  await ready();
  const workspace = await example.workspace(environment() as Record<string, string>, 'workspace');
  await workspace.applied();
  expect(written()).toEqual(['POST /ownership', 'POST /jobs']);
  expect(await driftOf(workspace)).toEqual(NO_DRIFT);
  example.synthesize({ PROOF: '2' });
  expect(await changed(workspace)).toMatchObject({
    [`${TYPE}.challenge`]: 'delete,create',
    'zone_logpush_job.store': 'delete,create',
  });
  expect((await workspace.destroy()).exitCode).toBe(0);
});
