import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../lib/provider/package-root';
import { PROVIDER_PLATFORMS } from '../../lib/provider/provider-package';
import { command } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const home = temporaryFolder();
const version = packageVersion();
const placed = join(home, '.terraform.d/plugins/registry.terraform.io/zonewright/zone', version);

test('zonewright install puts the provider into the user’s plugin folder, once', async () => {
  const first = await command.run(['install'], { HOME: home });
  expect({ exitCode: first.exitCode, stderr: first.stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(first.stdout).toContain(
    `registry.terraform.io/zonewright/zone ${version} was written to\n  ${placed}\n`,
  );
  expect(first.stdout).toContain(
    [
      '  terraform {',
      '    required_providers {',
      '      zone = {',
      '        source  = "registry.terraform.io/zonewright/zone"',
      `        version = "${version}"`,
      '      }',
      '    }',
      '  }',
    ].join('\n'),
  );
  expect(readdirSync(placed).sort()).toEqual([...PROVIDER_PLATFORMS].sort());
  const program = join(placed, PROVIDER_PLATFORMS[0], `terraform-provider-zone_v${version}`);
  expect(statSync(program).mode & 0o777).toBe(0o755);

  const written = statSync(program).mtimeMs;
  const second = await command.run(['install'], { HOME: home });
  expect(second.exitCode).toBe(0);
  expect(second.stdout).toContain(
    `registry.terraform.io/zonewright/zone ${version} is already installed in\n`,
  );
  expect(statSync(program).mtimeMs).toBe(written);
});

test('zonewright install --dir takes another folder and says how to use it', async () => {
  const mirror = join(home, 'mirror');
  const { exitCode, stdout } = await command.run(['install', '--dir', mirror], { HOME: join(home, 'other') });
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`terraform init -plugin-dir=${mirror}`);
  expect(stdout).toContain(
    `terraform providers lock -fs-mirror=${mirror} ${PROVIDER_PLATFORMS.map((each) => `-platform=${each}`).join(' ')} registry.terraform.io/zonewright/zone`,
  );
  expect(existsSync(join(mirror, 'registry.terraform.io/zonewright/zone', version))).toBe(true);
  expect(existsSync(join(home, 'other'))).toBe(false);
});

test.each([
  ['empty', '', 'HOME is empty'],
  ['relative', 'home', 'HOME is home'],
  ['of no folder', join(home, 'nowhere'), `HOME is ${join(home, 'nowhere')}, which does not exist`],
])('zonewright install refuses a HOME that is %s, and writes nothing', async (_what, value, seen) => {
  const here = temporaryFolder();
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
  expect([readdirSync(here), existsSync(join(home, 'nowhere'))]).toEqual([[], false]);
});

test('zonewright install reports a folder that cannot be written', async () => {
  const occupied = join(home, 'occupied');
  mkdirSync(occupied);
  writeFileSync(join(occupied, 'registry.terraform.io'), 'a file where a folder must be');
  const { exitCode, stdout, stderr } = await command.run(['install', '--dir', occupied]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain('error: the provider cannot be written\n  seen:    E');
  expect(stderr).toContain('do:      name a folder that exists or can be created: --dir <folder>');
  expect(readdirSync(occupied)).toEqual(['registry.terraform.io']);
});
