import { spawnSync } from 'node:child_process';
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
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { requestLine } from '../../cli/commands/run-emulator';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../emulator';
import type { JournalEntry, SeedDocument } from '../../emulator';
import { recorded } from '../support/printed';
import { runHere, type Finished } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const FIRST = 'a'.repeat(32);
const SECOND = 'b'.repeat(32);
const ZONES = [
  { id: FIRST, name: 'first.example' },
  { id: SECOND, name: 'second.example' },
];
const TOKEN = `one-${'0'.repeat(40)}`;
const KEY = { email: 'emulator@example.com', key: '0'.repeat(37) };

const folder = temporaryFolder();
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(before));

const started: Promise<Finished>[] = [];
/** Ends those that run. */
const ended = (): Promise<readonly Finished[]> => {
  process.emit('SIGINT');
  return Promise.all(started.splice(0));
};
afterEach(ended);

/** Starts `zonewright emulator`, until the end of the test; with the headers for its control API. */
async function start(...args: readonly string[]) {
  let output = '';
  await new Promise<void>((resolve) => {
    const run = runHere(['emulator', '--port', '0', ...args], {}, (text) => {
      output += text;
      if (text.includes('Ctrl-C')) resolve();
    });
    started.push(run);
  });
  const [, baseUrl = ''] = /listens on (\S+)/.exec(output) ?? [];
  const [, controlToken = ''] = /export ZONEWRIGHT_CONTROL_TOKEN=(\S+)/.exec(output) ?? [];
  return { baseUrl, control: { authorization: `Bearer ${controlToken}` }, output: () => output };
}

/** What the command prints for a seed, line by line, and the answer to a client with the printed variables. */
async function announced(seed: SeedDocument): Promise<{ lines: readonly string[]; status: number }> {
  writeFileSync('seed.json', JSON.stringify(seed));
  const lines = (await start('--seed', 'seed.json')).output().split('\n');
  const set = Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
  ) as Readonly<Record<string, string>>;
  const headers: Record<string, string> = set['ZONEWRIGHT_API_TOKEN']
    ? { authorization: `Bearer ${set['ZONEWRIGHT_API_TOKEN']}` }
    : { 'x-auth-email': `${set['ZONEWRIGHT_EMAIL']}`, 'x-auth-key': `${set['ZONEWRIGHT_API_KEY']}` };
  const url = `${set['ZONEWRIGHT_BASE_URL']}/zones/${set['ZONE_ID']}/rulesets`;
  const { status } = await fetch(url, { headers });
  return { lines: lines.map((line) => line.trim()), status };
}

test.each<[string, SeedDocument['credentials'], readonly string[], string]>([
  [
    'a token and a key',
    { tokens: [{ token: TOKEN }], keys: [KEY] },
    [`token    ${TOKEN}`, `key      ${KEY.key} of ${KEY.email}`],
    `export ZONEWRIGHT_API_TOKEN=${TOKEN}`,
  ],
  [
    'a key and no token',
    { keys: [KEY] },
    [`key      ${KEY.key} of ${KEY.email}`],
    `export ZONEWRIGHT_EMAIL=${KEY.email} ZONEWRIGHT_API_KEY=${KEY.key}`,
  ],
])('%s: what is printed opens the printed zone', async (_name, credentials, listed, exported) => {
  const { lines, status } = await announced({ zones: ZONES, credentials });
  expect(lines.filter((line) => /^(?:token|key) /.test(line))).toEqual(listed);
  expect(lines).toContain(exported);
  expect(lines).toContain(`export ZONE_ID=${FIRST} TF_VAR_zone_id=${FIRST}`);
  expect(status).toBe(200);
});

test('the lines for a shell can be sourced, and have nothing else on them', async () => {
  const email = "o'brien&co@example.com";
  const { lines } = await announced({ zones: ZONES, credentials: { keys: [{ email, key: KEY.key }] } });
  const exports = lines.filter((line) => line.startsWith('export '));
  const script = [...exports, 'echo "$ZONEWRIGHT_EMAIL $ZONEWRIGHT_API_KEY $ZONE_ID $TF_VAR_zone_id"'].join(
    '\n',
  );
  expect(spawnSync('/bin/sh', ['-euc', script], { encoding: 'utf8' })).toMatchObject({
    ...{ status: 0, stderr: '', stdout: `${email} ${KEY.key} ${FIRST} ${FIRST}\n` },
  });
});

