import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { fakeProgram } from '../cli/engine/fake-program';
import {
  ATLANTIS,
  EXAMPLE,
  gitlabScript,
  startRepository,
  step,
  workflow,
  zoneId,
  zoneOf,
  type Env,
  type TestRepository,
} from './repository';

/** The commands of the example workflows, each job in a folder of its own, on the real engine. */

const SHOP = 'shop.example';
const BLOG = 'blog.example';
const AUDITED = ['http', 'audit'];
const ALL = [...AUDITED, 'security'];

/** What a job says whose last delivery failed. */
const FAILED = { last_error: '2026-01-01T00:00:00Z', error_message: 'bucket is gone' };

/** `gh api`: notes the call; the filter runs on the answer for the path. */
const GH = `echo "$*" >> gh.log
case "$*" in
  *commits/*/pulls*) answer=$PULLS ;;
  *actions/workflows/plan.yml/runs?head_sha=*) answer=$RUNS ;;
  *) answer=\${NOTES:-[]} ;;
esac
while [ $# -gt 0 ]; do [ "$1" = --jq ] && filter=$2; shift; done
[ -z "$filter" ] || printf %s "$answer" | jq -r "$filter"`;

/** `curl` of GitLab's API, for whoever has the token. */
const CURL = `case "$*" in
  *"PRIVATE-TOKEN:read-token"*) ;;
  *) exit 22 ;;
esac
case "$*" in
  *repository/commits/*) printf %s "$REQUESTS" ;;
  *merge_requests/7/pipelines*) printf %s "$PIPELINES" ;;
  *refs%2Fmerge-requests%2F7%2Fhead/raw/reviewed.tar.gz.enc?job=plan*) cp "$ARTIFACT" reviewed.tar.gz.enc ;;
  *) exit 22 ;;
esac`;

let repository: TestRepository;
beforeAll(async () => {
  repository = await started();
});
afterAll(() => repository.stop());

/** A repository of an app, or of .tf files, with the programs of its runners. */
async function started(stacks?: Parameters<typeof startRepository>[1]): Promise<TestRepository> {
  const made = await startRepository([SHOP, BLOG], stacks);
  fakeProgram(join(made.programs, 'gh'), GH);
  fakeProgram(join(made.programs, 'curl'), CURL);
  const { binary } = await findEngine({ fetch: false });
  fakeProgram(join(made.programs, 'terraform'), `exec ${binary} "$@"`);
  return made;
}

/** Runs commands that have to succeed. */
async function succeed(folder: string, commands: string, env: Env = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await repository.run(folder, commands, env);
  if (exitCode !== 0) throw new Error(`${commands}\n${stdout}${stderr}`);
  return stdout;
}

const text = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');
/** The calls with which `gh` wrote something. */
const writtenBy = (folder: string): unknown => text(folder, 'gh.log').match(/^.*--method.*$/gm);

/** The outputs that the steps of a folder wrote. */
const GITHUB = { GITHUB_OUTPUT: 'output', GITHUB_REPOSITORY: 'example/zones', GITHUB_SHA: 'merged' };

interface Planned {
  /** The folder with the artifacts of the run, by their names. */
  readonly artifacts: string;
  /** The stacks that changed. */
  readonly folders: readonly string[];
  /** What the job of the plans printed. */
  readonly output: string;
  /** The folder in which the review ran. */
  readonly reviewed: string;
}

