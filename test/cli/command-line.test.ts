import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildProgram } from '../../cli/commands/program';
import { untilInterrupted } from '../../cli/terminal/interruption';
import { openTerminal } from '../../cli/terminal/terminal';
import { recorded } from '../support/printed';
import { temporaryFolder } from '../support/temporary-folder';
import { command, runHere } from './built-command';

test.each([
  ['ada', []],
  ['adopt --as ', ['ts', 'hcl']],
  ['adopt --as h', ['hcl']],
  ['adopt --a', ['--as', '--all', '--again']],
  ['adopt --out ', []],
  ['adopt --as hcl --all --ag', ['--again']],
  ['adopt --out x --ag', ['--again']],
  ['adopt --as=h', ['--as=hcl']],
  ['adopt shop.example ', []],
  ['migration ', ['survey', 'approve']],
  ['migration x ', []],
  ['migration survey --for', ['--format']],
  ['migration survey --format j', ['json']],
  ['re', ['rehearse', 'review']],
  ['migration survey --format = j', ['json']],
  ['migration survey --format =', ['terminal', 'markdown', 'json', 'html']],
  ['migration survey --all=', []],
  ['adopt -- --a', []],
  ['adopt -- --as h', []],
  ['c', ['copy', 'completion']],
  ['_', []],
  ['completion ', ['bash', 'zsh', 'fish']],
  ['completion f', ['fish']],
  ['completion bash ', []],
])('%j is completed', async (line, words) => {
  const { exitCode, stdout } = await runHere(['__complete', '--', ...line.split(' ')]);
  expect({ exitCode, words: stdout.split('\n').filter((word) => word !== '') }).toEqual({
    exitCode: 0,
    words,
  });
});

/** What each shell has to ask for: a word of the command, and a file. */
const SHELLS = {
  bash: [
    'COMP_WORDS=(zonewright migration su); COMP_CWORD=2; _zonewright; echo "$COMPREPLY"',
    // Only at a prompt does bash itself do what `-o default` says.
    `COMP_WORDS=(zonewright adopt --out fi); COMP_CWORD=3; _zonewright
    [[ -z "\${COMPREPLY[*]}" && "$(complete -p zonewright)" = *'-o default'* ]] && compgen -o default fi | sort`,
  ],
  zsh: [
    'words=(zonewright migration su); CURRENT=3; compadd() { echo $found }; _zonewright',
    'words=(zonewright adopt --out fi); CURRENT=4; _files() { print -l fi* }; _zonewright',
  ],
  fish: [
    "complete --do-complete 'zonewright migration su'",
    "complete --do-complete 'zonewright adopt --out fi'",
  ],
} as const;

describe.each(Object.entries(SHELLS))('%s', (shell, [word, file]) => {
  const isInstalled = spawnSync(shell, ['-c', 'exit']).error === undefined;
  const inShell = isInstalled ? test : test.skip;
  const title = isInstalled ? '' : ' (the shell is not installed)';
  const completed = async (ask: string): Promise<string> => {
    const cwd = temporaryFolder();
    for (const name of ['fileA', 'fileB']) writeFileSync(join(cwd, name), '');
    const before =
      shell === 'fish'
        ? 'function zonewright; $NODE $MAIN $argv; end'
        : 'compdef() { :; }\nfunction zonewright { "$NODE" "$MAIN" "$@"; }';
    const { stdout } = await runHere(['completion', shell]);
    const script = `${before}\n${stdout}\n${ask}`;
    const env = { ...process.env, NODE: process.execPath, MAIN: command.file };
    return spawnSync(shell, ['-c', script], { cwd, env, encoding: 'utf8' }).stdout;
  };

  inShell(`completes what the command says${title}`, async () =>
    expect(await completed(word)).toBe('survey\n'),
  );
  inShell(`completes files where the command has no words${title}`, async () =>
    expect(await completed(file)).toBe('fileA\nfileB\n'),
  );
});

test('--version prints the version of the package', async () => {
  const { version } = jest.requireActual<{ version: string }>('../../package.json');
  expect(await command.run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
});

describe('a wrong command line ends with exit code 2 and says what is wrong', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['nothing', [], ['Usage: zonewright']],
    ['nothing of a migration', ['migration'], ['Usage: zonewright migration']],
    ['an unknown command', ['demmo'], [`unknown command 'demmo'`, 'Did you mean demo?']],
    ['help for an unknown command', ['help', 'nonsense'], [`unknown command 'nonsense'`]],
    ['an unknown option', ['emulator', '--prot', '1'], [`unknown option '--prot'`, 'Did you mean --port?']],
    ['an option without its value', ['emulator', '--port'], [`'--port <number>' argument missing`]],
    ['a port that is a word', ['emulator', '--port', 'any'], [`argument 'any' is invalid`, '0 to 65535']],
    ['a port that is too large', ['emulator', '--port', '65536'], [`argument '65536' is invalid`]],
    ['a port that is negative', ['emulator', '--port=-1'], [`argument '-1' is invalid`]],
    ['a port with a fraction', ['emulator', '--port', '1.5'], [`argument '1.5' is invalid`]],
    ['no language to adopt in', ['adopt', 'a.example', '--out', 'x'], ["'--as <language>' not specified"]],
    ['an unknown clock', ['emulator', '--clock', 'sundial'], ["'sundial' is invalid", 'running, virtual']],
    ['a new language', ['adopt', '--as', 'yaml', '--out', 'x'], ["argument 'yaml' is invalid", 'ts, hcl']],
    ['no zone to adopt', ['adopt', '--as', 'hcl', '--out', 'x'], ['not clear which zones to adopt', '--all']],
    ['no folder to adopt into', ['adopt', '--as', 'hcl'], ["'--out <folder>' not specified"]],
    ['no file to copy into', ['copy', '--all'], ["'--out <file>' not specified"]],
    ['no such shell', ['completion', 'tcsh'], ["'tcsh' is invalid", 'choices are bash, zsh, fish.\n']],
    ['a word after the shell', ['completion', 'bash', 'extra'], ['too many arguments']],
    ['a word too many', ['demo', 'terraform'], ['too many arguments']],
  ];

  test.each(cases)('%s', async (_name, args, parts) => {
    const { exitCode, stdout, stderr } = await runHere(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(parts.filter((part) => !stderr.includes(part))).toEqual([]);
  });
});

