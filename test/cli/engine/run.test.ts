import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { cleanUp } from '../../../cli/engine/clean-up';
import { runProgram } from '../../../cli/engine/process';
import {
  createEngine,
  engineEnvironment,
  errorsIn,
  hasSucceeded,
  withoutSteering,
} from '../../../cli/engine/run';
import { fakeProgram, temporaryFolder } from './fake-program';

const root = temporaryFolder();
const cwd = join(root, 'stack');
mkdirSync(cwd);

/** An engine that prints its arguments, one in a line. */
const echo = fakeProgram(join(root, 'echo-engine'), 'for word in "$@"; do echo "$word"; done');

const argumentsOf = async (run: (engine: ReturnType<typeof createEngine>) => Promise<{ stdout: string }>) =>
  (await run(createEngine({ binary: echo, cwd, env: {} }))).stdout.trim().replaceAll('\n', ' ');

test.each<readonly [string, Parameters<typeof argumentsOf>[0]]>([
  ['init -input=false -no-color', (engine) => engine.init()],
  ['init -input=false -no-color -upgrade', (engine) => engine.init({ args: ['-upgrade'] })],
  ['validate -no-color', (engine) => engine.validate()],
  ['plan -input=false -detailed-exitcode -no-color', (engine) => engine.plan()],
  [
    'plan -input=false -detailed-exitcode -no-color -destroy -refresh-only -out=x.tfplan -parallelism=1',
    (engine) => engine.plan({ destroy: true, refreshOnly: true, out: 'x.tfplan', args: ['-parallelism=1'] }),
  ],
  ['apply -input=false -auto-approve -no-color', (engine) => engine.apply()],
  [
    'apply -input=false -auto-approve -no-color -parallelism=1 x.tfplan',
    (engine) => engine.apply({ planFile: 'x.tfplan', args: ['-parallelism=1'] }),
  ],
  ['destroy -input=false -auto-approve -no-color', (engine) => engine.destroy()],
  ['state list', (engine) => engine.run(['state', 'list'])],
])('the engine is called with: %s', async (expected, run) => {
  expect(await argumentsOf(run)).toBe(expected);
});

test('a run of the engine returns the exit code and both outputs, and passes on each line', async () => {
  const binary = fakeProgram(join(root, 'talks'), 'echo one; echo two >&2; printf three; exit 2');
  const lines: string[] = [];
  const engine = createEngine({
    binary,
    cwd,
    env: {},
    onLine: (line, stream) => lines.push(`${stream} ${line}`),
  });
  expect(await engine.plan()).toEqual({ exitCode: 2, stdout: 'one\nthree', stderr: 'two\n' });
  expect(lines.sort()).toEqual(['stderr two', 'stdout one', 'stdout three']);
});

test('a line of the engine that arrives in pieces is passed on once, whole', async () => {
  const binary = fakeProgram(
    join(root, 'stammers'),
    'printf "h\\303"; sleep 0.1; printf "\\244llo\\nwor"; sleep 0.1; echo ld',
  );
  const lines: string[] = [];
  await createEngine({ binary, cwd, env: process.env }).init({ onLine: (line) => lines.push(line) });
  expect(lines).toEqual(['hällo', 'world']);
});

test('errors are what the engine prints of them, without colours and frames', () => {
  const framed = '\u001b[31m╷\u001b[0m\n│ \u001b[1mError: \u001b[0mone\r\n│ \n│   more\n╵\nError: two\n';
  expect(errorsIn(`a note\n${framed}`)).toEqual(['Error: one\n\n  more', 'Error: two']);
});

test('a temporary folder is for this user alone, by its real name, or is said to be impossible', () => {
  symlinkSync(root, join(root, 'link'));
  const place = jest.spyOn(os, 'tmpdir').mockReturnValue(join(root, 'link'));
  const path = cleanUp().makeFolder('folder-');
  expect([dirname(path), statSync(path).mode & 0o777]).toEqual([realpathSync(root), 0o700]);
  cleanUp().removeFolder(path);
  expect(existsSync(path)).toBe(false);
  place.mockReturnValue(join(root, 'nowhere'));
  const problem = { message: 'no temporary folder can be made', hints: [expect.stringContaining('TMPDIR')] };
  expect(() => cleanUp().makeFolder('folder-')).toThrow(
    expect.objectContaining({ problem: expect.objectContaining(problem) }),
  );
  place.mockRestore();
});

