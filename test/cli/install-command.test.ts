import { spawnSync } from 'node:child_process';
import fs, { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageVersion } from '../../lib/provider/package-root';
import { PROVIDER_PLATFORMS } from '../../lib/provider/provider-package';
import { recorded } from '../support/printed';
import { command, runHere } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const home = temporaryFolder();
const version = packageVersion();
const placed = join(home, '.terraform.d/plugins/registry.terraform.io/zonewright/zone', version);

test('zonewright install puts the provider into the user’s plugin folder, once', async () => {
  const first = await command.run(['install'], { HOME: home });
  expect({ exitCode: first.exitCode, stderr: first.stderr }).toEqual({ exitCode: 0, stderr: '' });

  expect(readdirSync(placed).sort()).toEqual([...PROVIDER_PLATFORMS].sort());
  const program = join(placed, PROVIDER_PLATFORMS[0], `terraform-provider-zone_v${version}`);
  expect(statSync(program).mode & 0o777).toBe(0o755);

  const written = statSync(program).mtimeMs;
  const second = await command.run(['install'], { HOME: home });
  expect(second.exitCode).toBe(0);
  const printed = `${first.stdout}\n${second.stdout}`.replaceAll(home, 'HOME').replaceAll(version, 'VERSION');
  expect(printed).toBe(recorded('install.txt', printed));
  expect(statSync(program).mtimeMs).toBe(written);
});

test('zonewright install --dir takes another folder, also for another platform, and says how to use it', async () => {
  const [before, mirror] = [process.cwd(), join(home, "it's a mirror")];
  process.chdir(home);
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const [{ exitCode, stdout }, refused] = [
    await runHere(['install', '--dir', basename(mirror)]),
    await runHere(['install']),
  ];
  Object.defineProperty(process, 'platform', { value: platform });
  process.chdir(before);
  expect([exitCode, refused]).toEqual([
    0,
    { exitCode: 1, stdout: '', stderr: expect.stringMatching(/does not run on this .*\n.*windows_/) },
  ]);
  expect(stdout).toContain(`terraform init -plugin-dir=${mirror}`);
  expect(stdout).toContain(`terraform providers lock -fs-mirror='${home}/it'\\''s a mirror' -platform=`);
  expect(existsSync(join(mirror, 'registry.terraform.io/zonewright/zone', version))).toBe(true);
});

test.each([
  ['empty', '', 'HOME is empty'],
  ['relative', 'home', 'HOME is home'],
  ['of no folder', join(home, 'nowhere'), `HOME is ${join(home, 'nowhere')}, which does not exist`],
])('zonewright install refuses a HOME that is %s, and writes nothing', async (_what, value, seen) => {
  const here = temporaryFolder();
  mkdirSync(join(here, 'home'));
  expect(await command.run(['install'], { HOME: value }, here)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: [
      'error: this user has no home folder',
      `  seen:    ${seen}`,
      '  allowed: the absolute path of a folder that exists',
      '  do:      set HOME to a folder in which this user can write',
      '',
    ].join('\n'),
  });
  expect([readdirSync(here, { recursive: true }), existsSync(join(home, 'nowhere'))]).toEqual([
    ['home'],
    false,
  ]);
});

test('zonewright install reports a folder that cannot be written', async () => {
  const occupied = join(home, 'occupied');
  mkdirSync(occupied);
  writeFileSync(join(occupied, 'registry.terraform.io'), 'a file where a folder must be');
  const { exitCode, stdout, stderr } = await runHere(['install', '--dir', occupied]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain('error: the provider cannot be written\n  seen:    E');
  const hints =
    'name a folder that exists or can be created: --dir <folder>\n           or correct the permissions\n';
  expect(stderr).toContain(`do:      ${hints}`);
  expect(readdirSync(occupied)).toEqual(['registry.terraform.io']);
});

test('zonewright install says that the provider is not built', async () => {
  const { existsSync: isThere } = fs;
  jest.spyOn(fs, 'existsSync').mockImplementation((path) => !`${path}`.endsWith('.cjs') && isThere(path));
  const { exitCode, stderr } = await runHere(['install', '--dir', join(home, 'not-built')]);
  jest.restoreAllMocks();
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/not been built\n {2}seen: .*cjs does not exist\n/),
  ]);
});

/** Runs it on a file system that is there for it alone, and lists what it left. */
function installedOn(options: string): {
  readonly status: number | null;
  readonly said: string;
  readonly left: string;
} {
  const disk = temporaryFolder();
  const script =
    'mount -t tmpfs -o "$0" none "$1" && { node "$2" install --dir "$1"; code=$?; find "$1" -path "*/zone/*"; exit $code; }';
  const args = ['--mount', 'sh', '-c', script, options, disk, join(__dirname, '../../dist/cli/main.js')];
  const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  return { status, said: stderr.replaceAll(disk, 'DISK'), left: stdout.replaceAll(disk, 'DISK') };
}

const mayMount = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;

(mayMount ? describe : describe.skip)(
  `zonewright install${mayMount ? '' : ' (skipped: this user cannot mount a file system)'}`,
  () => {
    test.each([
      ['has noexec', 'noexec', 'error: no program may run in DISK, so the provider was not left there'],
      ['has no room for a file', 'size=100k', 'seen:    ENOSPC: no space left on device, write'],
      ['has no room for all folders', 'nr_inodes=16', 'seen:    ENOSPC: no space left on device'],
    ])('on a file system that %s says so, and leaves nothing', (_what, options, says) => {
      const { status, said, left } = installedOn(options);
      expect({ status, said, left }).toEqual({
        status: 1,
        said: expect.stringContaining(says),
        left: '',
      });
    });
  },
);