test('an error about the command line names the help of its command, which fits a terminal', async () => {
  const program = buildProgram(
    '0',
    { terminal: openTerminal(process.stdout, process.stderr, {}), env: {} },
    () => undefined,
  );
  const all = (command: Command, path: readonly string[]): readonly (readonly string[])[] => [
    path,
    ...command.commands.flatMap((each) => all(each, [...path, each.name()])),
  ];
  const paths = all(program, []);
  expect(paths).toContainEqual(['migration', 'survey']);
  const withoutExample: string[] = [];
  let helps = '';
  for (const path of paths) {
    const { exitCode, stderr } = await runHere([...path, '--nope']);
    const help = ['zonewright', ...path, '--help'].join(' ');
    // Whoever looks at exit code 2 takes it for changes.
    expect({ path, exitCode, stderr }).toEqual({
      path,
      exitCode: /^re(?:view|hearse)$/.test(path.join(' ')) ? 1 : 2,
      stderr: expect.stringMatching(/^error: .+\n\(/),
    });
    expect(stderr).toContain(`\n(${help} lists `);
    const { stdout, ...helped } = await runHere([...path, '--help']);
    expect(helped).toEqual({ exitCode: 0, stderr: '' });
    helps += `${stdout}\n`;
    if (path.length < 2) expect((await runHere(['help', ...path])).stdout).toBe(stdout);
    if (!stdout.includes('$ zonewright')) withoutExample.push(path.join(' '));
    // The line for ~/.bashrc is as long as it has to be.
    const long = stdout.split('\n').filter((line) => line.length > 80 && !line.includes('source <('));
    expect(long).toEqual([]);
  }
  expect(withoutExample).toEqual(['help', 'migration', '__complete']);
  expect(helps).toBe(recorded('help.txt', helps));
});

describe('the output of the command', () => {
  test('has no stack trace, unless ZONEWRIGHT_DEBUG asks for it', async () => {
    const env = { ZONEWRIGHT_TERRAFORM: '/nowhere/terraform' };
    const [plain, debug] = [
      await runHere(['demo'], env),
      await runHere(['demo'], { ...env, ZONEWRIGHT_DEBUG: '1' }),
    ];
    expect(plain).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: [
        'error: the program that ZONEWRIGHT_TERRAFORM names is not an executable program',
        '  seen:    ZONEWRIGHT_TERRAFORM=/nowhere/terraform',
        '  allowed: the path of a Terraform or OpenTofu program, version 1.5 or newer',
        '  do:      correct the variable, or unset it to search the PATH',
        '',
      ].join('\n'),
    });
    expect(debug.stderr).toMatch(/^ {4}at /m);
  });

  test.each([
    ['', 'error: unexpected error: no words\n  do:      run it again with ZONEWRIGHT_DEBUG=1 to see where, '],
    [
      'EDQUOT',
      'error: the disk is full\n  seen:    no words\n           at all\n  do:      free space on the disk, and run the same command again\n           or set TMPDIR',
    ],
  ])('says of what nobody expects how to find out more %s', async (code, says) => {
    const fails = (line: string): void => {
      if (line.includes('compdef'))
        throw Object.assign(new Error(code ? 'no words\nat all' : 'no words'), { code });
    };
    const { exitCode, stderr } = await runHere(['completion', 'zsh'], {}, fails);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('has the exit code of %s once, then its usual effect: %d', async (name, code) => {
    const run = untilInterrupted(async () => {
      expect([process.emit(name as 'SIGINT'), process.listenerCount(name)]).toEqual([true, 0]);
      throw new Error('interrupted');
    });
    expect([await run, process.listenerCount(name)]).toEqual([code, 0]);
  });

  test('is as wide as the terminal, between 40 and 100, and 80 without one', () => {
    const widths = [{}, { columns: 20 }, { columns: 60 }, { columns: 200 }].map((size) => {
      const stream = { ...size, write: () => true };
      return openTerminal(stream, stream, {}).width;
    });
    expect(widths).toEqual([80, 40, 60, 100]);
    const [tty, file] = [{ isTTY: true, write: () => true }, { write: () => true }];
    const told = [openTerminal(tty, file, {}), openTerminal(file, tty, {})].map(({ progress }) => progress);
    expect(told).toEqual([undefined, expect.any(Function)]);
  });

  test.each<readonly [NodeJS.ProcessEnv, boolean, boolean]>([
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [{ NO_COLOR: '', FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, false, false],
  ])('has colours or not with %j, on a terminal: %j', (env, isTTY, hasColors) => {
    let printed = '';
    const stream = { isTTY, write: (text: string) => (printed += text) };
    const { out, colors } = openTerminal(stream, stream, env);
    out(colors.red('red'));
    expect(printed).toBe(hasColors ? '\u001b[31mred\u001b[39m\n' : 'red\n');
  });
});