const MANY = Array.from({ length: 12 }, (_, index) => ({ name: `z${index}.example` }));
const PACE = 'export ZONEWRIGHT_MAX_REQUESTS_PER_SECOND=1000';

test.each<readonly [string, SeedDocument, RegExp, readonly string[]]>([
  [
    'the options that differ from the model',
    { options: { model: 'today', logpush_jobs: 10, rate_limit: 0 } },
    /^options|PER_SECOND/,
    ['options  logpush_jobs: 10, rate_limit: 0', PACE],
  ],
  ['neither, where both are usual', { options: { model: 'today' } }, /^options|PER_SECOND/, []],
  ['the number of more zones', { zones: MANY }, /^and /, ['and 2 more']],
])('shown is %s', async (_what, seed, pattern, shown) => {
  const { lines } = await announced(seed);
  expect(lines.filter((line) => pattern.test(line))).toEqual(shown);
});

const ENTRY: JournalEntry = {
  number: 1,
  at: '2025-01-01T00:00:00.000000Z',
  method: 'GET',
  path: '/client/v4/zones',
  query: {},
  headers: {},
  body: null,
  operation: null,
  zoneId: null,
  status: 404,
  fault: null,
  servedStatus: 404,
};

test.each([
  [{}, '  404  GET    /client/v4/zones'],
  [{ status: 200, operation: 'rulesets.list' }, '  200  GET    /client/v4/zones  rulesets.list'],
  [
    { method: 'DELETE', status: null, fault: 'cut', servedStatus: 200 },
    '  cut  DELETE /client/v4/zones  fault: cut, served 200',
  ],
  [{ fault: 'message' }, '  404  GET    /client/v4/zones  fault: message'],
  [
    { method: 'POST', status: 429, fault: 'rate-limit', servedStatus: null },
    '  429  POST   /client/v4/zones  fault: rate-limit, not served',
  ],
] as const)('the request log prints %j', (entry, line) => {
  expect(requestLine({ ...ENTRY, ...entry }, createColors(false))).toBe(line);
});

/** A list of the zone's rulesets, as a client asks for it. */
function rulesets(baseUrl: string, zoneId: string, token: string): Promise<Response> {
  return fetch(`${baseUrl}/zones/${zoneId}/rulesets`, { headers: { authorization: `Bearer ${token}` } });
}

test('zonewright emulator says where it listens, how to set up a shell, and that its state will be lost', async () => {
  const { baseUrl, control, output } = await start();
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/client\/v4$/);
  const printed = output()
    .replaceAll(/(?<=emulator:|TOKEN=)[\w-]{43}(?=@|$)/gm, 'CONTROL')
    .replaceAll(new URL(baseUrl).host, 'HOST');
  expect(printed).toBe(recorded('emulator.txt', printed));
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
  const { baseUrl, output } = await start();
  await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN);
  await rulesets(baseUrl, DEFAULT_ZONE_ID, 'wrong-token-0123456789abcdefghijklmnopqrstuv');
  const log = output().split('Requests:\n')[1] ?? '';
  expect(log.match(/^ {2}(200|4\d\d) {2}GET {4}\S+/gm)).toEqual([
    `  200  GET    /client/v4/zones/${DEFAULT_ZONE_ID}/rulesets`,
    expect.stringMatching(`  4\\d\\d  GET    /client/v4/zones/${DEFAULT_ZONE_ID}/rulesets`),
  ]);
  expect(log).not.toContain('token');
});

test('zonewright emulator --quiet logs nothing', async () => {
  const { baseUrl, output } = await start('--quiet');
  await rulesets(baseUrl, DEFAULT_ZONE_ID, DEFAULT_TOKEN);
  expect(output()).toMatch(/Ctrl-C ends it\.\n$/);
});