/** The jobs of plan.yml: one for each stack that changed, and the review. */
async function plan(revision = 'main'): Promise<Planned> {
  const { run, newFolder, checkout } = repository;
  const stacks = await checkout(revision);
  await succeed(stacks, step('plan', 'stacks', 'Which stacks'), GITHUB);
  await succeed(stacks, step('plan', 'stacks', 'Keep links'));
  const [, matrix = ''] = /^folders=(.*)$/m.exec(text(stacks, 'output')) ?? [];
  const folders = JSON.parse(matrix) as readonly string[];

  const artifacts = newFolder();
  mkdirSync(join(artifacts, 'stacks'));
  cpSync(join(stacks, 'stacks.tar'), join(artifacts, 'stacks', 'stacks.tar'));
  let output = '';
  for (const [index, FOLDER] of folders.entries()) {
    const runner = newFolder();
    await succeed(runner, `tar -xf ${artifacts}/stacks/stacks.tar`);
    const planned = await run(runner, step('plan', 'plan', 'Plan'), { FOLDER });
    output += `${planned.stdout}${planned.stderr}`;
    if (planned.exitCode !== 0) continue;
    await succeed(runner, step('plan', 'plan', 'Encrypt'), { FOLDER });
    mkdirSync(join(artifacts, `plan-${index}`));
    cpSync(join(runner, 'plan.tar.gz.enc'), join(artifacts, `plan-${index}`, 'plan.tar.gz.enc'));
  }

  const reviewed = await checkout(revision);
  cpSync(artifacts, join(reviewed, 'artifacts'), { recursive: true });
  rmSync(join(reviewed, 'cdktf.out'), { recursive: true, force: true });
  await succeed(reviewed, step('plan', 'review', 'Review'), {
    ...{ MAX_DELETE: '20', MAX_FINISH: '10' },
  });
  cpSync(join(reviewed, 'review'), join(artifacts, 'review'), { recursive: true });
  return { artifacts, folders, output, reviewed };
}

/** The jobs `apply` of apply.yml, one for each stack. @returns the last one that failed, or the last one */
async function apply({ artifacts, folders }: Planned): ReturnType<TestRepository['run']> {
  let last: Awaited<ReturnType<TestRepository['run']>> | undefined;
  for (const [index, FOLDER] of folders.entries()) {
    const runner = repository.newFolder();
    for (const name of ['stacks', `plan-${index}`])
      cpSync(join(artifacts, name), join(runner, 'reviewed', name), { recursive: true });
    await succeed(runner, step('apply', 'apply', 'Unpack'));
    const ran = await repository.run(runner, step('apply', 'apply', 'Apply'), { FOLDER });
    if (last === undefined || ran.exitCode !== 0) last = ran;
  }
  if (last === undefined) throw new Error('no stack was planned');
  return last;
}

