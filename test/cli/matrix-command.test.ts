import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { command, type Finished } from './built-command';
import { temporaryFolder } from './engine/fake-program';

/** `zonewright matrix` in a repository with an app in a folder of its own. */

const root = temporaryFolder();
const infra = join(root, 'infra');

/** The stacks that the app declares, by name: what they output. */
type Stacks = Readonly<Record<string, string>>;

/** What a release changes: the version of the provider, and that of cdktf in comments. */
const APP = `
const { Annotations, App, HttpBackend, LocalBackend, TerraformOutput, TerraformStack } = require('cdktf');
const { stacks, version, policy, mistake } = require('./stacks.json');
if (mistake) throw Object.assign(new Error(mistake), { problems: [mistake] });
const app = new App();
let before;
for (const [name, value] of Object.entries(stacks)) {
  const stack = new TerraformStack(app, name);
  if (name === 'b') new LocalBackend(stack, {});
  else new HttpBackend(stack, { address: 'http://127.0.0.1:1/' + name });
  new TerraformOutput(stack, 'value', { value });
  stack.addOverride('terraform.required_providers.zone', { source: 'registry.terraform.io/zonewright/zone', version });
  stack.addOverride('terraform.required_providers.mirrored', { source: 'registry.example/platform/zone', version });
  stack.addOverride('resource.zone_logpush_job.it.provider', 'mirrored.eu');
  stack.addOverride('//.note', version);
  if (policy) Annotations.of(stack).addError(policy);
  if (before) stack.addDependency(before);
  before = stack;
}
app.synth();
`;

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8' });
}

/** What fails the synthesis: an annotation of a policy, or a mistake of an inventory. */
interface Broken {
  readonly policy?: string;
  readonly mistake?: string;
}

function commitStacks(stacks: Stacks, version: string, broken: Broken = {}): void {
  writeFileSync(join(infra, 'stacks.json'), JSON.stringify({ stacks, version, ...broken }));
  git('add', '--all');
  git('commit', '--quiet', '--message', version);
}

/** Commits what the repository has of its packages: a file of one, or a link that leads nowhere in another folder. */
function commitPackages(tag: string, mode: string, path: string): void {
  const content = join(root, 'content');
  writeFileSync(content, '../packages');
  git('update-index', '--add', '--cacheinfo', `${mode},${git('hash-object', '-w', content).trim()},${path}`);
  rmSync(content);
  git('commit', '--quiet', '--message', tag);
  git('tag', tag);
  git('update-index', '--force-remove', path);
}

const matrix = (...args: readonly string[]): Promise<Finished> => command.run(['matrix', ...args], {}, infra);

beforeAll(() => {
  mkdirSync(infra);
  symlinkSync(join(__dirname, '..', '..', 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, '.gitignore'), 'node_modules\ncdktf.out\n');
  writeFileSync(join(infra, 'main.js'), APP);
  writeFileSync(join(infra, 'cdktf.json'), JSON.stringify({ language: 'typescript', app: 'node main.js' }));
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'empty');
  git('tag', 'empty');
  commitStacks({ a: '1', b: '1', c: '1' }, '0.1.0', { policy: 'Its acknowledgement ended on 2026-06-30.' });
  git('tag', 'ended');
  commitStacks({ a: '1' }, '0.1.0', { mistake: 'The inventory has a mistake:\n- zones.csv, line 3: no id' });
  git('tag', 'mistaken');
  commitStacks({ a: '1', b: '1', c: '1' }, '0.1.0');
  git('tag', 'base');
  commitPackages('packages', '100644', 'node_modules/patched/index.js');
  commitPackages('linked-packages', '120000', 'node_modules');
  commitStacks({ d: '1', b: '1', a: '2' }, '0.2.0');
  execFileSync(process.execPath, ['main.js'], { cwd: infra });
});

const row = (stack: string, change: string, dependencies: readonly string[]): object => ({
  ...{ stack, folder: `cdktf.out/stacks/${stack}`, change, dependencies },
});

test('all stacks, without anything to compare with', async () => {
  const { exitCode, stdout, stderr } = await matrix();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual([
    row('d', 'added', []),
    row('b', 'added', ['d']),
    row('a', 'added', ['b']),
  ]);
});

test.each([
  ['a revision', 'base'],
  ['a revision that has some of its packages in git', 'packages'],
  ['a revision that has a link to its packages in git', 'linked-packages'],
  ['a revision of which an acknowledgement ended: errors that are annotations do not count', 'ended'],
])(
  'since %s: what was added, changed and vanished; a release alone changes nothing',
  async (_what, revision) => {
    const { exitCode, stdout, stderr } = await matrix('--since', revision);
    expect({ exitCode, changes: JSON.parse(stdout) as unknown }).toEqual({
      exitCode: 0,
      changes: [row('d', 'added', []), row('a', 'changed', ['b']), row('c', 'vanished', ['b'])],
    });
    expect(stderr).toContain('3 of 4 stacks changed.');
    expect(stderr).toContain(
      'the stack c is no longer declared: written to cdktf.out/stacks/c without its resources',
    );
    const vanished = JSON.parse(
      readFileSync(join(infra, 'cdktf.out/stacks/c/cdk.tf.json'), 'utf8'),
    ) as object;
    expect(vanished).toEqual({
      terraform: {
        backend: { http: { address: 'http://127.0.0.1:1/c' } },
        required_providers: {
          zone: { source: 'registry.terraform.io/zonewright/zone', version: '0.2.0' },
          mirrored: { source: 'registry.example/platform/zone', version: '0.2.0' },
        },
      },
    });
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  },
);

