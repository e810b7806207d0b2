import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, SECOND_ZONE_ID, type JournalEntry } from '../../emulator';
import { placeProvider } from '../../lib/provider/provider-package';
import { placeS3Provider } from '../support/fixture-provider';
import { temporaryFolder } from '../support/temporary-folder';
import { createWorkspace, hcl, type Workspace, type WorkspaceOptions } from '../support/workspace';
import { typescriptExample } from './example-workspace';
import { driftOf } from './no-drift';
import { changesIn, service, useService, writes } from './one-service';

/** A challenge that the state keeps. Its file is read by the provider of the object store, a small one of the tests. */
const TYPE = 'zone_logpush_ownership_challenge';
const FOLDER = join(__dirname, '..', '..', 'examples', 'resources', TYPE);
const EXAMPLE = readFileSync(join(FOLDER, 'resource.tf'), 'utf8');
const NO_DRIFT = { plan: 0, refreshOnly: 0, changed: [], isFileSame: true };
const buckets = temporaryFolder();

/** Writes the files that arrived at destinations into the folder of the buckets, as `<scheme>/<bucket>/<path>`. */
function fillBuckets(): void {
  for (const { destination, name, text } of service.emulator.control.destinations.files()) {
    const file = join(buckets, destination.replace('://', '/'), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

let answering: (entry: JournalEntry) => void = () => undefined;
useService({
  onRequest: (entry) => {
    fillBuckets();
    answering(entry);
  },
});
beforeEach(() => service.emulator.control.reset());

const variables = { STORE: buckets, TF_VAR_zone_id: DEFAULT_ZONE_ID };

async function inHcl(text: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const place = (mirror: string): void => [placeProvider, placeS3Provider].forEach((each) => each(mirror));
  const env = { ...service.env, ...variables };
  const files = { 'main.tf': hcl(text) };
  const workspace = await createWorkspace({ place, env, files, startedBy: 'workspace', ...options });
  await workspace.ready();
  return workspace;
}

async function inTypescript(): Promise<Workspace> {
  const example = typescriptExample(service, 'logpush-s3', { place: placeS3Provider });
  example.synthesize();
  await (await example.workspace(variables)).ready();
  return example.workspace(variables, 'workspace');
}

/** What was written since this was last asked. */
function written(): readonly string[] {
  const found = writes().map(({ method, path }) => `${method} ${path.replace(/.*\/logpush|\d+$/g, '')}`);
  service.emulator.control.clearJournal();
  return found;
}

/** Plans what is declared now, and applies it: what happens to each object. */
async function changed(workspace: Workspace): Promise<object> {
  await workspace.plan({ out: 'saved.tfplan' });
  const changes = await changesIn('saved.tfplan', workspace);
  expect(await workspace.apply({ planFile: 'saved.tfplan' })).toMatchObject({ exitCode: 0 });
  return Object.fromEntries(changes.map(({ address, change }) => [address, change.actions.join()]));
}

test.each([
  ['HCL', 'main.tf', () => inHcl(EXAMPLE), ['input = 1', 'input = 2']],
  ['TypeScript', 'cdk.tf.json', inTypescript, ['"1"', '"2"']],
] as const)(
  'a challenge and the job of its bucket need one apply, and only trigger or destination replaces them: %s',
  async (_language, file, make, [first, second]) => {
    const workspace = await make();
    const edit = (from: string, to: string): void =>
      workspace.write(file, workspace.read(file).replaceAll(from, to));
    await workspace.applied();
    expect(written()).toEqual(['POST /ownership', 'POST /jobs']);
    expect(await driftOf(workspace)).toEqual(NO_DRIFT);
    expect(written()).toEqual([]);
    expect(await workspace.attributes(`${TYPE}.challenge`)).toEqual({
      ...{ zone_id: DEFAULT_ZONE_ID, zone_name: DEFAULT_ZONE_NAME },
      destination_conf: 's3://example-logs/http?region=us-east-1',
      destination_conf_wo: null,
      destination_conf_wo_version: null,
      filename: expect.stringMatching(/^http\/ownership-challenge-[0-9a-f]{8}\.txt$/) as string,
    });

    // The first token has expired then.
    service.emulator.control.clock.advance(8 * 24 * 60 * 60 * 1000);
    edit(first, second);
    expect(await changed(workspace)).toEqual({
      [`${TYPE}.challenge`]: 'delete,create',
      'zone_logpush_job.store': 'delete,create',
      'data.aws_s3_object.token': 'read',
      'terraform_data.proof': 'update',
    });
    expect(written()).toEqual(['DELETE /jobs/', 'POST /ownership', 'POST /jobs']);

    edit('/http?', '/other?');
    expect(await changed(workspace)).toMatchObject({
      [`${TYPE}.challenge`]: 'delete,create',
      'zone_logpush_job.store': 'update',
      'terraform_data.proof': 'no-op',
    });
    expect(written()).toEqual(['POST /ownership', 'PUT /jobs/']);
    expect((await workspace.plan()).exitCode).toBe(0);
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(written()).toEqual(['DELETE /jobs/']);
  },
);

/** Challenges of two zones. */
const challenges = (...attributes: readonly string[]): string =>
  `resource "${TYPE}" "each" {
  for_each = toset(["${DEFAULT_ZONE_ID}", "${SECOND_ZONE_ID}"])
  zone_id  = each.key
  ${attributes.join('\n  ')}
}\n`;

test('a write-only destination and the tokens stay out of the state', async () => {
  const signed = (signature: string, version: number): string =>
    challenges(
      `destination_conf_wo = "azure://logs/http?sig=${signature}"`,
      `destination_conf_wo_version = ${version}`,
    );
  const workspace = await inHcl(signed('planted', 1));
  await workspace.applied();
  expect(written()).toEqual(['POST /ownership', 'POST /ownership']);
  workspace.write('main.tf', hcl(signed('planted-2', 1)));
  expect(await driftOf(workspace)).toEqual(NO_DRIFT);
  expect(written()).toEqual([]);
  workspace.write('main.tf', hcl(signed('planted-2', 2)));
  expect(Object.values(await changed(workspace))).toEqual(['delete,create', 'delete,create']);
  const tokens = service.emulator.control.destinations.files().map(({ text }) => text);
  const state = workspace.read('terraform.tfstate');
  expect([tokens.length, [...tokens, 'planted'].filter((secret) => state.includes(secret))]).toEqual([4, []]);
});

test('an apply that is killed once the challenge is requested is completed by the next one', async () => {
  const workspace = await inHcl(EXAMPLE, { startedBy: 'engine' });
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

test('once the job exists, the challenge, its file and the token can go: nothing is written', async () => {
  const workspace = await inHcl(EXAMPLE);
  await workspace.applied();
  expect(written()).toEqual(['POST /ownership', 'POST /jobs']);
  const challenge = /^resource "zone_logpush_ownership_challenge"[^]*(?=^resource "zone_logpush_job")/m;
  const rest = EXAMPLE.replace(challenge, '').replace(/^ *ownership_challenge_wo .*\n/m, '');
  workspace.write('main.tf', hcl(rest));
  expect(await changed(workspace)).toEqual({
    [`${TYPE}.challenge`]: 'delete',
    'zone_logpush_job.store': 'no-op',
    'terraform_data.proof': 'no-op',
  });
  expect((await workspace.plan()).exitCode).toBe(0);
  expect(written()).toEqual([]);
});
