import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { equalJobThere } from '../../provider-shim/resources/logpush-job/ownership-problems';
import { temporaryFolder } from '../cli/engine/fake-program';
import { linkedPackages } from './installed-packages';
import { startWorld, zoneId, zoneLine, type PipelineWorld } from './pipeline-world';
import { EXAMPLE } from './user-repository';

/** The example workflows of GitHub Actions, with two stacks; `npm run test:pipelines` runs everything. */

const SHOP = 'shop.example';
const BLOG = 'blog.example';

/** How a compressed archive begins (https://www.rfc-editor.org/rfc/rfc1952, 2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);

let world: PipelineWorld;
beforeAll(async () => {
  world = await startWorld(
    linkedPackages,
    [SHOP, BLOG].map((name) => ({ id: zoneId(name), name })),
    { machine: { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' } },
  );
});
afterAll(() => world.stop());

test('the first pull request is planned and reviewed; its merge applies exactly what was reviewed', async () => {
  const { repository, platform, states } = world;
  world.addExample([zoneLine(SHOP, 'shop', 'audited'), zoneLine(BLOG, 'content')]);
  const pull = repository.openPullRequest();
  const planned = await repository.plan(pull);
  expect(planned.jobs['plan']?.map(({ name, result }) => [name, result])).toEqual([
    ['plan zones-content', 'success'],
    ['plan zones-shop', 'success'],
  ]);
  expect(world.comments(pull)).toEqual([
    expect.stringMatching(/^<!-- zonewright review -->\n[^]*2 stacks, 2 zones[^]*5 created/),
  ]);
  expect({ isSuccess: planned.isSuccess, jobs: world.jobsOf(SHOP), states: states.states.size }).toEqual({
    ...{ isSuccess: true, jobs: [], states: 0 },
  });
  const folder = join(platform.artifacts, String(planned.id));
  const archives = readdirSync(folder).filter((name) => name.startsWith('plan-'));
  const contents = archives.map((name) => readFileSync(join(folder, name, 'plan.tar.gz.enc')));
  expect(contents.map((content) => content.subarray(0, 2).equals(GZIP))).toEqual([false, false]);

  const applied = await repository.apply(repository.merge(pull));
  expect({
    isSuccess: applied.isSuccess,
    applied: applied.jobs['apply']?.length,
    approved: applied.jobs['approve'],
    jobs: [world.jobsOf(SHOP), world.jobsOf(BLOG)],
    states: [...states.states.keys()].sort(),
    locks: states.locks.size,
  }).toEqual({
    isSuccess: true,
    applied: 2,
    approved: [],
    jobs: [['audit', 'http'], ['http']],
    states: ['zones-content', 'zones-shop'],
    locks: 0,
  });
});

test('a pull request that changes no stack plans nothing, and says so', async () => {
  const { repository } = world;
  repository.write('README.md', 'Other words.\n');
  const pull = repository.openPullRequest();
  const planned = await repository.plan(pull);
  expect({ ...planned, plan: planned.jobs['plan'], comments: world.comments(pull) }).toMatchObject({
    isSuccess: true,
    plan: [],
    comments: ['<!-- zonewright review -->\nNo stack changes.\n'],
  });
});

test('plan-stack.sh looks for the code with which the warning of a job that is there already ends', () => {
  const [, end] = /endswith\(("[^"]+")\)/.exec(readFileSync(join(EXAMPLE, 'plan-stack.sh'), 'utf8')) ?? [];
  expect(end).toBe(String.raw`"\nCode: equal_job_there"`);
  expect(equalJobThere('shop.example', 7, '').hint.endsWith(JSON.parse(String(end)) as string)).toBe(true);
});

describe('plan-archive.mjs', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'plans.enc');
  const KEY = 'a'.repeat(32);
  const run = (mode: string, key: string | undefined, input?: string): object => {
    const args = [join(EXAMPLE, 'plan-archive.mjs'), mode, file];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      env: { PATH: process.env['PATH'], PLAN_KEY: key },
      encoding: 'utf8',
      input,
    });
    return { status, stdout, stderr: stderr.replace(/^plan-archive\.mjs: /, '') };
  };
  beforeEach(() => {
    expect(run('encrypt', KEY, 'the plans')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('decrypts what it encrypted, which is another text each time', () => {
    const first = readFileSync(file);
    expect(run('decrypt', KEY)).toEqual({ status: 0, stdout: 'the plans', stderr: '' });
    run('encrypt', KEY, 'the plans');
    expect(readFileSync(file).equals(first)).toBe(false);
  });

  test.each([
    ['no key', undefined, 'is not set'],
    ['an empty key', '', 'is not set'],
    ['a short key', KEY.slice(1), 'has 31 characters'],
  ])('%s is refused, and nothing is written', (_case, key, seen) => {
    const before = readFileSync(file);
    const stderr = `PLAN_KEY ${seen}. It must have at least 32, and be the same in all jobs: openssl rand -hex 32\n`;
    expect(run('encrypt', key, 'others')).toEqual({ status: 1, stdout: '', stderr });
    expect(run('decrypt', key)).toEqual({ status: 1, stdout: '', stderr });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  const flipped =
    (at: number) =>
    (content: Buffer): Buffer =>
      content.map((byte, index) => (index === at ? byte ^ 1 : byte)) as Buffer;
  test.each<[string, (content: Buffer) => Buffer, string]>([
    ['another key', (content) => content, 'b'.repeat(32)],
    ...[0, 15, 16, 27, 28, 43, 44, 52].map((at): [string, (content: Buffer) => Buffer, string] => [
      `byte ${at} is another`,
      flipped(at),
      KEY,
    ]),
    ['the last byte is missing', (content) => content.subarray(0, -1), KEY],
    ['only the tag is there', (content) => content.subarray(0, 44), KEY],
    ['a part of the tag is there', (content) => content.subarray(0, 32), KEY],
    ['nothing is there', () => Buffer.alloc(0), KEY],
    ['a byte more is there', (content) => Buffer.concat([content, Buffer.of(0)]), KEY],
  ])('%s: nothing is decrypted, and the error is the same', (_case, change, key) => {
    writeFileSync(file, change(readFileSync(file)));
    expect(run('decrypt', key)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${file} cannot be decrypted: another PLAN_KEY encrypted it, or it was damaged or changed since. Plan again.\n`,
    });
  });
});

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly run?: string;
}

describe('a job that plans several stacks', () => {
  const folder = temporaryFolder();
  const { jobs } = parse(readFileSync(join(EXAMPLE, '.github/workflows/plan.yml'), 'utf8')) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  };
  const script = (name: RegExp): string =>
    jobs['plan']?.steps.find((step) => name.test(step.name ?? ''))?.run ?? '';
  const ENGINE = `#!/bin/sh
case "$1" in
  plan) [ "\${PWD##*/}" = broken ] && exit 1; echo new > tfplan ;;
  show) echo '{}' ;;