test('the event loop continues while the engine runs', async () => {
  // It ends when this process writes a file meanwhile.
  const binary = fakeProgram(join(root, 'slow'), 'echo ready; until [ -e go-on ]; do sleep 0.05; done');
  const goOn = () => setTimeout(() => writeFileSync(join(cwd, 'go-on'), ''));
  const { exitCode } = await createEngine({ binary, cwd, env: process.env }).init({ onLine: goOn });
  expect(exitCode).toBe(0);
});

const DONE = [
  ['init', '\nTerraform has been successfully initialized!\n'],
  ['init', '\nOpenTofu has been successfully initialized!\n'],
  ['init', 'Terraform initialized in an empty directory!\n'],
  ['validate', 'Success! The configuration is valid.\n'],
  ['apply', 'one: Creating...\n\nApply complete! Resources: 1 added, 0 changed, 0 destroyed.\n'],
  ['destroy', '\nDestroy complete! Resources: 1 destroyed.\n'],
] as const;

test.each(DONE)(
  '%s has succeeded if it ends so and says it, since a wrapper may hide its exit code: %j',
  (command, text) => {
    const others = DONE.flatMap(([one, said]) => (one === command ? [] : [said]));
    const found = [0, 1].flatMap((exitCode) =>
      [text, '', ...others]
        .filter((stdout) => hasSucceeded(command, { exitCode, stdout, stderr: '' }))
        .map((stdout) => [exitCode, stdout]),
    );
    expect([found, hasSucceeded('plan', { exitCode: 0, stdout: text, stderr: '' })]).toEqual([
      [[0, text]],
      false,
    ]);
  },
);

test('the engine’s JSON output is parsed, and is undefined if the command failed', async () => {
  const json = fakeProgram(join(root, 'json'), `echo '{"format_version":"1.0"}'`);
  const broken = fakeProgram(join(root, 'broken'), 'echo no state >&2; exit 1');
  const show = (binary: string) => createEngine({ binary, cwd, env: {} }).showJson();
  expect(await show(json)).toEqual({
    exitCode: 0,
    stdout: '{"format_version":"1.0"}\n',
    stderr: '',
    json: { format_version: '1.0' },
  });
  expect(await show(broken)).toEqual({ exitCode: 1, stdout: '', stderr: 'no state\n', json: undefined });
});

