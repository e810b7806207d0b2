import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The shell lines at the head of the provider: what they print is all that the engine shows of a start that failed. */
const folder = mkdtempSync(join(tmpdir(), 'start-script-'));
const SCRIPT = join(folder, 'terraform-provider-zone');
const PROGRAM = join(folder, 'zone-provider.cjs');
copyFileSync(join(__dirname, '..', '..', 'scripts', 'provider-start.sh'), SCRIPT);
writeFileSync(PROGRAM, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(environment: Readonly<Record<string, string>>): readonly [number | null, string, string] {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [SCRIPT], { env: environment, encoding: 'utf8' });
  return [status, stdout, stderr];
}

const DIST = join(__dirname, '..', '..', 'dist', 'provider');
const DIFFERENT_BUILDS =
  /^The provider zonewright\/zone is incomplete: its program and zone-provider\.cjs are of different builds\. Install both files of its folder, and let terraform or tofu start it\.\n$/;

const NEEDS = 'The provider zonewright/zone needs Node.js 20.18 or newer, and';

test('the start script explains a missing node on the PATH', () => {
  const hint = 'Install Node.js, or set ZONEWRIGHT_NODE to the path of node.';
  expect(start({ PATH: '/nowhere' })).toEqual([1, `${NEEDS} there is no "node" on the PATH. ${hint}\n`, '']);
});

test.each([
  ['a file that does not exist', '/nowhere/node', '/nowhere/node'],
  ['a folder', folder, folder],
  ['what would look like a handshake, or act on a terminal', '1|6|unix|\u001b[31m', '1/6/unix/?[31m'],
])('the start script explains a ZONEWRIGHT_NODE that names %s', (_case, named, shown) => {
  const [code, stdout] = start({ PATH: '/usr/bin:/bin', ZONEWRIGHT_NODE: named });
  expect([code, stdout]).toEqual([
    1,
    `${NEEDS} ZONEWRIGHT_NODE names no program that can be run: ${shown}. ` +
      'Set it to the path of node, or unset it to use the node on the PATH.\n',
  ]);
});

test('the start script runs the program that ZONEWRIGHT_NODE names', () => {
  const program = join(folder, 'other-node');
  writeFileSync(program, '#!/bin/sh\necho "other $*"\n', { mode: 0o755 });
  expect(start({ PATH: '/nowhere', ZONEWRIGHT_NODE: program })).toEqual([
    0,
    `other ${PROGRAM} ${SCRIPT}\n`,
    '',
  ]);
});

test('the start script explains a missing second file', () => {
  const alone = join(mkdtempSync(join(folder, 'alone-')), 'terraform-provider-zone');
  copyFileSync(SCRIPT, alone);
  const { status, stdout } = spawnSync('/bin/sh', [alone], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([
    1,
    'The provider zonewright/zone is incomplete: there is no zone-provider.cjs beside its program. Install both files of its folder.\n',
  ]);
});

/** Started by hand, a provider that works explains on stderr that it does nothing so. */
test.each<[string, (program: Buffer) => Buffer, RegExp]>([
  ['of the same build', (program) => program, /^$/],
  ['of another build', (program) => program.subarray(0, -1), DIFFERENT_BUILDS],
  ['of a build whose host is as long', (program) => program.fill(0x20, program.length - 2), DIFFERENT_BUILDS],
])('the second file starts with a program %s', (_case, change, says) => {
  const place = mkdtempSync(join(folder, 'builds-'));
  const [built] = readdirSync(DIST).filter((name) => name.startsWith('terraform-provider-zone'));
  const program = join(place, 'terraform-provider-zone');
  copyFileSync(join(DIST, 'zone-provider.cjs'), join(place, 'zone-provider.cjs'));
  writeFileSync(program, change(readFileSync(join(DIST, built ?? ''))), { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(program, [], {
    env: { PATH: process.env['PATH'], HOME: place },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, expect.stringMatching(says)]);
  expect(stderr === '').toBe(stdout !== '');
});

test('the second file explains that it is not to be started by hand', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, 'zone-provider.cjs')], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout).toBe(
    "The provider zonewright/zone is incomplete: its program cannot be read (ENOENT: no such file or directory, open ''). " +
      'Install both files of its folder, and let terraform or tofu start it.\n',
  );
});
