import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder';

/** The shell lines at the head of the provider: what they print is all that the engine shows of a start that failed. */
const folder = temporaryFolder();
const SCRIPT = join(folder, 'terraform-provider-zone');
const PROGRAM = join(folder, 'zone-provider.cjs');
copyFileSync(join(__dirname, '..', '..', 'scripts', 'provider-start.sh'), SCRIPT);
writeFileSync(PROGRAM, '// not empty');

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
  ['what is only part of the shell', 'cd', 'cd'],
  ['what is both', 'true', 'true'],
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

/** A program in place of Node.js, started with the variables of an engine, and what the engine then reads. */
function started(node: string, environment: Readonly<Record<string, string>> = {}): string {
  const program = join(mkdtempSync(join(folder, 'node-')), 'node');
  writeFileSync(program, node, { mode: 0o755 });
  const named = { PATH: '/usr/bin:/bin', ZONEWRIGHT_NODE: program, TF_PLUGIN_MAGIC_COOKIE: 'any' };
  const [, stdout] = start({ ...named, ...environment });
  return stdout.replaceAll(program, 'NODE');
}

const LINE = "echo '1|6|unix|/s|grpc|'";
const DID_NOT_START = 'The provider zonewright/zone did not start: Node.js';
const DAMAGED =
  'If this names nothing that you can correct, the provider or Node.js may be damaged: install it again, or set ZONEWRIGHT_NODE to the path of another Node.js.\n';

// Elsewhere no pipe can be opened a second time.
(process.platform === 'linux' ? describe : describe.skip)(
  'a Node.js that ends before it answers (on Linux)',
  () => {
    const LIMITS = String.raw`\(ulimit -s: \w+, ulimit -v: \w+\)`;
    test.each([
      [
        'with its words',
        'echo why >&2; exit 3',
        '(NODE) ended with exit code 3 before it answered, and said "why".',
      ],
      ['in silence', 'exit 0', '(NODE) ended with exit code 0 before it answered, and said "".'],
      [
        'without what would look like a handshake, and without lines of code',
        `printf 'a|b|c|d\\n\\n  at x\\n%5000s\\nlast\\n' x | tr ' ' x | sed 's/^xxat/  at/' >&2; exit 1`,
        '(NODE) ended with exit code 1 before it answered, and said "a/b/c/d last".',
      ],
    ])('is told to the engine %s', (_case, node, words) => {
      expect(started(`#!/bin/sh\n${node}`)).toBe(`${DID_NOT_START} ${words} ${DAMAGED}`);
    });

    test('is told by its signal and the limits, or that no interpreter is there', () => {
      expect(started('#!/bin/sh\nkill -9 $$')).toMatch(
        new RegExp(`ended by signal 9 ${LIMITS} before it answered`),
      );
      expect(started('#!/nowhere/interpreter')).toMatch(
        /ended with exit code 127 .*No such file or directory/,
      );
    });

    test('is told as such when it does not end again', () => {
      const once = `#!/bin/sh\n[ -e ${folder}/again ] || { : > ${folder}/again; exit 1; }\n${LINE}`;
      expect(started(once)).toMatch(
        new RegExp(
          `^${DID_NOT_START} ended before it answered. It did not when it was run again ${LIMITS}: `,
        ),
      );
    });

    test('is not started again when its engine is gone', () => {
      const starts = join(folder, 'starts');
      const program = join(folder, 'kills-its-engine');
      const end = 'kill -9 $PPID; while kill -0 $PPID 2>/dev/null; do :; done; exit 1';
      writeFileSync(program, `#!/bin/sh\necho >>${starts}\n${end}`, { mode: 0o755 });
      const env = { PATH: '/usr/bin:/bin', ZONEWRIGHT_NODE: program, TF_PLUGIN_MAGIC_COOKIE: 'any' };
      const { stdout } = spawnSync('/bin/sh', ['-c', `/bin/sh ${SCRIPT}; :`], { env, encoding: 'utf8' });
      expect([stdout, readFileSync(starts, 'utf8')]).toEqual(['', '\n']);
    });

    test('is not told when it has answered, whatever comes then, or when a person started it', () => {
      expect(started(`#!/bin/sh\n${LINE}; echo >&$PLUGIN_ANSWERED_FD; exit 1`)).toBe('1|6|unix|/s|grpc|\n');
      expect(started('#!/bin/sh\nexit 1', { TF_PLUGIN_MAGIC_COOKIE: '' })).toBe('');
    });
  },
);

test('the start script keeps from Node.js what is for other programs of it', () => {
  const names = [
    'NODE_OPTIONS',
    'NODE_UNIQUE_ID',
    'NODE_CHANNEL_FD',
    'NODE_COMPILE_CACHE',
    'NODE_V8_COVERAGE',
  ];
  const others = Object.fromEntries(names.map((name) => [name, '/proc/x']));
  expect(started('#!/bin/sh\nenv | grep ^NODE_', { ...others, NODE_NO_WARNINGS: '1' })).toContain(
    'NODE_NO_WARNINGS=1\n',
  );
  expect(started('#!/bin/sh\nenv | grep -c ^NODE_', others)).toMatch(/^0\n/);
});

test('a start script that was cut says so, wherever it was cut', () => {
  const whole = readFileSync(SCRIPT, 'utf8');
  const cut = join(mkdtempSync(join(folder, 'cut-')), 'cut');
  for (let length = whole.indexOf('\n{') + 2; length < whole.length - 2; length += 97) {
    writeFileSync(cut, whole.slice(0, length));
    const { stdout } = spawnSync('/bin/sh', [cut], { encoding: 'utf8' });
    expect([length, stdout]).toEqual([
      length,
      expect.stringMatching(/^\/.*cut: .*(end of file|EOF|nterminated)/),
    ]);
  }
});

describe('with a runtime beside it', () => {
  /** The standalone archive unpacked, with a loader that prints what it is to run. */
  function unpacked(into = mkdtempSync(join(folder, 'stand alone-'))): string {
    mkdirSync(join(into, 'runtime'), { recursive: true });
    for (const file of ['runtime/node', 'zone-provider.cjs']) writeFileSync(join(into, file), '// not empty');
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
    const emptied = unpacked();
    writeFileSync(join(emptied, 'runtime/node'), '');
    expect(run(emptied)).toEqual([1, expect.stringContaining('Unpack its archive again')]);
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
    'The provider zonewright/zone is incomplete: there is no zone-provider.cjs beside its program, or nothing in it. Install both files of its folder.\n',
  ]);
});