test('a program that cannot be started rejects with the system’s reason', async () => {
  const engine = createEngine({ binary: join(root, 'absent'), cwd, env: {} });
  await expect(engine.init()).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('when a run of the engine is interrupted', () => {
  test('the engine is asked once to end', async () => {
    const binary = fakeProgram(
      join(root, 'polite'),
      `trap 'kill $!; echo asked; exit 7' INT\necho ready\nsleep 3600 & wait`,
    );
    const controller = new AbortController();
    const engine = createEngine({
      binary,
      cwd,
      env: process.env,
      signal: controller.signal,
      onLine: (line) => line === 'ready' && controller.abort(),
    });
    // Its own child keeps the output open for an hour, so the run ends only with that child.
    expect(await engine.run(['apply'])).toMatchObject({ exitCode: 7, stdout: 'ready\nasked\n' });
  });

  // The provider of an engine has its output, so a run ends only with both.
  const OUTLIVES = 'while kill -0 $$; do sleep 0.02; done; echo it went on';
  test.each([
    ['and neither obeys', `trap '' INT`, `trap '' INT; ${OUTLIVES}`, 137],
    ['and it alone does not', `trap '' INT`, OUTLIVES, 137],
    ['and its provider does not', `trap 'exit 7' INT`, `trap '' INT; sleep 3600`, 7],
  ])('it is killed with its provider after the grace, %s', async (name, engine, provider, exitCode) => {
    const started = `(${provider}) &\n${engine}\necho ready\nwhile :; do wait; done`;
    const controller = new AbortController();
    const ended = await runProgram(fakeProgram(join(root, name), started), [], {
      ...{ cwd, env: process.env, signal: controller.signal, graceMs: 100 },
      onLine: () => controller.abort(),
    });
    expect(ended).toEqual({ exitCode, stdout: 'ready\n', stderr: '' });
  });

  test('a later command is interrupted at once', async () => {
    const binary = fakeProgram(join(root, 'later'), 'exec sleep 3600');
    const engine = createEngine({ binary, cwd, env: process.env, signal: AbortSignal.abort() });
    expect((await engine.init()).exitCode).toBe(130);
  });
});

// Elsewhere there is no /proc to see when it is so.
(process.platform === 'linux' ? test : test.skip)(
  'what a killed run leaves is removed, even if nobody ever collects its engine',
  async () => {
    const engine = `setsid sh -c 'echo $$; exec sleep 3600'`;
    const parent = spawn('sh', ['-c', `${engine} & exec sleep 3600`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [pid] = (await once(parent.stdout, 'data')).map(Number) as [number];
    try {
      // A shell would collect it.
      const comm = `/proc/${parent.pid}/comm`;
      while (readFileSync(comm, 'utf8') !== 'sleep\n') await new Promise((resolve) => setTimeout(resolve, 5));
      await killed(`cleanUp().makeFolder('left-'); cleanUp().addProcess(${pid});`);
      expect([left(), readFileSync(`/proc/${pid}/stat`, 'utf8')]).toEqual([
        [],
        expect.stringContaining(') Z '),
      ]);
    } finally {
      process.kill(pid, 'SIGKILL');
      parent.kill('SIGKILL');
    }
  },
);

test('a run that is killed right when its folder is there leaves none', async () => {
  await killed(`const { mkdirSync } = fs;
    fs.mkdirSync = (...args) => { mkdirSync(...args); kill(); };
    cleanUp().makeFolder('left-');`);
  expect(left()).toEqual([]);
});

test('the engine of a run that is killed right after it started it never begins', async () => {
  const binary = fakeProgram(join(root, 'long-engine'), 'exec sleep 3600');
  const options = JSON.stringify({ binary, cwd: root, env: process.env, cleansUp: true });
  // The engine holds the third pipe of the run, which then closes only once both have ended.
  await killed(`const { spawn } = child;
    child.spawn = (program, args, options) => {
      if (program === process.execPath) return spawn(program, args, options);
      spawn(program, args, { ...options, stdio: [...options.stdio, 3] });
      kill();
    };
    createEngine(${options}).init();`);
});

const left = (): readonly string[] => readdirSync(root).filter((name) => name.startsWith('left-'));

/** Runs code that kills its process, or ends, until what it leaves is cleaned up. */
async function killed(code: string): Promise<void> {
  const folder = join(__dirname, '..', '..', '..', 'dist', 'cli', 'engine');
  const known = `const [fs, child] = [require('node:fs'), require('node:child_process')];
    const kill = () => process.kill(process.pid, 'SIGKILL');
    const { cleanUp } = require(${JSON.stringify(join(folder, 'clean-up.js'))});
    const { createEngine } = require(${JSON.stringify(join(folder, 'run.js'))});`;
  const run = spawn(process.execPath, ['-e', `${known}${code}`], {
    cwd: root,
    env: { ...process.env, TMPDIR: root },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  run.stderr?.resume();
  (run.stdio[3] as Readable).resume();
  // The clean-up has the same standard error.
  await once(run, 'close');
}

describe('the environment of the engine', () => {
  test('is the user’s, without questions and version checks, and with the given CLI configuration', () => {
    const base = { HOME: '/home/jo', TF_INPUT: '1', TF_CLI_CONFIG_FILE: '/home/jo/rc' };
    const quiet = { ...base, TF_IN_AUTOMATION: '1', TF_INPUT: '0', CHECKPOINT_DISABLE: '1' };
    const extra = { TF_VAR_zone_id: 'z' };
    expect(engineEnvironment({ base, extra })).toEqual({ ...quiet, ...extra });
    const given = { ...quiet, TF_CLI_CONFIG_FILE: '/tmp/rc' };
    expect(engineEnvironment({ base, cliConfigFile: '/tmp/rc' })).toEqual(given);
  });

  test('can leave out what would direct it elsewhere', () => {
    const kept = { PATH: '/bin', TF_LOG: 'DEBUG', ZONEWRIGHT_NODE: '/opt/node' };
    const left = [
      'TF_CLI_ARGS TF_CLI_ARGS_plan TF_WORKSPACE TF_DATA_DIR TF_REATTACH_PROVIDERS TF_PLUGIN_CACHE_DIR',
      'ZONEWRIGHT_API_TOKEN ZONEWRIGHT_BASE_URL ZONEWRIGHT_EMAIL ZONEWRIGHT_API_KEY',
    ].flatMap((names) => names.split(' '));
    const set = Object.fromEntries(left.map((name) => [name, 'x']));
    expect(withoutSteering({ ...kept, ...set })).toEqual(kept);
  });
});
