import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../emulator';
import { temporaryFolder } from './engine/fake-program';
import { command } from './built-command';

const folder = temporaryFolder();

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Starts `zonewright emulator`, until the end of the test; with the headers for its control API. */
async function start(...args: readonly string[]) {
  const child = command.start(['emulator', ...args]);
  started.push(child);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(child, () => output.includes('Ctrl-C ends it.'));
  const [, baseUrl = ''] = /listens on (\S+)/.exec(output) ?? [];
  const [, controlToken = ''] = /export ZONEWRIGHT_CONTROL_TOKEN=(\S+)/.exec(output) ?? [];
  return { child, baseUrl, control: { authorization: `Bearer ${controlToken}` }, output: () => output };
}

/** Waits for what a program does. One that has ended without it does it no more. */
async function until(child: ChildProcess, condition: () => boolean): Promise<void> {
  while (!condition()) {
    if (child.exitCode !== null) throw new Error(`The program ended with the code ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A list of the zone's rulesets, as a client asks for it. */
function rulesets(baseUrl: string, zoneId: string, token: string): Promise<Response> {
  return fetch(`${baseUrl}/zones/${zoneId}/rulesets`, { headers: { authorization: `Bearer ${token}` } });
}

/** The lines to paste into a shell. */
function shellLines(output: string): readonly string[] {
  return output.split('\n').filter((line) => /^ {2}(?:export|#) /.test(line));
}

test('zonewright emulator says where it listens, how to set up a shell, and that its state will be lost', async () => {
  const { baseUrl, control, output } = await start('--port', '0');
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/);
  expect(shellLines(output())).toEqual([
    `  export ZONEWRIGHT_BASE_URL=${baseUrl}`,
    `  export ZONEWRIGHT_API_TOKEN=${DEFAULT_TOKEN}`,
    expect.stringMatching(/^ {2}export ZONEWRIGHT_CONTROL_TOKEN=[\w-]{43}$/),
    `  export ZONE_ID=${DEFAULT_ZONE_ID} TF_VAR_zone_id=${DEFAULT_ZONE_ID}`,
  ]);
  expect(output()).toContain('  model    today');
  expect(output()).toContain('  logs     shown on the status page\n  state    lost when it ends\n');
  // As a browser does it with the link; fetch refuses such an address.
  const page = new URL(/^Status page: (\S+)$/m.exec(output())?.[1] ?? '');
  expect([page.origin, page.pathname]).toEqual([new URL(baseUrl).origin, '/']);
  expect(control.authorization).toBe(`Bearer ${page.password}`);
  const authorization = `Basic ${Buffer.from(`${page.username}:${page.password}`).toString('base64')}`;
  expect((await fetch(page.origin, { headers: { authorization } })).status).toBe(200);
  expect((await fetch(page.origin)).status).toBe(401);
  expect((await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN)).status).toBe(200);
});

test('zonewright emulator logs requests, without credentials', async () => {
  const { child, baseUrl, output } = await start('--port', '0');
  await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN);
  await rulesets(baseUrl, DEFAULT_ZONE_ID, 'wrong-token-0123456789abcdefghijklmnopqrstuv');
  await until(child, () => output().split('Requests:\n')[1]?.split('\n').length === 3);
  const log = output().split('Requests:\n')[1] ?? '';
  expect(log.match(/^ {2}(200|4\d\d) {2}GET {4}\S+/gm)).toEqual([
    `  200  GET    /client/v4/zones/${DEFAULT_ZONE_ID}/rulesets`,
    expect.stringMatching(`  4\\d\\d  GET    /client/v4/zones/${DEFAULT_ZONE_ID}/rulesets`),
  ]);
  expect(log).not.toContain('token');
});

test('zonewright emulator --quiet logs nothing', async () => {
  const { child, baseUrl, output } = await start('--port', '0', '--quiet');
  await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN);
  child.kill('SIGINT');
  await once(child, 'close');
  expect(output()).toMatch(/Ctrl-C ends it\.\n$/);
});

test('zonewright emulator starts with the zones of a seed file', async () => {
  const id = 'a'.repeat(32);
  const token = `seeded-${'0'.repeat(40)}`;
  const seed = join(folder, 'zones.yaml');
  writeFileSync(
    seed,
    [
      'zones:',
      `  - { id: ${id}, name: seeded.example, plan: business }`,
      'credentials:',
      `  tokens: [{ token: ${token} }]`,
      'options: { rate_limit: 1200 }',
      '',
    ].join('\n'),
  );
  const { baseUrl, output } = await start('--port', '0', '--seed', seed);
  expect(output()).toContain(`  zone     ${id}  seeded.example, business\n`);
  // With a limit of the emulator's own, the provider keeps its usual pace.
  expect(output()).not.toContain('ZONEWRIGHT_MAX_REQUESTS_PER_SECOND');
  expect((await rulesets(baseUrl, id, token)).status).toBe(200);
});

test('zonewright emulator takes the model of --model, then of the seed', async () => {
  const seed = join(folder, 'model.yaml');
  writeFileSync(seed, 'options: { model: specification }\n');
  const [ofSeed, ofOption] = await Promise.all([
    start('--port', '0', '--seed', seed),
    start('--port', '0', '--seed', seed, '--model', 'today'),
  ]);
  const limits = await Promise.all(
    [ofSeed, ofOption].map(async ({ baseUrl }) => {
      const { headers } = await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN);
      return headers.get('ratelimit-policy');
    }),
  );
  expect(limits).toEqual([null, '"default";q=1200;w=300']);
  const line = '  export ZONEWRIGHT_MAX_REQUESTS_PER_SECOND=1000\n';
  expect([ofSeed, ofOption].map(({ output }) => output().includes(line))).toEqual([true, false]);
  expect(ofSeed.output()).toContain('  model    specification');
});

test('a port that is in use is a clear error that names --port 0', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { exitCode, stderr } = await command.run(['emulator', '--port', String(port)]);
  server.close();
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: [
      `error: port ${port} is already in use`,
      `  seen:    listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
      '  do:      use any free port: npx zonewright emulator --port 0',
      '           or stop the program that listens there',
      '',
    ].join('\n'),
  });
});