describe('GitHub', () => {
  let first: Planned;

  test('a pull request is planned, reviewed and commented on; its merge applies exactly what was reviewed, once', async () => {
    repository.commit([zoneOf(SHOP, 'shop', AUDITED), zoneOf(BLOG, 'content')]);
    first = await plan();
    const stacks = ['content', 'shop'].map((name) => `cdktf.out/stacks/zones-${name}`);
    expect([...first.folders].sort()).toEqual(stacks);
    expect(text(first.artifacts, 'review', 'comment.md')).toMatch(
      /^<!-- zonewright review -->\n[^]*5 created[^]*2 stacks, 2 zones/,
    );
    const env = { ...GITHUB, PULL_REQUEST: '7' };
    const NOTES = JSON.stringify([{ id: 2, body: '<!-- zonewright review -->\nBefore' }]);
    for (const given of [env, { ...env, NOTES }])
      await succeed(first.reviewed, step('plan', 'review', 'Comment'), given);
    expect(writtenBy(first.reviewed)).toEqual([
      'api --method POST repos/example/zones/issues/7/comments --field body=@review/comment.md',
      'api --method PATCH repos/example/zones/issues/comments/2 --field body=@review/comment.md',
    ]);
    expect([repository.writes(), repository.states.size]).toEqual([0, 0]);
    expect((await apply(first)).exitCode).toBe(0);
    expect([SHOP, BLOG].map(repository.jobsOf)).toEqual([['audit', 'http'], ['http']]);
    const before = repository.writes();
    const stale = { exitCode: 1, stderr: expect.stringContaining('Saved plan is stale') as string };
    expect(await apply(first)).toMatchObject(stale);
    expect(repository.writes()).toBe(before);
  });

  test.each(['0 0', '2 0', '3 0', '1 1', '4 1'])('a review and its check end with %s', async (codes) => {
    const folder = repository.newFolder();
    mkdirSync(join(folder, 'review'));
    writeFileSync(join(folder, 'review', 'code'), `${codes.split(' ')[0]}\n`);
    const { exitCode } = await repository.run(folder, step('plan', 'review', 'Stop'));
    expect(exitCode).toBe(Number(codes.split(' ')[1]));
  });

  const pull = JSON.stringify([{ head: { sha: 'the-head' } }]);
  const ended = (...conclusions: readonly string[]): string =>
    JSON.stringify({
      workflow_runs: conclusions.map((conclusion, index) => ({ id: 40 + index, conclusion })),
    });
  test.each([
    ['is of no pull request', '[]', ended('success'), 1, /^::error::merged is of no pull request/],
    [
      'has a newest plan that failed',
      pull,
      ended('failure', 'success'),
      1,
      /^::error::the newest run of plan/,
    ],
    ['has a newest plan that did not fail', pull, ended('success', 'failure'), 0, /^$/],
  ])(
    'only the newest run that planned the head is applied: a push that %s',
    async (_case, PULLS, RUNS, code, says) => {
      const env = { ...GITHUB, PULLS, RUNS };
      const ran = await repository.run(repository.newFolder(), step('apply', 'reviewed', 'Find'), env);
      expect([ran.exitCode, ran.stdout]).toEqual([code, expect.stringMatching(says)]);
    },
  );

  test('a stack that main declares differently than its reviewed plan is refused', async () => {
    const same = async (): ReturnType<TestRepository['run']> => {
      const main = await repository.checkout();
      cpSync(first.artifacts, join(main, 'reviewed'), { recursive: true });
      return repository.run(main, step('apply', 'reviewed', 'Is main'), GITHUB);
    };
    expect(await same()).toMatchObject({ exitCode: 0 });
    repository.commit([zoneOf(SHOP, 'shop', ALL), zoneOf(BLOG, 'content')]);
    const different =
      'declares these stacks differently than their reviewed plans: cdktf.out/stacks/zones-shop -';
    expect(await same()).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining(different) as string,
    });
  });

  test('without a state, as after a lost runner, no job is planned that is there already', async () => {
    repository.states.delete('shop');
    const { output, artifacts } = await plan();
    expect(output).toContain(
      `cdktf.out/stacks/zones-shop would create log push jobs that are there already: zone_logpush_job.`,
    );
    expect(output).toContain('import {');
    expect(text(artifacts, 'review', 'comment.md')).toMatch(/Not reviewed:[^]*zones-shop\/tfplan\.json/);
    expect(text(artifacts, 'review', 'code')).toBe('1\n');
  });

  test('what others changed is in the issue of the night, and so is what nobody applied', async () => {
    const night = await repository.checkout('HEAD~1');
    // The stack of the shop lost its state above.
    rmSync(join(night, 'cdktf.out/stacks/zones-shop'), { recursive: true });
    const steps = ['Drift', 'What is declared'].map((name) => step('drift', 'drift', name)).join('\n');
    const look = async (): Promise<readonly unknown[]> => {
      rmSync(join(night, 'output'), { force: true });
      await succeed(night, steps, GITHUB);
      return text(night, 'output').trim().split('\n');
    };
    expect(await look()).toEqual(['code=0', 'code=0']);
    repository.emulator.control.editZone(zoneId(BLOG), ({ logpush }) => {
      logpush.jobs = logpush.jobs?.map((job) => ({ ...job, ...FAILED, enabled: false }));
    });
    expect(await look()).toEqual(['code=2', 'code=2']);
    const told = /Changed outside[^]*zones-content`[^]*# Declared and not applied\n[^]*zones-content`/;
    expect(text(night, 'drift.md')).toMatch(told);
    expect(text(night, 'drift.md')).toContain('blog.example: job 1 "http", "bucket is gone"');
    for (const NOTES of ['[]', '[{ "number": 9 }]'])
      await succeed(night, step('drift', 'drift', 'Keep'), { ...GITHUB, NOTES });
    expect(writtenBy(night)).toEqual([
      'api --method POST repos/example/zones/issues --field title=Drift --field labels[]=drift --field body=@drift.md',
      'api --method PATCH repos/example/zones/issues/9 --field body=@drift.md',
    ]);
  });
});

