import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, type SeedZone } from '../../emulator';
import { readManagedRulesets, readZoneAnswers, type Answer, type Send } from '../../cli/copy/answers';
import { sendTo } from '../../cli/copy/compare';
import { copyDocument, readCopy } from '../../cli/copy/copy-file';
import { Placeholders } from '../../cli/copy/placeholders';
import { variablesOf, withPlaceholders } from '../../cli/copy/variables';
import { randomZones } from '../adopt/random-zones';
import { SECRET_MARK } from '../adopt/random-destinations';
import { fullPreviousWaf } from '../e2e/migrating-zones';
import { inLane } from '../support/lane';
import { startService, type TestService } from '../support/workspace';
import { command } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();
const PLANS = ['professional', 'business', 'enterprise'] as const;
const MODES = ['simulate', 'block', 'challenge'] as const;
const SENSITIVITIES = ['default', 'high', 'medium', 'low'] as const;

/** Each secret costs a slow hash. */
const COUNT = inLane({ share: 6, whole: 30 });

/** Zones of all plans with jobs of all kinds, half of them with a full previous configuration that has not migrated. */
function production(): readonly SeedZone[] {
  return randomZones(COUNT, 28).map((zone, index) => {
    if (index % 2 === 1) return { ...zone, plan: 'enterprise' };
    const { rulesets = [], ...rest } = zone;
    return {
      ...rest,
      plan: PLANS[(index / 2) % 3] ?? 'enterprise',
      rulesets: [
        // Other plans than Enterprise have no custom fields.
        ...rulesets.filter(({ phase }) => !/custom_fields|firewall_(managed|custom)/.test(phase)),
        {
          phase: 'http_request_firewall_custom',
          rules: [
            {
              // What one zone compares may stand in the text of another.
              ...{ action: 'block', description: `Ask person${index}@people.example: ${SECRET_MARK}-of-0` },
              expression: `http.request.headers["x-api-key"][0] ne "${SECRET_MARK}-of-${index}"`,
            },
          ],
        },
      ],
      migration: { state: 'start' },
      previous_waf: {
        ...fullPreviousWaf({
          sensitivity: SENSITIVITIES[index % 4] ?? 'low',
          actionMode: MODES[index % 3] ?? 'block',
          contentManagement: index % 4 === 0 ? 'on' : 'off',
        }),
        enabled: index % 6 !== 0,
      },
    } as SeedZone;
  });
}

let service: TestService;
beforeAll(async () => {
  service = await startService({
    seed: {
      zones: production(),
      options: { model: 'today', logpush_jobs: 0, rate_limit: 0 },
    },
  });
});
afterAll(() => service.emulator.close());

/** A text as it may stand in another: as it is, in hexadecimal, escaped, and in base64 after any number of bytes. */
function encodings(text: string): readonly string[] {
  const hex = Buffer.from(text).toString('hex');
  const base64 = [0, 1, 2].flatMap((before) =>
    (['base64', 'base64url'] as const).map((encoding) =>
      Buffer.from(' '.repeat(before) + text)
        .toString(encoding)
        .slice(Math.ceil((before * 4) / 3), -4),
    ),
  );
  return [text, [...text].reverse().join(''), hex, hex.replace(/../g, '%$&'), ...base64];
}

async function everything(send: Send): Promise<readonly Answer[]> {
  const zones = production().map(({ id = '' }) => id);
  const answers: Answer[] = [];
  for (const id of zones) answers.push(...(await readZoneAnswers(id, send)));
  return [...answers, ...(await readManagedRulesets(answers, send))];
}

test('a second emulator answers every GET as the first, but for placeholders; nothing is written, and no secret is in the file', async () => {
  const out = join(folder, 'copy.json');
  service.emulator.control.clearJournal();
  const { exitCode, stdout, stderr } = await command.run(['copy', '--all', '--out', out], {
    ...service.env,
    NO_COLOR: '1',
  });
  expect({ exitCode, errors: stderr.replace(/^.*\[ *\d+\/\d+\].*\n|^.*(?:limit).*\n/gm, '') }).toEqual({
    exitCode: 0,
    errors: '',
  });
  expect(stdout).toContain(`Copied ${COUNT} of ${COUNT} zones`);
  const sent = service.emulator.control.journal();
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(stdout).toContain(`Requests sent: ${sent.length}, all of them GET`);
  expect(existsSync(`${out}.progress`)).toBe(false);

  const text = readFileSync(out, 'utf8');
  const found = [...encodings(SECRET_MARK), ...encodings('people.example')].filter((form) =>
    text.toLowerCase().includes(form.toLowerCase()),
  );
  expect(found).toEqual([]);

  const first = createEmulator({
    seed: { ...service.emulator.control.snapshot(), clock: readCopy(out, '--on').copy.taken_at },
  });
  const second = createEmulator({ seed: text });
  const placeholders = new Placeholders();
  const before = await everything(sendTo(first));
  const after = await everything(sendTo(second));
  const expected = before.map((answer) => placeholders.hide(answer));
  expect(after).toEqual(expected);
  expect(readCopy(out, '--on').copy.not_held).toHaveLength(1);
});