esac
`;
  beforeAll(() => {
    for (const each of ['plan-stack.sh', 'plan-archive.mjs']) cpSync(join(EXAMPLE, each), join(folder, each));
    for (const stack of ['one', 'broken', 'two']) {
      mkdirSync(join(folder, stack));
      for (const left of ['tfplan', 'tfplan.json', '.terraform.lock.hcl'])
        writeFileSync(join(folder, stack, left), 'old');
    }
    writeFileSync(join(folder, 'terraform'), ENGINE, { mode: 0o755 });
  });
  const run = (commands: string, env: object = {}): ReturnType<typeof spawnSync> =>
    spawnSync('bash', ['-eo', 'pipefail', '-c', commands], {
      cwd: folder,
      env: {
        ...{ PATH: [folder, process.env['PATH']].join(delimiter), GITHUB_OUTPUT: join(folder, 'output') },
        ...{ FOLDERS: 'one broken two', PLAN_KEY: 'k'.repeat(32), ...env },
      },
      encoding: 'utf8',
    });

  test('goes on after one that fails, passes on the plans of the others, and then fails', () => {
    expect(run(script(/^Plan$/)).status).toBe(0);
    const failed = /^failed=(.*)$/m.exec(readFileSync(join(folder, 'output'), 'utf8'))?.[1];
    expect(failed).toBe(' broken');
    // Not even the plan of an earlier run is left.
    expect(['tfplan', 'tfplan.json'].filter((name) => existsSync(join(folder, 'broken', name)))).toEqual([]);
    expect(run(script(/^Encrypt/)).status).toBe(0);
    expect(run('node plan-archive.mjs decrypt plan.tar.gz.enc | tar -tz').stdout).toBe(
      ['one', 'two']
        .flatMap((stack) =>
          ['tfplan', 'tfplan.json', '.terraform.lock.hcl'].map((name) => `${stack}/${name}\n`),
        )
        .join(''),
    );
    const { status, stdout } = run(script(/^Stop/), { FAILED: failed });
    expect([status, stdout]).toEqual([
      1,
      '::error::these stacks could not be planned; the log above says why: broken\n',
    ]);
  });

  test('encrypts nothing without a key', () => {
    expect(run(`rm -f plan.tar.gz.enc\n${script(/^Encrypt/)}`, { PLAN_KEY: '' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('PLAN_KEY is not set'),
    });
    expect(existsSync(join(folder, 'plan.tar.gz.enc'))).toBe(false);
  });
});
