import { spawnSync } from 'node:child_process';
import { createColors } from 'picocolors';
import { announce, requestLine } from '../../cli/commands/run-emulator';
import { startEmulator, type JournalEntry, type SeedDocument } from '../../emulator';
import { openTerminal } from '../../cli/terminal/terminal';

const FIRST = 'a'.repeat(32);
const SECOND = 'b'.repeat(32);
const ZONES = [
  { id: FIRST, name: 'first.example' },
  { id: SECOND, name: 'second.example' },
];
const TOKEN = `one-${'0'.repeat(40)}`;
const KEY = { email: 'emulator@example.com', key: '0'.repeat(37) };

/** What the command prints for a seed, line by line, and the answer to a client with the printed variables. */
async function announced(seed: SeedDocument): Promise<{ lines: readonly string[]; status: number }> {
  const emulator = await startEmulator({ seed });
  try {
    let output = '';
    const collected = { write: (text: string) => (output += text) };
    announce(emulator, openTerminal(collected, collected, {}), { port: 0, clock: 'virtual', quiet: true });
    const lines = output.split('\n');
    const set = Object.fromEntries(
      lines.flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
    ) as NodeJS.ProcessEnv;
    const headers: Record<string, string> = set['ZONEWRIGHT_API_TOKEN']
      ? { authorization: `Bearer ${set['ZONEWRIGHT_API_TOKEN']}` }
      : { 'x-auth-email': set['ZONEWRIGHT_EMAIL'] ?? '', 'x-auth-key': set['ZONEWRIGHT_API_KEY'] ?? '' };
    const url = `${set['ZONEWRIGHT_BASE_URL']}/zones/${set['ZONE_ID']}/rulesets`;
    const { status } = await fetch(url, { headers });
    return { lines: lines.map((line) => line.trim()), status };
  } finally {
    await emulator.close();
  }
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

test('the options that differ from the model are shown', async () => {
  const { lines } = await announced({ options: { model: 'today', logpush_jobs: 10, rate_limit: 0 } });
  expect(lines).toContain('options  logpush_jobs: 10, rate_limit: 0');
  const { lines: ofModel } = await announced({ options: { model: 'today' } });
  expect(ofModel.filter((line) => line.startsWith('options'))).toEqual([]);
});

test('a long list of zones is cut off and counted', async () => {
  const zones = Array.from({ length: 12 }, (_, index) => ({ name: `z${index}.example` }));
  const { lines } = await announced({ zones });
  expect(lines).toContain('and 2 more');
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
  [
    { method: 'POST', status: 429, fault: 'rate-limit', servedStatus: null },
    '  429  POST   /client/v4/zones  fault: rate-limit, not served',
  ],
] as const)('the request log prints %j', (entry, line) => {
  expect(requestLine({ ...ENTRY, ...entry }, createColors(false))).toBe(line);
});
