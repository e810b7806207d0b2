import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { runJob, type EndedJob, type ProjectVariable } from '../ci/gitlab';
import type { Env } from '../ci/workflow';
import { linkedPackages } from '../installed-packages';
import { startWorld, zoneId, zoneLine, type PipelineWorld } from '../pipeline-world';
import { EXAMPLE, type PullRequest } from '../user-repository';

/** The jobs of the example's `.gitlab-ci.yml`; merge requests are the pull requests of the other tests. */

const SHOP = 'shop.example';
const BLOG = 'blog.example';
const PIPELINE = join(EXAMPLE, '.gitlab-ci.yml');

let world: PipelineWorld;
/** How the job `plan` ended last, by the number of the merge request, and those numbers by the commit on main. */
const planned = new Map<number, EndedJob>();
const merged = new Map<string, number>();

/** @see https://docs.gitlab.com/api/job_artifacts/ and https://docs.gitlab.com/api/commits/ */
const api = createServer((request, response) => {
  const url = decodeURIComponent(request.url ?? '');
  const [, sha] = /^\/projects\/1\/repository\/commits\/(\w+)\/merge_requests$/.exec(url) ?? [];
  const [, iid, file] =
    /^\/projects\/1\/jobs\/artifacts\/refs\/merge-requests\/(\d+)\/head\/raw\/([\w.]+)\?job=plan$/.exec(
      url,
    ) ?? [];
  const [, inPipelines] = /^\/projects\/1\/merge_requests\/(\d+)\/pipelines$/.exec(url) ?? [];
  const folder = planned.get(Number(iid))?.artifacts;
  if (request.headers['private-token'] !== 'read-token') response.writeHead(401).end();
  else if (sha !== undefined) response.end(JSON.stringify(merged.has(sha) ? [{ iid: merged.get(sha) }] : []));
  else if (inPipelines !== undefined) {
    const status = planned.get(Number(inPipelines))?.exitCode === 0 ? 'success' : 'failed';
    response.end(JSON.stringify([{ status }]));
  } else if (folder !== undefined && existsSync(join(folder, String(file))))
    response.end(readFileSync(join(folder, String(file))));
  else response.writeHead(404).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve));
  world = await startWorld(
    linkedPackages,
    [SHOP, BLOG].map((name) => ({ id: zoneId(name), name })),
    { service: { settings: { finishSeconds: 0 } }, machine: { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' } },
  );
});
afterAll(async () => {
  await world.stop();
  api.close();
});

/** The variables of the project, as docs/pipelines.md demands them. */
function projectVariables(): readonly ProjectVariable[] {
  const { STATE_ADDRESS = '', ...planning } = world.repository.variables('zones-plan');
  const { STATE_ADDRESS: _shared, ...applying } = world.repository.variables('zones-apply');
  const scoped = (scope: string, isProtected: boolean, values: Env): readonly ProjectVariable[] =>
    Object.entries(values).map(([key, value]) => ({ key, value, scope, isProtected }));
  return [
    ...scoped('*', false, { STATE_ADDRESS }),
    ...scoped('zones-plan', false, planning),
    ...scoped('zones-apply*', true, { ...applying, GITLAB_READ_TOKEN: 'read-token' }),
  ];
}

/** Runs a job of a pipeline: of main, or of a merge request, whose file may be another. */
function job(name: string, sha: string, request?: PullRequest, file = PIPELINE): Promise<EndedJob> {
  const { root, repository } = world.platform;
  const env = {
    ...world.repository.machine(),
    CI_API_V4_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: request?.base,
  };
  const isProtected = request === undefined;
  return runJob(file, name, { root, repository, sha, isProtected, variables: projectVariables(), env });
}

async function plan(request: PullRequest): Promise<EndedJob> {
  const ended = await job('plan', request.head, request);
  planned.set(request.number, ended);
  return ended;
}

function merge(request: PullRequest): string {
  const sha = world.repository.merge(request);
  merged.set(sha, request.number);
  return sha;
}

/** Runs a command in a job of the example, as somebody does who edits its file in a merge request. */
function editedJob(name: string, request: PullRequest, command: string): Promise<EndedJob> {
  const pipeline = parse(readFileSync(PIPELINE, 'utf8')) as Record<string, object>;
  const file = join(world.platform.root, 'edited.yml');
  const jobs = { default: { before_script: [] }, [name]: { ...pipeline[name], script: [command] } };
  writeFileSync(file, stringify(jobs));
  return job(name, request.head, request, file);
}

const text = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

