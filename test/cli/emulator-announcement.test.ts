import { announce } from '../../cli/commands/emulator-announcement';
import type { SeedDocument } from '../../emulator';
import { startEmulator } from '../../emulator';
import { openTerminal } from '../../cli/terminal/terminal';

const FIRST = 'a'.repeat(32);
const SECOND = 'b'.repeat(32);
const ZONES = [
  { id: FIRST, name: 'first.example' },
  { id: SECOND, name: 'second.example' },
];
const TOKENS = ['one', 'two', 'three'].map((name) => `${name}-${'0'.repeat(40)}`) as [string, string, string];
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

const exportsOf = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => /^(?:export ZONE(?!WRIGHT_(?:BASE|CONTROL|MAX))|#)/.test(line));

test.each<[string, SeedDocument['credentials'], readonly string[], readonly string[]]>([
  [
    'a token that reaches only the second zone',
    { tokens: [{ token: TOKENS[0], zones: [SECOND] }] },
    [`token    ${TOKENS[0]}  1 of 2 zones`],
    [`export ZONEWRIGHT_API_TOKEN=${TOKENS[0]}`, `export ZONE_ID=${SECOND} TF_VAR_zone_id=${SECOND}`],
  ],
  [
    'tokens that are expired, limited and unlimited',
    {
      tokens: [
        { token: TOKENS[0], expires_on: '2024-01-01T00:00:00Z' },
        { token: TOKENS[1], permissions: ['rulesets:read', 'waf:read'], zones: [] },
        { token: TOKENS[2] },
      ],
    },
    [
      `token    ${TOKENS[0]}  expired`,
      `token    ${TOKENS[1]}  0 of 2 zones; rulesets:read waf:read`,
      `token    ${TOKENS[2]}`,
    ],
    [`export ZONEWRIGHT_API_TOKEN=${TOKENS[2]}`, `export ZONE_ID=${FIRST} TF_VAR_zone_id=${FIRST}`],
  ],
  [
    'a key and no token',
    { keys: [KEY] },
    [`key      ${KEY.key} of ${KEY.email}`],
    [
      `export ZONEWRIGHT_EMAIL=${KEY.email} ZONEWRIGHT_API_KEY=${KEY.key}`,
      `export ZONE_ID=${FIRST} TF_VAR_zone_id=${FIRST}`,
    ],
  ],
])('%s: the printed token or key opens the printed zone', async (_name, credentials, listed, exported) => {
  const { lines, status } = await announced({ zones: ZONES, credentials });
  expect(lines.filter((line) => /^(?:token|key) /.test(line))).toEqual(listed);
  expect(exportsOf(lines)).toEqual(exported);
  expect(status).toBe(200);
});

test('a state in which no token or key reaches a zone has no zone to export', async () => {
  const { lines } = await announced({
    zones: ZONES,
    credentials: { tokens: [{ token: TOKENS[0], zones: [] }] },
  });
  expect(exportsOf(lines)).toEqual(['# no active token or key of the state reaches a zone']);
});

test('the options that differ from the model are shown', async () => {
  const { lines } = await announced({ options: { model: 'today', logpush_jobs: 10, rate_limit: 0 } });
  expect(lines).toContain('options  logpush_jobs: 10, rate_limit: 0');
  const { lines: ofModel } = await announced({ options: { model: 'today' } });
  expect(ofModel.filter((line) => line.startsWith('options'))).toEqual([]);
});

test('long lists of zones and tokens are cut off and counted', async () => {
  const zones = Array.from({ length: 12 }, (_, index) => ({ name: `z${index}.example` }));
  const tokens = Array.from({ length: 13 }, (_, index) => ({ token: `${index}-${'0'.repeat(40)}` }));
  const { lines } = await announced({ zones, credentials: { tokens } });
  expect(lines).toContain('and 2 more');
  expect(lines).toContain('and 3 more tokens and keys');
});
