import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, type SeedZone } from '../../emulator';
import { isRecord, type JsonObject } from '../../schema';
import {
  keptOnce,
  readAnswer,
  readShared,
  readZoneAnswers,
  type Answer,
  type Send,
} from '../../cli/copy/answers';
import { copyDocument, readCopy } from '../../cli/copy/copy-file';
import { HIDDEN, withoutSecrets } from '../../cli/copy/secrets';
import { randomZones } from '../adopt/random-zones';
import { SECRET_MARK } from '../adopt/random-destinations';
import { fullPreviousWaf, uriOverride } from '../e2e/migrating-zones';
import { inLane } from '../support/lane';
import { everyAnswer } from '../support/every-get';
import { sendTo } from '../support/send-to';
import { service, useService } from '../e2e/one-service';
import { command, runHere, type Finished } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();
const PLANS = ['professional', 'business', 'enterprise'] as const;
const MODES = ['simulate', 'block', 'challenge'] as const;
const SENSITIVITIES = ['default', 'high', 'medium', 'low'] as const;

const COUNT = inLane({ share: 6, whole: 30 });

/** What a zone may have beside its objects. */
const DETAILS = {
  ...{ plan: 'enterprise', type: 'partial', status: 'pending', paused: true },
  ...{ vanity_name_servers: ['ns1.a.example', 'ns2.a.example'], modified_on: '2025-01-02T03:04:05.000000Z' },
  account: { id: 'ac'.repeat(16), name: 'Main' },
} as const;

/** Zones of all plans with jobs of all kinds, half of them with a full previous configuration that has not migrated. */
function production(): readonly SeedZone[] {
  return randomZones(COUNT, 28).map((zone, index) => {
    if (index % 2 === 1) return { ...zone, ...DETAILS } as SeedZone;
    // Before the migration there are no managed rules, and other plans than Enterprise have no custom fields.
    const { rulesets: _, ...rest } = zone;
    return {
      ...rest,
      plan: PLANS[(index / 2) % 3] ?? 'enterprise',
      migration: { state: 'start' },
      previous_waf: {
        ...fullPreviousWaf({
          sensitivity: SENSITIVITIES[index % 4] ?? 'low',
          actionMode: MODES[index % 3] ?? 'block',
          contentManagement: index % 4 === 0 ? 'on' : 'off',
        }),
        enabled: index % 6 !== 0,
        ...(index % 4 === 0 && { enabled_modified_on: '2024-05-06T07:08:09.000000Z' }),
      },
    } as SeedZone;
  });
}

useService({
  seed: {
    zones: production(),
    options: { model: 'today', logpush_jobs: 0, rate_limit: 0 },
  },
});

function everything(send: Send): Promise<readonly Answer[]> {
  return everyAnswer(
    production().map(({ id = '' }) => id),
    send,
  );
}