test('a merge request is planned and reviewed; main applies exactly the reviewed plans', async () => {
  world.addExample([zoneLine(SHOP, 'shop', 'audited'), zoneLine(BLOG, 'content')]);
  const request = world.repository.openPullRequest();
  const { exitCode, deployed, output, artifacts } = await plan(request);
  if (exitCode !== 0) throw new Error(output);
  expect(text(artifacts, 'comment.md')).toContain('2 stacks, 2 zones with changes');
  expect(JSON.parse(text(artifacts, 'plan.gitlab.json'))).toEqual({ create: 5, update: 0, delete: 0 });
  expect(text(artifacts, 'reviewed.tar.gz.enc').startsWith('\u001f')).toBe(false);
  expect(world.writes()).toBe(0);
  const applied = await job('apply', merge(request));
  if (applied.exitCode !== 0) throw new Error(applied.output);
  expect([deployed, applied.deployed]).toEqual([undefined, 'zones-apply']);
  expect([world.jobsOf(SHOP), world.jobsOf(BLOG)]).toEqual([['audit', 'http'], ['http']]);
  expect((await job('drift', world.repository.head())).exitCode).toBe(0);
});

test.each([
  ['no errors of types', (app: string): string => app, { exitCode: 0 }],
  [
    'a misspelled property',
    (app: string): string => app.replace('timestamps:', 'timestamp:'),
    { exitCode: 2, output: expect.stringMatching(/main\.ts\(\d+,\d+\): error TS\d+: [^]*'timestamp'/) },
  ],
])('the job typecheck ends by itself for an app with %s', async (_what, change, expected) => {
  const { repository } = world;
  const app = repository.read('main.ts');
  repository.write('main.ts', change(app));
  const request = repository.openPullRequest();
  repository.write('main.ts', app);
  expect(await job('typecheck', request.head, request)).toMatchObject(expected);
});

test('a change that cannot be undone is only applied by its own job', async () => {
  world.repository.zones([zoneLine(SHOP, 'shop', 'audited', 'finished'), zoneLine(BLOG, 'content')]);
  const request = world.repository.openPullRequest();
  expect((await plan(request)).exitCode).toBe(0);
  const sha = merge(request);
  const refused = await job('apply', sha);
  expect(refused).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('start the job apply-irreversible'),
  });
  const state = (): string | undefined => world.emulator.control.zone(zoneId(SHOP)).migration?.state;
  expect(state()).toBe('start');
  expect((await job('apply-irreversible', sha)).exitCode).toBe(0);
  expect(state()).toBe('finished');
});

test('what another merge request declared in between is refused, and so is a push', async () => {
  const { repository } = world;
  const zones = (logs: string): void =>
    repository.zones([zoneLine(SHOP, 'shop', logs, 'finished'), zoneLine(BLOG, 'content')]);
  zones('all');
  const first = repository.openPullRequest();
  zones('audited');
  repository.write(
    'main.ts',
    repository.read('main.ts').replace("'x-request-id'", "'x-request-id', 'x-cart'"),
  );
  const second = repository.openPullRequest();
  await plan(first);
  await plan(second);
  expect((await job('apply', merge(first))).exitCode).toBe(0);
  const before = world.writes();
  expect(await job('apply', merge(second))).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('main declares these stacks differently than their reviewed plans'),
  });
  zones('');
  expect(await job('apply', repository.push())).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('is of no merge request'),
  });
  expect(world.writes()).toBe(before);
});

test('a stack that cannot be planned is in the comment, and the merge request is refused', async () => {
  world.repository.zones([zoneLine(SHOP, 'shop', 'audited', 'finished'), zoneLine(BLOG, 'content', 'all')]);
  const request = world.repository.openPullRequest();
  expect((await plan(request)).exitCode).toBe(0);
  world.emulator.control.faults.put([
    { match: { zoneId: zoneId(BLOG) }, effect: { kind: 'answer', status: 403 } },
  ]);
  const again = await plan(request);
  world.emulator.control.faults.put([]);
  expect(again).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('zonewright review ended with 1; comment.md says why'),
  });
  expect(text(again.artifacts, 'comment.md')).toMatch(/Not reviewed \(1\)[^]*zones-content\/tfplan\.json/);
  const before = world.writes();
  expect(await job('apply', merge(request))).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('the newest pipeline of the merge request ended with failed'),
  });
  expect(world.writes()).toBe(before);
});

test.each(['plan', 'drift', 'apply', 'apply-irreversible'])(
  'an edited job %s of a merge request never has the token that writes',
  async (name) => {
    const { ZONEWRIGHT_API_TOKEN: writes = 'none' } = world.repository.variables('zones-apply');
    const request = world.repository.openPullRequest();
    const { exitCode, output } = await editedJob(name, request, 'env');
    expect({ exitCode, hasToken: output.includes(writes) }).toEqual({ exitCode: 0, hasToken: false });
  },
);
