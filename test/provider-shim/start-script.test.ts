import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
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
      'Set it to the path of node, or unset it.\n',
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

describe('with a runtime beside it', () => {
  /** The standalone archive unpacked, with a loader that prints what it is to run. */
  function unpacked(into = mkdtempSync(join(folder, 'stand alone-'))): string {
    mkdirSync(join(into, 'runtime'), { recursive: true });
    for (const file of ['runtime/node', 'zone-provider.cjs']) writeFileSync(join(into, file), '');
    writeFileSync(join(into, 'runtime/ld-musl.so.1'), '#!/bin/sh\necho "$@,$LD_PRELOAD$NODE_OPTIONS"\n', {
      mode: 0o755,
    });
    copyFileSync(SCRIPT, join(into, 'provider'));
    return into;
  }
  const run = (
    root: string,
    env: Readonly<Record<string, string>> = {},
  ): readonly [number | null, string] => {
    const { status, stdout } = spawnSync('/bin/sh', [join(root, 'provider'), 'x'], { env, encoding: 'utf8' });
    return [status, stdout];
  };

  test('the start script runs it, whatever there is for other programs', () => {
    const root = unpacked();
    const started = `--library-path ${root}/runtime ${root}/runtime/node ${root}/zone-provider.cjs ${root}/provider x,\n`;
    expect(run(root)).toEqual([0, started]);
    expect(run(root, { NODE_OPTIONS: '--bad', runtime: '/nowhere' })).toEqual([0, started]);
  });

  test('the start script takes the ZONEWRIGHT_NODE that is named', () => {
    expect(run(unpacked(), { ZONEWRIGHT_NODE: '/bin/echo' })).toEqual([
      0,
      expect.stringMatching(/^\/.* x\n$/),
    ]);
  });

  test('the start script explains a loader that has lost its permissions, and a path with a colon', () => {
    const root = unpacked();
    chmodSync(join(root, 'runtime/ld-musl.so.1'), 0o644);
    expect(run(root)).toEqual([1, expect.stringContaining('Unpack its archive again')]);
    expect(run(unpacked(join(folder, 'a:b')))).toEqual([1, expect.stringContaining('path has a colon')]);
  });
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