test('a copy that continues hides what only the first run saw of a secret in a text of another zone', async () => {
  const out = join(folder, 'continued.json');
  const [first, last] = [0, -2].map((index) => production().at(index)?.id ?? '');
  // It answers only after the kill.
  service.emulator.control.faults.put([
    { match: { zoneId: last }, effect: { kind: 'none' }, delayMs: 600_000 },
  ]);
  const child = command.start(['copy', '--all', '--out', out], service.env);
  const progress = (): string =>
    existsSync(`${out}.progress`) ? readFileSync(`${out}.progress`, 'utf8') : '';
  while (!progress().includes(`"id":"${first}","read_at"`) && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  service.emulator.control.faults.clear();
  expect(progress()).not.toContain(`"id":"${last}","read_at"`);
  // What a run leaves that was killed while it wrote; no process has such a number.
  const unfinished = join(folder, '.99999999.new');
  writeFileSync(unfinished, SECRET_MARK);
  expect(await command.run(['copy', '--all', '--out', out], service.env)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(out, 'utf8')).not.toContain(SECRET_MARK);
  expect(existsSync(unfinished)).toBe(false);
});

const TARGETS = [{ target: 'url', constraint: { operator: 'matches', value: 'https://a.example/*' } }];

test('what the emulator cannot hold is listed in the copy', async () => {
  const seed = { zones: [{ id: 'ab'.repeat(16), name: 'a.example' }] } as const;
  const answers = await readZoneAnswers('ab'.repeat(16), sendTo(createEmulator({ seed })));
  const changed = answers.map((answer): Answer => {
    const { path, result } = answer;
    if (path === `/zones/${'ab'.repeat(16)}`)
      return {
        ...answer,
        result: { ...(result as object), plan: { legacy_id: 'free' }, tenant: { id: null } },
      };
    if (path.endsWith('/pagerules'))
      return {
        ...answer,
        result: [{ id: 'cd'.repeat(16), actions: [{ id: 'Not Known' }], targets: TARGETS }],
      };
    return path.endsWith('/settings/waf') ? { ...answer, status: 403, result: [10000] } : answer;
  });
  const copy = copyDocument(changed, { takenAt: '2026-01-02T03:04:05.000Z', stacks: [] });
  expect(copy.copy.not_held.slice(1)).toEqual([
    `GET /zones/${'ab'.repeat(16)}/settings/waf, which was refused with status 403.`,
    `/zones/${'ab'.repeat(16)}: the plan free; the copy has professional.`,
    expect.stringMatching(
      /^zones\[a\.example\]\.previous_waf\.page_rules\[c.*\]\.actions\[Not Known\]: 'Not Known'/,
    ),
    // Then nothing is left of the rule.
    expect.stringMatching(/^zones\[a\.example\]\.previous_waf\.page_rules\[(cd)+\]: /),
  ]);
});

test.each([
  ['no file', 'there-is-none.yaml', undefined],
  ['another document', 'other.yaml', 'zones: []\n'],
  ['a copy of another format', 'future.yaml', 'copy: { format: "2" }\n'],
  ['no YAML', 'broken.yaml', 'copy: [\n'],
])('a copy that is %s is refused', async (_what, name, text) => {
  const file = join(folder, name);
  if (text !== undefined) writeFileSync(file, text);
  const { exitCode, stderr } = await command.run(['rehearse', folder, '--on', file], { NO_COLOR: '1' });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('do:') });
  expect(stderr).not.toContain('unexpected');
});

test('a copy of no zone leaves the earlier one as it is', async () => {
  const file = join(folder, 'earlier.json');
  writeFileSync(file, '{"copy":{"format":"1"}}');
  const { exitCode, stderr } = await command.run(['copy', 'none.example', '--out', file], { ...service.env });
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('is not written'),
  });
  expect(readFileSync(file, 'utf8')).toBe('{"copy":{"format":"1"}}');
});

test.each(['there-is-none', 'notes.txt'])('the stack %s, which is no folder, is refused', async (name) => {
  const stack = join(folder, name);
  if (name === 'notes.txt') writeFileSync(stack, '');
  const out = join(folder, 'of-stack.json');
  const { exitCode, stderr } = await command.run(
    ['copy', '--all', '--out', out, '--stack', stack],
    service.env,
  );
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('is no folder'),
  });
});

test('a file that is not a copy is not overwritten', async () => {
  const file = join(folder, 'notes.yaml');
  writeFileSync(file, 'mine: true\n');
  const { exitCode, stderr } = await command.run(['copy', '--all', '--out', file], { ...service.env });
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('would be overwritten'),
  });
  expect(readFileSync(file, 'utf8')).toBe('mine: true\n');
});