describe('a repository of .tf files', () => {
  let ofApp: TestRepository;
  beforeAll(async () => {
    ofApp = repository;
    repository = await started({ shop: SHOP, content: BLOG });
  });
  afterAll(async () => {
    await repository.stop();
    repository = ofApp;
  });

  test('has the same workflows: plan, review, apply, and the health of its jobs at night', async () => {
    const { folder, commit, emulator } = repository;
    commit();
    const first = await plan();
    const stacks = ['stacks/content', 'stacks/shop'];
    expect([...first.folders].sort()).toEqual(stacks);
    expect(text(first.artifacts, 'review', 'comment.md')).toMatch(/4 created[^]*2 stacks, 2 zones/);
    expect([repository.writes(), repository.states.size]).toEqual([0, 0]);
    expect((await apply(first)).exitCode).toBe(0);
    expect([SHOP, BLOG].map(repository.jobsOf)).toEqual([['http'], ['http']]);

    const write = (path: string, content: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
      commit();
    };
    const changed = 'bash changed-stacks.sh HEAD^1';
    write('stacks/shop/more.tf', '# Plan again: its apply failed.\n');
    expect(await succeed(await repository.checkout(), changed)).toBe('stacks/shop\n');
    write('stacks/old/main.tf', 'terraform {}\n');
    rmSync(join(folder, 'stacks/old'), { recursive: true });
    write('modules/zone/main.tf', '# What several stacks share.\n');
    expect(await succeed(await repository.checkout(), changed)).toBe(`${stacks.join('\n')}\n`);

    const night = await repository.checkout();
    const look = async (): Promise<string> => {
      rmSync(join(night, 'output'), { force: true });
      await succeed(night, step('drift', 'drift', 'Drift'), GITHUB);
      return text(night, 'output').trim();
    };
    expect(await look()).toBe('code=0'); // no job has delivered yet
    emulator.control.editZone(zoneId(BLOG), ({ logpush }) => {
      logpush.jobs = logpush.jobs?.map((job) => ({ ...job, ...FAILED }));
    });
    expect(await look()).toBe('code=2');
    expect(text(night, 'drift.md')).toContain('blog.example: job 1 "http", "bucket is gone"');
    expect(text(night, 'drift.md')).not.toContain(SHOP);
  });

  test('is planned, reviewed and applied by the commands of Atlantis', async () => {
    const { folder, commit } = repository;
    const file = join(folder, 'stacks/shop/main.tf');
    writeFileSync(file, text(file).replace(/name +=/, 'enabled = true\n  name ='));
    commit();
    const clone = await repository.checkout();
    await succeed(clone, ATLANTIS.repos[0].pre_workflow_hooks[0].run);
    const { projects } = JSON.parse(text(clone, 'atlantis.yaml')) as { readonly projects: unknown };
    expect(projects).toEqual([{ dir: 'stacks/shop', autoplan: { when_modified: ['../../**'] } }]);
    const project = join(clone, 'stacks/shop');
    const files = { PLANFILE: join(project, 'default.tfplan'), SHOWFILE: join(project, 'default.json') };
    const stage = async (name: string): Promise<string> => {
      let printed = '';
      for (const { run = '' } of ATLANTIS.workflows.zones[name]?.steps ?? [])
        printed += await succeed(project, typeof run === 'string' ? run : run.command, files);
      return printed;
    };
    expect(await stage('plan')).toContain('enabled: false → true');
    await stage('policy_check');
    expect(JSON.parse(text(files.SHOWFILE))).toMatchObject({ format_version: expect.any(String) as string });
    expect(await stage('apply')).toContain('1 changed');
    expect(repository.emulator.control.zone(zoneId(SHOP)).logpush?.jobs?.[0]?.enabled).toBe(true);
  });
});