/** Where the text of a copy has other words than the service, it is what the service said with only these words hidden. */
function asIn(before: unknown, after: unknown): unknown {
  if (Array.isArray(before)) return before.map((each, at) => asIn(each, (after as readonly unknown[])[at]));
  if (isRecord(before))
    return Object.fromEntries(
      Object.entries(before).map(([name, each]) => [name, asIn(each, isRecord(after) ? after[name] : after)]),
    );
  if (typeof before !== 'string' || typeof after !== 'string' || !before.includes(SECRET_MARK)) return before;
  const shown = after.split(HIDDEN).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return shown.length > 1 && new RegExp(`^${shown.join('.+')}$`).test(before) ? after : before;
}

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test('a second emulator answers every GET as the first, but for secrets; nothing is written, and only its owner reads the file', async () => {
  const out = join(folder, 'copy.json');
  // What others could read once.
  writeFileSync(out, '{"copy":{"format":"2"}}');
  chmodSync(out, 0o644);
  service.emulator.control.clearJournal();
  const { exitCode, stdout, stderr } = await runHere(['copy', '--all', '--out', out], {
    ...service.env,
    NO_COLOR: '1',
  });
  expect({ exitCode, errors: stderr.replace(/^.*\[ *\d+\/\d+\].*\n|^.*(?:limit).*\n/gm, '') }).toEqual({
    exitCode: 0,
    errors: '',
  });
  expect(stdout).toContain(`Copied ${COUNT} of ${COUNT} zones`);
  expect(stdout).toContain('The copy is secret like a state file');
  expect(modeOf(out)).toBe('600');
  const sent = service.emulator.control.journal();
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(stdout).toContain(`Requests sent: ${sent.length}, all of them GET`);
  expect(existsSync(`${out}.progress`)).toBe(false);

  const text = readFileSync(out, 'utf8');
  expect(text).toMatch(/^\{/);
  expect(text).not.toContain(SECRET_MARK);
  const first = createEmulator({
    seed: { ...service.emulator.control.snapshot(), clock: readCopy(out, '--on').copy.taken_at },
  });
  const second = createEmulator({ seed: text });
  const before = await everything(sendTo(first));
  expect(JSON.stringify(before)).toContain(SECRET_MARK);
  const after = await everything(sendTo(second));
  expect(JSON.stringify(after)).not.toContain(SECRET_MARK);
  expect(after).toEqual(before.map((answer, at) => asIn(answer, after[at])));
  const { copy, managed_rulesets: shared = [] } = readCopy(out, '--on');
  expect([copy.not_held.length, shared.length > 0]).toEqual([1, true]);
});

test('what a copy that was cut off leaves has no secret either, and nobody else reads it', async () => {
  const out = join(folder, 'continued.json');
  const last = production().at(-1)?.id ?? '';
  // It answers only after the kill.
  service.emulator.control.faults.put([
    { match: { zoneId: last }, effect: { kind: 'none' }, delayMs: 600_000 },
  ]);
  const progress = (): string =>
    existsSync(`${out}.progress`) ? readFileSync(`${out}.progress`, 'utf8') : '';
  const cutOff = async (zones: number): Promise<void> => {
    const child = command.start(['copy', '--all', '--out', out], service.env);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const isThere = (): boolean =>
      progress().split('"read_at"').length > zones && modeOf(`${out}.progress`) === '600';
    while (!isThere() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await ended;
    expect(isThere()).toBe(true);
    expect(progress()).not.toContain(SECRET_MARK);
  };
  await cutOff(1);
  // As a backup may bring it back.
  chmodSync(`${out}.progress`, 0o644);
  await cutOff(COUNT - 1);
  const [first] = [...progress().matchAll(/"read_at":"([^"]+)".*\n/g)].map(([, at]) => at).sort();
  expect(progress()).toContain(HIDDEN);
  service.emulator.control.faults.clear();
  // What a run leaves that was killed while it wrote; no process has such a number.
  const unfinished = join(folder, '.99999999.new');
  writeFileSync(unfinished, SECRET_MARK);
  expect(await runHere(['copy', '--all', '--out', out], service.env)).toMatchObject({ exitCode: 0 });
  expect(existsSync(unfinished)).toBe(false);
  expect(readCopy(out, '--on').copy.taken_at).toBe(first);
  // The same as one that was not cut off.
  expect(contentOf(out)).toEqual(contentOf(join(folder, 'copy.json')));
});

test('a copy says what it lacks, and goes on where one of the same zones was cut off', async () => {
  const out = join(folder, 'cut-off.yaml');
  const [one = '', two = '', three = ''] = production().map(({ id }) => id);
  const copy = (...zones: readonly string[]): Promise<Finished> =>
    runHere(['copy', ...zones, '--out', out], { ...service.env, NO_COLOR: '1', ZONEWRIGHT_MAX_RETRIES: '0' });
  const answers = (status: number, ...ids: readonly string[]): void =>
    service.emulator.control.faults.put(
      ids.map((id) => ({
        match: { pathPrefix: `/client/v4/zones/${id}/` },
        effect: { kind: 'answer', status, body: 'no JSON' },
      })),
    );
  const done: (string | undefined)[] = [];
  // What was read of another service is of no use.
  writeFileSync(`${out}.progress`, '{"kind":"service","service":"https://elsewhere.example"}\n');
  // What is kept counts for a day.
  for (const [status, hours] of [[500], [401, 23], [429], [200, 25]]) {
    answers(status ?? 0, three);
    if (hours !== undefined) {
      const readAt = new Date(Date.now() - hours * 3_600_000).toISOString();
      const text = readFileSync(`${out}.progress`, 'utf8').replace(/(?<="read_at":")[^"]+/g, readAt);
      writeFileSync(`${out}.progress`, text);
    }
    const { exitCode, stderr } = await copy(one, two, three);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`what is read is kept in ${out}.progress`),
    ]);
    done.push(/.* done already/.exec(stderr)?.[0]);
  }
  answers(403, one, two);
  // What zones share may have been read with the other one.
  const alone = await copy(one);
  const partly = await copy(three, 'none.example');
  const both = await copy(one, two, 'none.example', 'nobody.example');
  service.emulator.control.faults.clear();
  expect([done, partly.exitCode, alone.stdout.includes(' more: '), alone.exitCode, alone.stderr]).toEqual([
    ...[[undefined, ...Array<string>(2).fill('2 of 3 zones are done already'), undefined], 3, false],
    ...[3, expect.stringMatching(/^\[1\/1\] .*: read\n$/)],
  ]);
  const refused = new RegExp(`^ {2}GET /zones/(?:${one}|${two})/.* was refused with status 403.*\n`, 'gm');
  expect({ ...both, stdout: both.stdout.replace(refused, '') }).toEqual({
    exitCode: 3,
    stdout: `Copied 2 of 4 zones into ${out}
Not in the copy:
  Earlier versions of rulesets, settings of zones, what accounts have, DNS, and all that the emulator does not have.
  and 3 more: copy.not_held in the file
Requests sent: 25, all of them GET
The copy is secret like a state file, and has the mode 0600. Credentials and errors of deliveries,
ownership tokens and values of headers are ${HIDDEN} in it; nothing else is hidden.
`,
    stderr: expect.stringMatching(
      /^(?:\[[12]\/2\] .*: read\n){2}none\.example: .*\. Check the name.*\nnobody\.example: The credentials see no zone with the name "nobody\.example"\.\n$/,
    ),
  });
  expect(readFileSync(out, 'utf8')).toMatch(/^zones:\n/);
  expect([both.stdout.match(refused)?.length, readCopy(out, '--on').copy.not_held.length]).toEqual([19, 23]);
});