test('since a revision that had no app yet: everything was added', async () => {
  const { exitCode, stdout, stderr } = await matrix('--since', 'empty');
  expect({ exitCode, changes: JSON.parse(stdout) as unknown }).toEqual({
    exitCode: 0,
    changes: [row('d', 'added', []), row('b', 'added', ['d']), row('a', 'added', ['b'])],
  });
  expect(stderr).toContain('note: empty has no app in this folder (no cdktf.json)');
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

test.each<readonly [string, readonly string[], string]>([
  [
    'that throws',
    ['--since', 'mistaken'],
    'the app of mistaken cannot be synthesized (node main.js): Error: The inventory has a mistake: - zones.csv, line 3: no id',
  ],
  [
    'whose command fails',
    ['--since', 'base', '--app', 'echo broken >&2; exit 3'],
    'the app of base cannot be synthesized (echo broken >&2; exit 3): broken',
  ],
  [
    'that writes nothing',
    ['--since', 'base', '--app', 'true'],
    'the synthesized stacks cannot be read from ',
  ],
])('since a revision with an app %s: every stack counts as changed', async (_what, args, reason) => {
  const { exitCode, stdout, stderr } = await matrix(...args);
  expect({ exitCode, changes: JSON.parse(stdout) as unknown }).toEqual({
    exitCode: 0,
    changes: [row('d', 'changed', []), row('b', 'changed', ['d']), row('a', 'changed', ['b'])],
  });
  const [note = '', ...more] = stderr.split('\n');
  expect(note).toContain(`note: ${reason}`);
  expect(more.map((line) => line.trim())).toEqual([
    'So every stack counts as changed; stacks that are no longer declared are not known, and are left out.',
    `To compare with ${args[1]} all the same, synthesize it in a checkout of its own: --before FOLDER.`,
    '3 of 3 stacks changed.',
    '',
  ]);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

test('a stack that vanished has the provider of now, which is the one that is there', async () => {
  const before = join(root, 'before');
  cpSync(join(infra, 'cdktf.out'), before, { recursive: true });
  const stacks = join(before, 'stacks');
  renameSync(join(stacks, 'a'), join(stacks, 'gone'));
  for (const file of [join(before, 'manifest.json'), join(stacks, 'gone', 'cdk.tf.json')]) {
    const text = readFileSync(file, 'utf8')
      .replaceAll('stacks/a', 'stacks/gone')
      .replaceAll('0.2.0', '0.0.9');
    writeFileSync(file, text.replaceAll('"name": "a"', '"name": "gone"'));
  }
  const { stdout } = await matrix('--before', before);
  expect(JSON.parse(stdout)).toContainEqual(row('gone', 'vanished', ['b']));
  const vanished = JSON.parse(
    readFileSync(join(infra, 'cdktf.out/stacks/gone/cdk.tf.json'), 'utf8'),
  ) as object;
  expect(vanished).toHaveProperty('terraform.required_providers.zone.version', '0.2.0');
});

test('for GitHub Actions and Atlantis', async () => {
  const texts = await Promise.all(
    [['github'], ['github', '--group', '2'], ['atlantis']].map(([format = '', ...more]) =>
      matrix('--format', format, ...more).then(({ stdout }) => stdout),
    ),
  );
  expect(texts).toEqual([
    'matrix={"include":[{"name":"d","folders":"cdktf.out/stacks/d"},{"name":"b","folders":"cdktf.out/stacks/b"},' +
      '{"name":"a","folders":"cdktf.out/stacks/a"}]}\ncount=3\n',
    'matrix={"include":[{"name":"d and 1 more","folders":"cdktf.out/stacks/d cdktf.out/stacks/b"},' +
      '{"name":"a","folders":"cdktf.out/stacks/a"}]}\ncount=2\n',
    [
      'version: 3',
      'projects:',
      ...['d', 'b', 'a'].flatMap((name) => [`  - name: ${name}`, `    dir: cdktf.out/stacks/${name}`]),
      '',
    ].join('\n'),
  ]);
});

test('when nothing has changed, no job is left over', async () => {
  const nothing = await Promise.all([
    matrix('--since', 'HEAD', '--format', 'github'),
    matrix('--before', 'cdktf.out'),
  ]);
  expect(nothing.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual([
    [0, 'matrix={"include":[]}\ncount=0\n'],
    [0, '[]\n'],
  ]);
});

describe('what is wrong is said, and nothing is left behind:', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'no app was synthesized',
      ['./nowhere'],
      ['cannot be read from nowhere/manifest.json', 'npx cdktf synth'],
    ],
    [
      'no such revision',
      ['--since', 'nowhere'],
      ['git worktree failed', 'invalid reference: nowhere', 'fetch-depth'],
    ],
    ...['--', '--oops', ''].map((revision): readonly [string, readonly string[], readonly string[]] => [
      `${JSON.stringify(revision)} as revision`,
      ['--since', revision],
      ["'--since <revision>' argument", 'Allowed: a commit, branch or tag, such as HEAD^1 or origin/main.'],
    ]),
    [
      'two bases',
      ['--since', 'base', '--before', 'x'],
      ["'--since <revision>' cannot be used with option '--before"],
    ],
    ['a group of none', ['--group', '0'], ['a whole number from 1 on']],
  ])('%s', async (_what, args, texts) => {
    const { exitCode, stdout, stderr } = await matrix(...args);
    expect(exitCode).toBeGreaterThan(0);
    expect(stdout).toBe('');
    for (const text of texts) expect(stderr).toContain(text);
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });
});

test('Ctrl-C ends the app of the base, and leaves no worktree', async () => {
  const started = join(root, 'started');
  const app = `touch ${started}; exec sleep 60`;
  const child = command.start(['matrix', '--since', 'base', '--app', app], {}, infra);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!existsSync(started)) await sleep(10);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));
