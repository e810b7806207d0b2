import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder';

/** The shell lines at the head of the provider: what they print is all that the engine shows of a start that failed. */
const folder = temporaryFolder();
const SCRIPT = join(folder, 'terraform-provider-zone');
const PROGRAM = join(folder, 'zone-provider.cjs');
copyFileSync(join(__dirname, '..', '..', 'scripts', 'provider-start.sh'), SCRIPT);
writeFileSync(PROGRAM, '');

function start(environment: Readonly<Record<string, string>>): readonly [number | null, string, string] {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [SCRIPT], { env: environment, encoding: 'utf8' });
  return [status, stdout, stderr];
}

const NEEDS = 'The provider zonewright/zone needs Node.js 20.18 or newer, and';

test('the start script explains a missing node on the PATH', () => {
  const hint =
    'Install Node.js (on Alpine: apk add nodejs), set ZONEWRIGHT_NODE to the path of node, or install the standalone archive of the release, which brings one.';
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