test('a zone is read by itself where a list does not say its plan', async () => {
  const { id = '', name = '' } = production()[2] ?? {};
  const body = { success: true, errors: [], messages: [], result: [{ id, name }] };
  const effect = { kind: 'answer', status: 200, body } as const;
  service.emulator.control.faults.put([{ match: { operation: 'zones.list' }, effect }]);
  const out = join(folder, 'made', 'listed.yaml');
  expect(await runHere(['copy', name, '--out', out], service.env)).toMatchObject({ exitCode: 0 });
  service.emulator.control.faults.clear();
  expect(readCopy(out, '--on').zones).toMatchObject([{ id, plan: 'business' }]);
});

/** A copy, but for its time and its token. */
function contentOf(file: string): unknown {
  const { copy, credentials: _, ...seed } = readCopy(file, '--on');
  return JSON.parse(JSON.stringify({ copy, seed }).replaceAll(copy.taken_at, 'its time'));
}

const TARGETS = [{ target: 'url', constraint: { operator: 'matches', value: 'https://a.example/*' } }];

test('what the emulator cannot hold is listed in the copy', async () => {
  const seed = { zones: [{ id: 'ab'.repeat(16), name: 'a.example' }] } as const;
  const send = sendTo(createEmulator({ seed }));
  const others = [
    { id: 'ef'.repeat(16), kind: 'zone', phase: 'http_ratelimit' },
    { id: 'fe'.repeat(16), kind: 'custom', phase: 'http_request_firewall_managed' },
  ];
  const answers = await readZoneAnswers('ab'.repeat(16), async (path, query) => {
    const { result, ...answer } = await send(path, query);
    return { ...answer, result: path.at(-1) === 'rulesets' ? [...(result as object[]), ...others] : result };
  });
  const list = { path: '/zones/a/rulesets', status: 200, result: others };
  expect(await readShared([list], send)).toEqual([]);
  const changed = answers.map((answer): Answer => {
    const { path, result } = answer;
    // The service has none.
    if (path.endsWith('/filters')) return { ...answer, status: 400, result: [7003] };
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
  const copy = copyDocument(changed, '2026-01-02T03:04:05.000Z');
  expect(copy.zones?.[0]?.previous_waf).not.toHaveProperty('enabled');
  const unlimited = { rate_limit: 0, logpush_jobs: 0, logpush_plans: 'all' };
  expect(copy).toMatchObject({
    options: { ...unlimited, model: 'today', uri_overrides: 'available' },
    clock: copy.copy.taken_at,
  });
  expect(copy.copy.not_held.slice(1)).toEqual([
    `GET /zones/${'ab'.repeat(16)}/settings/waf was refused with status 403: copy with a token that may read it.`,
    `/zones/${'ab'.repeat(16)}: the plan free; the copy has professional.`,
    ...others.map(
      ({ id, kind, phase }) =>
        `/zones/${'ab'.repeat(16)}/rulesets/${id}: kind ${kind} of the phase ${phase}; not in the copy.`,
    ),
    expect.stringMatching(
      /^zones\[a\.example\]\.previous_waf\.page_rules\[c.*\]\.actions\[Not Known\]: 'Not Known'/,
    ),
    // Then nothing is left of the rule.
    expect.stringMatching(/^zones\[a\.example\]\.previous_waf\.page_rules\[(cd)+\]: /),
  ]);
});

test('what one zone may not read is read in another, and whichever answers first, the copy is the same', async () => {
  const ids = ['1', '2', '3'].map((digit) => digit.repeat(32));
  const plans = ['professional', 'business', 'enterprise'] as const;
  const zones = plans.map((plan, at) => ({
    ...{ id: ids[at] ?? '', name: `z${at}.example`, plan },
    previous_waf:
      [
        { rules: { '981242': 'off' as const } },
        { groups: { '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1': 'off' as const } },
      ][at] ?? {},
  }));
  const answering = sendTo(createEmulator({ seed: { zones, options: { model: 'today' } } }));
  const managed = 'efb7b8c949ac4650a09736fc376e9aee';
  // The first zone may not read a managed ruleset nor the rules of packages, and the last one no managed ruleset.
  const send: Send = async (path, query) =>
    (path.includes(managed) && path[1] !== ids[1]) ||
    (path[1] === ids[0] && /packages\/\w+\/rules$/.test(path.join('/')))
      ? { status: 403, result: [10000], info: {} }
      : answering(path, query);
  const read = await Promise.all(ids.map((id) => readZoneAnswers(id, send)));
  const copied = async (order: readonly number[]) => {
    const [first, kept] = [new Map<string, number>(), [] as (readonly Answer[])[]];
    for (const at of order) kept[at] = (read[at] ?? []).map((answer) => keptOnce(answer, at, first));
    const own = kept.flat();
    const all = [...own, ...(await readShared(own, send))];
    return { ...copyDocument(all, '2026-01-02T03:04:05.000Z'), credentials: 'random' };
  };
  const copy = await copied([0, 1, 2]);
  for (const order of ['021', '102', '120', '201', '210'])
    expect({ order, copy: await copied([...order].map(Number)) }).toEqual({ order, copy });
  expect(copy.managed_rulesets?.map(({ id }) => id)).toContain(managed);
  expect(copy.waf_packages?.map(({ groups }) => groups?.map(({ rules = [] }) => rules.length))).toEqual([
    ...[[3, 3], [2, 2], []],
  ]);
  // Its groups say that rules of the core rule set are modified, and not which.
  expect(copy.copy.not_held.filter((line) => /\/(rulesets|packages)\//.test(line))).toEqual([
    expect.stringMatching(/1{32}.*\/c504\w+\/rules was refused/),
  ]);
});

test('a zone is not asked for what another answer says', async () => {
  const firewall_rules = [{ action: 'block' as const, expression: 'true' }];
  const zones = [
    ...[{}, {}, {}],
    { previous_waf: { rules: { '981242': 'off' as const }, firewall_rules } },
    { migration: { state: 'finished' as const } },
  ].map((zone, at) => ({
    id: `${at}`.repeat(32),
    name: `z${at}.example`,
    plan: 'enterprise' as const,
    ...zone,
  }));
  const answering = sendTo(createEmulator({ seed: { zones, options: { model: 'today' } } }));
  const REFUSED = [['packages', 'filters'], ['groups', 'overrides'], ['groups']];
  const gone = new Set<string>();
  const asked: string[][] = [];
  for (const [at, zone] of zones.entries()) {
    const paths = (asked[at] = [] as string[]);
    const send: Send = (path, query) => {
      paths.push(
        path
          .slice(2)
          .join('/')
          .replace(/packages\/(\w{4})\w+/, '$1'),
      );
      const isRefused = REFUSED[at]?.includes(path.at(-1) ?? '');
      return isRefused ? Promise.resolve({ status: 403, result: [], info: {} }) : answering(path, query);
    };
    // A list of zones has all but the first. Overrides are asked for until a zone with packages has none any more.
    await readZoneAnswers(zone.id, send, gone, at > 0 ? zone : undefined);
  }
  const begins = ['rulesets', 'logpush/jobs', 'waf_migration/status'];
  const previous = ['waf_migration/config', 'settings/waf', 'firewall/waf/packages'];
  const groups = ['1e33', 'c504', '59b0'].map((pack) => `firewall/waf/${pack}/groups`);
  const overrides = 'firewall/waf/overrides';
  expect(asked).toEqual([
    ['', ...begins, ...previous, overrides, 'filters', 'firewall/rules', 'pagerules'],
    ...Array<string[]>(2).fill([
      ...[...begins, ...previous, ...groups.flatMap((each) => [each, each.replace('groups', 'rules')])],
      ...[overrides, 'filters', 'pagerules'],
    ]),
    [
      ...[...begins, ...previous, ...groups.toSpliced(2, 0, 'firewall/waf/c504/rules')],
      ...['filters', 'firewall/rules', 'pagerules'],
    ],
    [...begins, 'filters', 'pagerules'],
  ]);
});

type Told = (page: number, pages: number) => JsonObject;

test.each<readonly [string, string, Told, readonly number[]]>([
  ['numbered pages, and how many', 'filters', (_, total_pages) => ({ total_pages }), [1, 1, 1, 2, 3]],
  ['numbered pages', 'filters', () => ({}), [1, 1, 2, 2, 3]],
  [
    'where the next page begins',
    'rulesets',
    (page, pages) => ({ cursors: { after: page < pages ? `${page}` : '' } }),
    [1, 2, 2, 3, 5],
  ],
  ['no pages', 'logpush/jobs', () => ({}), [1, 1, 1, 1, 1]],
])('a list is read whole of a service that says %s', async (_what, list, told, requests) => {
  const read = [0, 99, 100, 101, 250].map(async (count) => {
    const all = Array.from({ length: count }, (_, id) => ({ id }));
    let sent = 0;
    const { status, result } = await readAnswer(`/zones/a/${list}`, async (_path, query) => {
      sent += 1;
      const size = Number(query['per_page'] ?? count);
      const page = Number(query['page'] ?? Number(query['cursor'] ?? 0) + 1);
      const items = all.slice((page - 1) * size, page * size);
      return { status: 200, result: items, info: told(page, Math.ceil(count / size)) };
    });
    expect([status, result]).toEqual([200, all]);
    return sent;
  });
  expect(await Promise.all(read)).toEqual(requests);
});

/** The states of a copy by the words of the service. */
const STATES = {
  ...{ default: 'start', start: 'start', validation: 'validation', pending: 'finishing' },
  ...{ complete: 'finished', finished: 'finished', paused: 'start' },
};
const COPIED = '2026-01-02T03:04:05.000Z';

test.each([200, 404, 405, 410])(
  'the state of a migration is that of the status, or of the check: %d',
  (status) => {
    const path = `/zones/${'ab'.repeat(16)}`;
    const zone = { id: 'ab'.repeat(16), name: 'a.example', plan: { legacy_id: 'enterprise' } };
    const generated = { name: 'a', rules: [] };
    const copied = (said: object): unknown => {
      const [answer, check] = status === 200 ? [said, { migration_state: 'complete' }] : [[7003], said];
      const answers = [
        { path, status: 200, result: zone },
        { path: `${path}/waf_migration/status`, status, result: answer },
        { path: `${path}/waf_migration/check`, status: 200, result: check },
        { path: `${path}/firewall/waf/overrides`, status: 200, result: [uriOverride('1')] },
        { path: `${path}/waf_migration/config`, status: 200, result: { ...generated, x_new: 1 } },
      ];
      const { zones, copy } = copyDocument(answers, COPIED);
      expect(zones?.[0]?.previous_waf?.uri_overrides).toEqual([uriOverride('1')]);
      return [zones?.[0]?.migration, copy.not_held.slice(1).map((line) => line.replace(/^\S+: /, ''))];
    };
    const expected = (word: string, state: string): unknown => {
      const ofStatus = word === 'paused' ? ['the state paused; the copy has start.'] : [];
      const notHeld =
        status === 200 ? ofStatus : [expect.stringMatching('has that of the check, or finished')];
      return [state === 'start' ? { state, generated } : { state, since: COPIED, generated }, notHeld];
    };
    for (const [migration_state, state] of Object.entries(STATES))
      expect(copied({ migration_state })).toEqual(expected(migration_state, state));
    if (status !== 200) expect(copied({})).toEqual(expected('', 'finished'));
  },
);

test.each([
  ['no file', undefined, 'does not exist'],
  ['another document', 'zones: []\n', 'it has no member copy'],
  ['a copy of an earlier format', 'copy: { format: "1" }\n', 'its format is "1"'],
  ['a copy of no time', 'copy: { format: "2", taken_at: soon }\n', 'its taken_at is no time'],
  [
    'a copy that no emulator can have',
    'zones: [{}]\ncopy: { format: "2", taken_at: "2026-01-02" }\n',
    'The seed cannot be used',
  ],
  ['no YAML', 'copy: [\n', 'Flow sequence'],
])('a copy that is %s is refused', (what, text, seen) => {
  const file = join(folder, `${what}.yaml`);
  if (text !== undefined) writeFileSync(file, text);
  const problem = {
    ...{ message: `the copy cannot be read: ${file}`, seen: [expect.stringContaining(seen)] as unknown },
    hints: expect.arrayContaining([expect.stringContaining('--on')]) as unknown,
  };
  expect(() => readCopy(file, '--on')).toThrow(
    expect.objectContaining({ exitCode: 1, problem: expect.objectContaining(problem) as unknown }),
  );
});

test.each([
  [
    'a copy of no zone leaves the earlier one as it is',
    'none.example',
    '{"copy":{"format":"2"}}',
    '32 lower-case hexadecimal digits.\nNo zone could be read: ',
  ],
  ['so does a copy of an id of no zone', 'f'.repeat(32), '{"copy":{"format":"2"}}', 'is not written'],
  ['a file that is not a copy is not overwritten', '--all', 'mine: true\n', 'would be overwritten'],
  ['nothing is kept of a copy that has read nothing', '--all', '{"copy":{"format":"2"}}', 'the credentials'],
])('%s', async (title, zones, text, says) => {
  const file = join(folder, title);
  writeFileSync(file, text);
  const env = title.startsWith('nothing') ? { ZONEWRIGHT_API_TOKEN: 'x'.repeat(40) } : {};
  const { exitCode, stderr } = await runHere(['copy', zones, '--out', file], { ...service.env, ...env });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(says) });
  expect(stderr).not.toContain('.progress');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('what is not a known secret member stays as it is', () => {
  const open = {
    expression: 'http.request.headers["x-origin-verify"][0] ne "secret" and http.cookie contains "secret"',
    ...{ url: 'https://a.example/?token=secret', description: 'ask person@people.example' },
    ...{ ownership_challenge: '', last_error: '2026-01-01T00:00:00Z' },
  };
  expect(withoutSecrets(open)).toEqual(open);
  const secret = { error_message: ['a'], ownership_challenge: 'a' };
  expect(withoutSecrets([secret])).toEqual([{ error_message: [HIDDEN], ownership_challenge: HIDDEN }]);
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
  // The service leaves out rules where there are none.
  const ruleset = { id: 'ef'.repeat(16), kind: 'zone', phase: 'http_request_firewall_managed', version: '1' };
  const copy = copyDocument(
    [
      {
        path: zone,
        status: 200,
        result: {
          ...{ id: 'ab'.repeat(16), name: 'a.example', plan: { legacy_id: 'pro' } },
          ...{ status: 'frozen', paused: 'no' },
          account: { id: 'ac'.repeat(16), name: 'Main' },
        },
      },
      { path: `${zone}/logpush/jobs`, status: 200, result: jobs },
      { path: `${zone}/rulesets`, status: 200, result: [ruleset] },
      { path: `${zone}/rulesets/${ruleset.id}`, status: 200, result: ruleset },
    ],
    '2026-01-02T03:04:05.000Z',
  );
  expect(copy.zones?.[0]?.logpush?.jobs?.map(({ id }) => id)).toEqual([2, 3]);
  expect(copy.zones?.[0]?.rulesets).toMatchObject([{ id: ruleset.id, rules: [] }]);
  expect(copy.copy.not_held.slice(1).map((line) => line.split(':')[0])).toEqual([
    'zones[].logpush.jobs[].unheard_of',
    'zones[a.example].logpush.jobs[4]',
    'zones[a.example].logpush.jobs[1]',
    ...['zones[a.example].paused', 'zones[a.example].status'],
  ]);
});