describe('GitLab', () => {
  const base = {
    ...{ CI_API_V4_URL: 'https://gitlab.example/api/v4', CI_PROJECT_ID: '1', CI_COMMIT_SHA: 'merged' },
    ...{
      REQUESTS: '[{ "iid": 7 }]',
      PIPELINES: '[{ "status": "success" }]',
      GITLAB_READ_TOKEN: 'read-token',
    },
  };
  let request: string;
  const applied = async (env: Env): ReturnType<TestRepository['run']> =>
    repository.run(await repository.checkout(), gitlabScript('apply'), {
      ...base,
      ARTIFACT: join(request, 'reviewed.tar.gz.enc'),
      ...env,
    });

  test('a merge request is planned; main applies the reviewed plans, what cannot be undone by a job of its own', async () => {
    repository.states.clear();
    repository.emulator.control.reset();
    repository.commit([zoneOf(SHOP, 'shop', ['http'], 'finished'), zoneOf(BLOG, 'content', ['audit'])]);
    request = await repository.checkout();
    await succeed(request, gitlabScript('plan'), {
      ...base,
      CI_MERGE_REQUEST_DIFF_BASE_SHA: (await succeed(request, 'git rev-parse HEAD~1')).trim(),
    });
    expect(text(request, 'comment.md')).toContain('cannot be undone');
    const before = repository.writes();
    const waits = expect.stringContaining('start the job apply-irreversible') as string;
    expect(await applied({})).toMatchObject({ exitCode: 1, stdout: waits });
    expect(repository.writes()).toBe(before);
    expect(gitlabScript('apply-irreversible')).toBe(gitlabScript('apply'));
    expect(await applied({ IRREVERSIBLE: 'yes' })).toMatchObject({ exitCode: 0 });
    expect(repository.emulator.control.zone(zoneId(SHOP)).migration?.state).toBe('finished');
    expect([SHOP, BLOG].map(repository.jobsOf)).toEqual([['http'], ['audit']]);
    await succeed(await repository.checkout(), gitlabScript('drift'));
  });

  test.each<[string, Env, RegExp]>([
    ['a push that is of no merge request', { REQUESTS: '[]' }, /merged is of no merge request/],
    [
      'a request whose newest pipeline failed',
      { PIPELINES: '[{ "status": "failed" }]' },
      /ended with failed/,
    ],
    ['a request whose artifact is gone', { ARTIFACT: 'none' }, /^$/],
  ])('nothing is applied of %s', async (_case, env, message) => {
    const ran = await applied({ IRREVERSIBLE: 'yes', ...env });
    expect(ran).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(message) as string });
  });

  test('what main declares differently is refused', async () => {
    repository.commit([zoneOf(SHOP, 'shop', ALL, 'finished'), zoneOf(BLOG, 'content', ['audit'])]);
    const says = 'differently than their reviewed plans: cdktf.out/stacks/zones-shop\n';
    expect(await applied({ IRREVERSIBLE: 'yes' })).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining(says) as string,
    });
  });
});

test('a reason in plan-again.json changes the declaration of that stack alone; one that is no longer declared is refused', async () => {
  const folder = await repository.checkout();
  await succeed(folder, 'mkdir before && cp -r cdktf.out before');
  writeFileSync(join(folder, 'plan-again.json'), '{ "shop": "its apply failed" }');
  await succeed(folder, 'npm run --silent synth');
  const changed = 'bash changed-stacks.sh --before before';
  expect(await succeed(folder, changed)).toBe('cdktf.out/stacks/zones-shop\n');
  await succeed(folder, 'rm cdktf.out/stacks/zones-shop/*.tf.json');
  expect(await repository.run(folder, changed)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('cdktf.out/stacks/zones-shop is no longer declared. First') as string,
  });
});

describe.each(['plan', 'apply', 'drift', 'check'])('%s.yml', (name) => {
  const { defaults, env, jobs } = workflow(name);
  const all = Object.entries(jobs);

  test('runs scripts that exist, in a shell that fails inside of a pipe', () => {
    expect(defaults?.run?.shell).toBe('bash');
    const commands = all.flatMap(([, { steps }]) => steps.map(({ run = '' }) => run)).join('\n');
    const scripts = [...commands.matchAll(/\b(?:bash|node) ([\w.-]+\.(?:sh|mjs))/g)].map(
      ([, file = '']) => file,
    );
    expect(scripts.length > 0).toBe(name !== 'check');
    expect(scripts.filter((file) => !existsSync(join(EXAMPLE, file)))).toEqual([]);
    // A value of the platform in the text of a script would be run as a part of it.
    expect(commands).not.toContain('${{');
  });

  test('gives secrets to jobs with an environment only, and those of apply to main only', () => {
    if (name !== 'check') expect(env).toHaveProperty('ZONEWRIGHT_BASE_URL');
    for (const [job, { environment, ...others }] of all) {
      const withSecrets = JSON.stringify(others).includes('secrets.');
      const expected = { apply: 'zones-apply', approve: 'zones-irreversible' }[job] ?? 'zones-plan';
      if (withSecrets || environment !== undefined) expect([job, environment]).toEqual([job, expected]);
    }
  });
});

test('apply waits for the approval, and the approval is asked for a change that cannot be undone', () => {
  const { approve, apply: applies } = workflow('apply').jobs;
  expect([approve?.if, applies?.needs]).toEqual([
    "needs.reviewed.outputs.code == '3'",
    ['reviewed', 'approve'],
  ]);
});