test('secrets are found in headers that rules set, in expressions, in URLs, and decoded', () => {
  const hidden = new Placeholders().hide({
    headers: {
      Authorization: { operation: 'set', expression: 'concat("Bearer ", "secret-1111")' },
      'X-Shared-Key': { operation: 'set', value: 'secret-2222' },
    },
    rules: [
      { expression: 'http.request.headers["x-origin-verify"][0] ne "secret-3333"' },
      { expression: 'http.request.uri.query contains "api_key=secret-4444"' },
      { expression: 'any(http.request.headers["x-key"][*] eq r#"secret-5555"quoted"#)' },
    ],
    more: [
      { expression: 'is_timed_hmac_valid_v0("secret-8888", http.request.uri, 1000)' },
      { expression: 'http.user_agent eq "secret123Agent"' },
      { expression: 'http.cookie contains "secret-plain"' },
    ],
    url: 'https://a.example/?token=secret-6666',
    destination_conf: 'https://a.example/in?header_Authorization=secret-7777%2Bdef%3D%3D',
    error_message: 'refused: secret-7777+def==',
  });
  expect(JSON.stringify(hidden)).not.toMatch(/secret-|secret123|quoted/);
  expect(new Placeholders().hide(hidden)).toEqual(hidden);
});

test('words, hosts and ids that conditions compare stay in other texts, which mean something else', () => {
  const id = 'ab'.repeat(16);
  const zone = {
    ...{ path: `/zones/${id}`, id, name: 'zone1.example', action: 'execute', sensitivity: 'default' },
    description: 's3same of zone1.example',
  };
  const compared = ['execute', 'default', 'zone1.example', id, 's3same'].map((text) => ({
    expression: `http.request.headers["x-api-key"][0] eq "${text}"`,
  }));
  const hidden = new Placeholders().hide({ compared, zone });
  expect(JSON.stringify(hidden.compared)).not.toMatch(/execute|default|zone1|abab|s3same/);
  expect(hidden.zone).toEqual({
    ...zone,
    description: expect.stringMatching(/^hidden-[0-9a-f]{16} of zone1.example$/),
  });
  const open = {
    expression: 'http.host eq "a1.example" and http.request.uri.path matches "^/api/v1/[a-zA-Z0-9_-]+$"',
  };
  expect(new Placeholders().hide(open)).toEqual(open);
});

test('variables keep words and numbers; what may be a secret becomes a placeholder; lists and comments are none', () => {
  const stack = join(folder, 'variables');
  mkdirSync(stack);
  writeFileSync(
    join(stack, 'terraform.tfvars'),
    'environment = "staging"\napi_key = "letmein"\nzones = [\n"a"\n]\n',
  );
  writeFileSync(
    join(stack, 'b.auto.tfvars'),
    'enabled = true\nretention = 30\nenvironment = "production"\n/* other = "x" */\nwebhook = "p4ss-over-there"\n',
  );
  const found = variablesOf(stack, { TF_VAR_environment: 'test', TF_VAR_region: 'eu', PATH: '/bin' });
  expect(withPlaceholders(found, new Set(), new Set())).toEqual({
    ...{ environment: 'production', region: 'eu', enabled: 'true', retention: '30' },
    webhook: expect.stringMatching(/^hidden-/),
  });
});

test('what the emulator refuses is left out whole, with its id, and takes no healthy neighbour along', () => {
  const zone = `/zones/${'ab'.repeat(16)}`;
  const good = { destination_conf: 's3://logs/a?region=eu', dataset: 'http_requests' };
  const jobs = [
    { id: 1, kind: 7 },
    { id: 2, ...good },
    // Without its dataset it would be a job of another.
    { id: 4, ...good, dataset: 'gateway_dns' },
    { id: 3, ...good, unheard_of: true },
  ];
  const copy = copyDocument(
    [
      {
        path: zone,
        status: 200,
        result: {
          id: 'ab'.repeat(16),
          name: 'a.example',
          plan: { legacy_id: 'pro' },
          account: { id: 'ac'.repeat(16), name: 'Main' },
        },
      },
      { path: `${zone}/logpush/jobs`, status: 200, result: jobs },
    ],
    { takenAt: '2026-01-02T03:04:05.000Z', stacks: [] },
  );
  expect(copy.zones?.[0]?.logpush?.jobs?.map(({ id }) => id)).toEqual([2, 3]);
  expect(copy.copy.not_held.slice(1).map((line) => line.split(':')[0])).toEqual([
    'zones[].logpush.jobs[].unheard_of',
    'zones[a.example].logpush.jobs[4]',
    'zones[a.example].logpush.jobs[1]',
  ]);
});