describe('zonewright emulator --save', () => {
  const place = (name: string): { readonly at: string; readonly file: string } => {
    const at = join(folder, name);
    mkdirSync(at);
    return { at, file: join(at, 'state.json') };
  };
  const snapshotOf = async ({
    baseUrl,
    control: headers,
  }: Awaited<ReturnType<typeof start>>): Promise<object> =>
    (await (await fetch(`${new URL(baseUrl).origin}/_control/snapshot`, { headers })).json()) as object;
  const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<readonly unknown[]> => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.kill(signal);
    return [...((await once(child, 'close')) as readonly unknown[]), said];
  };

  test.each(['SIGINT', 'SIGTERM'] as const)('writes what --seed continues from, at %s', async (signal) => {
    const { at, file } = place(`saved-at-${signal}`);
    // What a killed run left.
    writeFileSync(join(at, '.4711.new'), '{}');
    const options = ['--clock', 'virtual', '--model', 'specification'];
    const running = await start('--port', '0', '--save', file, ...options);
    const { child, baseUrl, output } = running;
    expect(output()).toContain(`  state    saved in ${file} when it ends\n`);
    expect(readdirSync(at)).toEqual([]);
    const created = await fetch(`${baseUrl}/zones/${DEFAULT_ZONE_ID}/rulesets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEFAULT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Fields', kind: 'zone', phase: 'http_log_custom_fields' }),
    });
    expect(created.status).toBe(200);
    const snapshot = await snapshotOf(running);
    expect(await ended(child, signal)).toEqual([
      0,
      null,
      `The emulator has ended; its data is in ${file}.\n`,
    ]);
    expect(readdirSync(at)).toEqual(['state.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(snapshot);
    const next = await start('--port', '0', '--seed', file, '--clock', 'virtual');
    expect(await snapshotOf(next)).toEqual(snapshot);
  });

  test('replaces the file that a link leads to', async () => {
    const { at, file } = place('linked');
    const link = join(at, 'link.json');
    writeFileSync(file, '{}', { mode: 0o644 });
    symlinkSync(file, link);
    const { child } = await start('--port', '0', '--seed', link, '--save', link);
    await ended(child, 'SIGINT');
    expect([lstatSync(link).isSymbolicLink(), statSync(file).mode & 0o777]).toEqual([true, 0o600]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('zones');
  });

  test('says so if the file cannot be written any more, and leaves nothing half-written', async () => {
    const { at, file } = place('taken');
    const { child } = await start('--port', '0', '--save', file);
    mkdirSync(file);
    expect(await ended(child, 'SIGINT')).toEqual([
      ...[1, null],
      expect.stringContaining(`error: the snapshot cannot be written: ${file}\n  seen:    EISDIR`),
    ]);
    expect(readdirSync(at, { recursive: true })).toEqual(['state.json']);
  });
});

test.each<[string, readonly string[], (time: number) => boolean]>([
  ['goes on with the time of the machine', [], (time) => Math.abs(time - Date.now()) < 86_400_000],
  [
    'stands still when it is virtual',
    ['--clock', 'virtual'],
    (time) => time === Date.parse('2025-01-01T00:00:00Z'),
  ],
])('the clock of zonewright emulator %s', async (_name, args, isRight) => {
  const { baseUrl, control: headers } = await start('--port', '0', ...args);
  const answer = await fetch(`${new URL(baseUrl).origin}/_control/clock`, { headers });
  const { now } = (await answer.json()) as { now: string };
  expect(isRight(Date.parse(now))).toBe(true);
});

test.each(
  Object.entries<readonly [readonly string[], number, RegExp]>({
    'a seed with a mistake, with its place': [
      ['--seed', 'bad.yaml'],
      1,
      /error: the seed file bad\.yaml cannot be used\n[^]*seen: {4}line 2, column \d+: zones\[0\]\.plan: /,
    ],
    'a seed file that does not exist': [
      ['--seed', '/nowhere/zones.yaml'],
      1,
      /error: the seed file cannot be read: \/nowhere\/zones\.yaml\n {2}seen: {4}\/nowhere\/zones\.yaml does not exist/,
    ],
    'a seed file that is empty': [['--seed', 'empty.json'], 1, /seen: {4}the file is empty\n/],
    'a seed file that is cut off': [
      ['--seed', 'half.json'],
      1,
      /seen: {4}line 1, column 12: it is not whole JSON: it ends too early\n/,
    ],
    'a seed file that is not UTF-8': [
      ['--seed', 'odd.json'],
      1,
      /seen: {4}odd\.json is not text in UTF-8 or UTF-16\n/,
    ],
    '--save in a folder that does not exist': [
      ['--save', 'none/state.json'],
      1,
      /error: the snapshot cannot be written: none\/state\.json\n {2}seen: {4}ENOENT[^]*do: {6}name another file: --save <file>/,
    ],
    '--save below a file': [
      ['--save', 'bad.yaml/state.json'],
      1,
      /error: the snapshot cannot be written: bad\.yaml\/state\.json\n {2}seen: {4}ENOTDIR/,
    ],
    '--save that is a folder': [
      ['--save', 'folder'],
      1,
      /error: the snapshot cannot be written: folder\n {2}seen: {4}it is not a file\n/,
    ],
    'an unknown clock': [
      ['--clock', 'sundial'],
      2,
      /'sundial' is invalid\. Allowed choices are running, virtual\./,
    ],
  }),
)('%s is refused', async (_what, [args, expected, message]) => {
  writeFileSync(join(folder, 'bad.yaml'), 'zones:\n  - { name: x.example, plan: golden }\n');
  writeFileSync(join(folder, 'empty.json'), '');
  writeFileSync(join(folder, 'half.json'), '{"zones": [');
  writeFileSync(join(folder, 'odd.json'), Buffer.from([0x1b, 0xff]));
  mkdirSync(join(folder, 'folder'), { recursive: true });
  const { exitCode, stdout, stderr } = await command.run(['emulator', '--port', '0', ...args], {}, folder);
  expect({ exitCode, stdout, stderr: stderr.replaceAll(`${folder}/`, '') }).toEqual({
    ...{ exitCode: expected, stdout: '', stderr: expect.stringMatching(message) },
  });
});
