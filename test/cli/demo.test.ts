import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { engineScript, fakeProgram, temporaryFolder } from './engine/fake-program';

const MAIN = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
const root = temporaryFolder();

/** An environment with a temporary folder of its own, and what is left in it. */
function watched(more: NodeJS.ProcessEnv = {}) {
  const temporary = mkdtempSync(join(root, 'tmp-'));
  return { env: { ...process.env, TMPDIR: temporary, ...more }, left: () => readdirSync(temporary) };
}

function demo(more: NodeJS.ProcessEnv) {
  const { env, left } = watched(more);
  return new Promise<{ exitCode: number; stdout: string; stderr: string; left: string[] }>((resolve) => {
    execFile(process.execPath, [MAIN, 'demo'], { env }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr, left: left() }),
    );
  });
}

/** As hashicorp/setup-terraform: it says what it runs, and turns 2 into 0. */
async function wrapper(): Promise<string> {
  const { binary } = await findEngine({ fetch: false });
  return fakeProgram(
    join(root, 'wrapper'),
    `[ "$1" = version ] || echo "[command]terraform $*"
     '${binary}' "$@"; code=$?; [ $code = 2 ] && code=0; exit $code`,
  );
}

test('the demo shows the whole story, checks each claim, and leaves nothing behind, also behind a wrapper of the engine', async () => {
  const { exitCode, stdout, stderr, left } = await demo({
    ZONEWRIGHT_TERRAFORM: await wrapper(),
    // A user's settings must neither affect the demo nor be used by it.
    TF_CLI_ARGS_plan: '-no-such-option',
    TF_WORKSPACE: 'production',
    ZONEWRIGHT_BASE_URL: 'https://api.example.com/client/v4',
    ZONEWRIGHT_EMAIL: 'jo@example.com',
  });
  expect({ exitCode, stderr, left }).toEqual({ exitCode: 0, stderr: '', left: [] });
  const lines = stdout.split('\n');
  expect(lines.filter((line) => /^\d+\/\d+ /.test(line))).toEqual([
    '1/14  A zone service on this machine',
    '2/14  Synthesize the stack',
    '3/14  Init and validate',
    '4/14  Plan',
    '5/14  Apply',
    '6/14  Plan again',
    '7/14  A request through the zone',
    '8/14  An edit behind our back',
    '9/14  Import into a new state',
    '10/14  Destroy',
    '11/14  The managed-rules migration: both versions side by side',
    '12/14  A rehearsal of the last step',
    '13/14  The finish',
    '14/14  A refused destroy',
  ]);
  // Lines of the engine's own output prove that it really ran.
  const told = lines.map((line) => line.trim());
  expect(told).toEqual(
    expect.arrayContaining([
      'Success! The configuration is valid.',
      '# zone_log_custom_fields.fields will be created',
      '# zone_logpush_job.logs will be created',
      'Plan: 2 to add, 0 to change, 0 to destroy.',
      'Apply complete! Resources: 2 added, 0 changed, 0 destroyed.',
      'No changes. Your infrastructure matches the configuration.',
      '"RequestHeaders": {',
      '"x-request-id": "4f1c"',
      '# zone_log_custom_fields.fields will be updated in-place',
      '- "x-debug",',
      '+ "x-request-id",',
      'Apply complete! Resources: 0 added, 1 changed, 0 destroyed.',
      'Plan: 2 to import, 0 to add, 0 to change, 0 to destroy.',
      'Destroy complete! Resources: 2 destroyed.',
      'Every plan was applied, and the next one is empty.',
      expect.stringMatching(/^zone-migration: apply: done, \d+ requests$/),
      '✓ the service was not asked, and the zone is still in validation',
      'Warning: IRREVERSIBLE: this plan finishes the migration of zone',
      'Error: The migration of zone example.com',
      'Done: everything above was checked.',
    ]),
  );
  expect(stdout).toMatch(/^ {2}\d+ API requests: /m);
  expect(stdout).not.toContain('\u001b');
  expect(lines.filter((line) => line.length > 80 || line.includes('…'))).toEqual([]);
});

/** An engine that says its version, and does this for everything else. */
function engineThat(name: string, does: string): string {
  const version = engineScript('Terraform', '1.11.4').replace('\n', '; ');
  return fakeProgram(join(root, name), `[ "$1" = version ] && { ${version}; exit; }\n${does}`);
}

test('a step of the demo that fails prints the output of the engine, exits 1 and removes everything', async () => {
  const failing = engineThat(
    'failing',
    "echo 'Initializing the backend...'; echo 'Error: no luck today' >&2; exit 1",
  );
  const { stdout, ...ended } = await demo({ ZONEWRIGHT_TERRAFORM: failing });
  expect(stdout.trimEnd().split('\n').at(-1)?.trim()).toBe('$ terraform init');
  expect(ended).toEqual({
    exitCode: 1,
    stderr: [
      'error: `terraform init` ended with exit code 1',
      '  seen:    Initializing the backend...',
      '           Error: no luck today',
      '  allowed: exit code 0',
      '  do:      run `zonewright doctor`, which checks what the demo needs',
      '',
    ].join('\n'),
    left: [],
  });
});

test('a command of the demo that does not print what it must is an error, whatever its exit code', async () => {
  const silent = engineThat('silent', 'exit 0');
  const { exitCode, stderr, left } = await demo({ ZONEWRIGHT_TERRAFORM: silent });
  expect({ exitCode, left }).toEqual({ exitCode: 1, left: [] });
  expect(stderr).toMatch(/^error: `terraform init` did not print what it must\n/);
});

test('a temporary folder that cannot be made is an error that says what to do', async () => {
  const { exitCode, stderr } = await demo({ TMPDIR: MAIN });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^error: no temporary folder .*\n.*ENOTDIR.*\n.*set TMPDIR to .*\n$/);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGKILL', null],
] as const)('%s during the demo ends the engine and removes everything', async (signal, code) => {
  // The engine opens this pipe, which is at its end once the engine has ended.
  const pipe = join(root, `held-${signal}`);
  execFileSync('mkfifo', [pipe]);
  const waiting = engineThat(`waiting-${signal}`, `exec 3> '${pipe}'; echo "$$" >&3; exec sleep 3600`);
  const { env, left } = watched({ ZONEWRIGHT_TERRAFORM: waiting });
  const held = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
  const child = spawn(process.execPath, [MAIN, 'demo'], { env, stdio: 'ignore' });
  let engine = 0;
  try {
    const released = once(held, 'close');
    [engine] = (await once(held.stdout, 'data')).map(Number) as [number];
    child.kill(signal);
    const [exitCode] = await once(child, 'close');
    expect(exitCode).toBe(code);
    if (code !== null) expect(left()).toEqual([]);
    expect(await released).toEqual([0, null]);
    while (left().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    if (held.exitCode === null && engine > 0) process.kill(engine, 'SIGKILL');
    held.kill('SIGKILL');
    child.kill('SIGKILL');
  }
});