test('zonewright emulator takes the model of --model, then of the seed', async () => {
  const seed = join(folder, 'model.yaml');
  writeFileSync(seed, 'options: { model: specification }\n');
  const [ofSeed, ofOption] = await Promise.all([
    start('--seed', seed),
    start('--seed', seed, '--model', 'today'),
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
  const { exitCode, stderr } = await runHere(['emulator', '--port', String(port)]);
  server.close();
  expect([exitCode, stderr.replace('Error: ', '')]).toEqual([
    1,
    `error: port ${port} is already in use
  seen:    listen EADDRINUSE: address already in use 127.0.0.1:${port}
  do:      use any free port: npx zonewright emulator --port 0
           or stop the program that listens there
`,
  ]);
});

test.each<[string, readonly string[], (time: number) => boolean]>([
  ['goes on with the time of the machine', [], (time) => Math.abs(time - Date.now()) < 86_400_000],
  ['stands still if virtual', ['--clock', 'virtual'], (time) => time === Date.parse('2025-01-01T00:00:00Z')],
])('the clock of zonewright emulator %s', async (_name, args, isRight) => {
  const { baseUrl, control: headers } = await start(...args);
  const answer = await fetch(`${new URL(baseUrl).origin}/_control/clock`, { headers });
  const { now } = (await answer.json()) as { now: string };
  expect(isRight(Date.parse(now))).toBe(true);
});

test.each<readonly [string, RegExp]>([
  [
    '--seed bad.yaml',
    /seed file bad\.yaml cannot be used\n[^]*seen: {4}line 2, column \d+: zones\[0\]\.plan: /,
  ],
  ['--seed none.yaml', /the seed file cannot be read: none\.yaml\n {2}seen: {4}none\.yaml does not exist/],
  ['--seed empty.json', /seen: {4}the file is empty\n/],
  ['--seed half.json', /seen: {4}line 1, column 12: it is not whole JSON: it ends too early\n/],
  ['--seed odd.json', /seen: {4}odd\.json is not text in UTF-8 or UTF-16\n/],
  [
    '--save none/a.json',
    /snapshot cannot be written: none\/a\.json\n.*ENOENT[^]*do: {6}name another file: --save/,
  ],
  ['--save bad.yaml/a.json', /snapshot cannot be written: bad\.yaml\/a\.json\n.*ENOTDIR/],
  ['--save folder', /snapshot cannot be written: folder\n {2}seen: {4}it is not a file\n/],
])('what cannot be used is refused before it listens: %s', async (options, message) => {
  writeFileSync(join(folder, 'bad.yaml'), 'zones:\n  - { name: x.example, plan: golden }\n');
  writeFileSync(join(folder, 'empty.json'), '');
  writeFileSync(join(folder, 'half.json'), '{"zones": [');
  writeFileSync(join(folder, 'odd.json'), Buffer.from([0x1b, 0xff]));
  mkdirSync(join(folder, 'folder'), { recursive: true });
  const { exitCode, stdout, stderr } = await runHere(['emulator', '--port', '0', ...options.split(' ')]);
  expect([exitCode, stdout, stderr.replaceAll(`${folder}/`, '')]).toEqual([
    ...[1, '', expect.stringMatching(message)],
  ]);
});

test('--save replaces the file that a link leads to', async () => {
  writeFileSync('linked.json', '{}', { mode: 0o644 });
  symlinkSync('linked.json', 'link.json');
  writeFileSync('.4711.new', 'of a run that was killed');
  const { baseUrl, output } = await start('--seed', 'link.json', '--save', 'link.json');
  expect(readdirSync('.')).not.toContain('.4711.new');
  const file = join(process.cwd(), 'link.json');
  expect(output()).toContain(`  state    saved in ${file} when it ends\n`);
  expect((await ended())[0]?.stderr).toBe(`The emulator has ended; its data is in ${file}.\n`);
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
  expect([lstatSync('link.json').isSymbolicLink(), statSync(file).mode & 0o777]).toEqual([true, 0o600]);
  expect(JSON.parse(readFileSync('linked.json', 'utf8'))).toHaveProperty('zones');
});

test('--save says so if the file cannot be written any more, and where it is', async () => {
  mkdirSync('taken');
  await start('--save', 'taken/state.json');
  mkdirSync('taken/state.json');
  const [{ exitCode, stderr } = { exitCode: 0, stderr: '' }] = await ended();
  const [, elsewhere = ''] = /do: {6}it is in (\S+): move it/.exec(stderr) ?? [];
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('snapshot cannot be written: ')]);
  expect(JSON.parse(readFileSync(elsewhere, 'utf8'))).toHaveProperty('zones');
  expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
  expect(readdirSync('taken', { recursive: true })).toEqual(['state.json']);
});
