import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageVersion } from '../../lib/provider/package-root';
import { recorded } from '../support/printed';
import { runHere } from './built-command';
import { fakeProgram, temporaryFolder } from './engine/fake-program';

const ROOT = join(__dirname, '..', '..');
const home = temporaryFolder();
beforeAll(() => process.chdir(home));
afterAll(() => process.chdir(ROOT));

describe.each<readonly [string, readonly string[], readonly string[]]>([
  ['zone', [], ['new-app']],
  ['zone-hcl', ['--hcl'], ['tested-hcl']],
  ['waf', ['--migration'], ['new-app', 'managed-rules-migration']],
  ['waf in hcl', ['--migration', '--hcl'], ['managed-rules-migration-hcl']],
])('zonewright init %s', (name, options, examples) => {
  test('writes the example into a new folder, and says what to run', async () => {
    const { exitCode, stdout, stderr } = await runHere(['init', ...options, name]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const inHome = stdout.replaceAll(`${home}/`, '');
    const printed = inHome.replaceAll(ROOT, 'PACKAGE').replaceAll(packageVersion(), 'VERSION');
    expect(printed).toBe(recorded(`init-${name.replaceAll(' ', '-')}.txt`, printed));
    const files = examples.flatMap((example) => filesIn(join(ROOT, 'examples', example)));
    const expected = new Map(
      files.map(([path, text]) => [path === 'gitignore' ? '.gitignore' : path, text] as const),
    );
    expect(filesIn(join(home, name))).toEqual([...expected].sort());
  });

  test('lets git ignore what commands write beside it that may hold secrets, and nothing else of it', () => {
    const project = join(home, name);
    const secret = [
      ...['terraform.tfstate', 'terraform.tfstate.backup', 'tfplan', 'tfplan.json', 'shop.tfplan'],
      ...['survey.json', 'survey.json.progress', 'copy.yaml', 'copy.json', 'copy.json.progress'],
      ...['review.json', 'review.html', 'rehearsal.html', '.4711.new'],
    ];
    const own = filesIn(project).map(([path]) => path);
    execFileSync('git', ['init', '--quiet'], { cwd: project });
    const input = [...secret, ...own].join('\n');
    const ignored = execFileSync('git', ['check-ignore', '--stdin'], {
      cwd: project,
      encoding: 'utf8',
      input,
    });
    expect(ignored.trim().split('\n')).toEqual(secret);
  });

  test('refuses a folder that has anything but a repository, and changes nothing', async () => {
    const used = join(home, `used-${name}`);
    mkdirSync(join(used, '.git'), { recursive: true });
    for (const mine of 'abcdef') writeFileSync(join(used, mine), 'mine');
    const { exitCode, stdout, stderr } = await runHere(['init', ...options, used]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`the folder ${used} is not empty\n  seen:    a, b, c, d, e, …\n`);
    expect(readdirSync(used)).toEqual(['.git', ...'abcdef']);
  });
});

test('without a folder, the current one is filled, and nobody is told to enter it', async () => {
  const here = join(home, 'here');
  mkdirSync(here);
  process.chdir(here);
  const { exitCode, stdout } = await runHere(['init', '--hcl']);
  process.chdir(home);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(` was written to ${here}\n  .gitignore\n`)]);
  expect(stdout).not.toContain('$ cd');
});

test('a folder that cannot be made is named', async () => {
  writeFileSync('mine', '');
  const { exitCode, stderr } = await runHere(['init', 'mine/project']);
  const says =
    /^error: the folder \S+\/mine\/project cannot be used\n[^]*do: {6}name another: npx zonewright init </;
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(says)]);
});

test('a new project takes the release that wrote it', () => {
  const project = JSON.parse(readFileSync(join(ROOT, 'examples/new-app/package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(project.dependencies['zonewright']).toBe(`^${packageVersion()}`);
});

test('its scripts run the engine in each stack that the app has now, with the options of the command', () => {
  const project = temporaryFolder();
  const stack = (name: string): string => join(project, 'cdktf.out', 'stacks', name);
  for (const name of ['gone', 'logs', 'shop']) mkdirSync(stack(name), { recursive: true });
  writeFileSync(join(stack('gone'), 'cdk.tf.json'), '{}');
  const bin = join(project, 'bin');
  fakeProgram(join(bin, 'npm'), 'touch cdktf.out/stacks/logs/cdk.tf.json cdktf.out/stacks/shop/cdk.tf.json');
  const engine = fakeProgram(join(bin, 'tofu'), 'echo "$(basename "$PWD"): $*"');
  const said = execFileSync('sh', [join(ROOT, 'examples/new-app/stacks.sh'), 'apply', '-auto-approve'], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env['PATH']}`, ZONEWRIGHT_TERRAFORM: engine },
  });
  expect(said.trim().split('\n')).toEqual(
    ['logs', 'shop'].flatMap((name) => [`${name}: init`, `${name}: apply -auto-approve`]),
  );
});

/** The files below a folder with their text, by path. */
function filesIn(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const)
    .sort();
}
