import child from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedDocument } from '../../emulator';
import { APPROVAL_MEMBERS, readApprovalRows } from '../../schema';
import { bypass, migratingZone, uriOverride, zoneIdOf } from '../e2e/migrating-zones';
import { runHere } from '../cli/built-command';
import { service, useService } from '../e2e/one-service';
import { rowsIn, runApprove, runSurvey, surveyIn, useFolder } from './running';

const CROWD = Array.from({ length: 201 }, (_, index) =>
  bypass('0', { id: index.toString(16).padStart(32, '0'), expression: `ip.src eq 192.0.2.${index}` }),
);

const SEED: SeedDocument = {
  zones: [
    migratingZone('losing'),
    migratingZone('clean', { previous: { groups: {}, rules: {}, page_rules: [] } }),
    migratingZone('small', { plan: 'professional' }),
    migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('crowded', { previous: { firewall_rules: CROWD } }),
    migratingZone('validating', { state: 'validation' }),
    migratingZone('finished', { state: 'finished' }),
  ],
};

const named = (name: string): string => `${name}.example`;
const BEGIN = ['overridden', 'losing', 'crowded', 'clean'].map(named);
const FINISH = ['validating', 'small', 'finished'].map(named);

const at = useFolder();
useService({ seed: SEED, settings: { rateLimit: 0 } });

const stepsIn = (file: string) =>
  readApprovalRows(readFileSync(file, 'utf8'), file).map(({ name, step }) => [name, step]);

/** What is shown of what is approved: survey.test.ts. */
describe('without --for', () => {
  const file = at('all.json');
  beforeAll(async () => {
    service.emulator.control.clearJournal();
    const finishes = await runApprove(service, { file, ticket: 'CHG-7' }, FINISH);
    const begins = await runApprove(service, { file, ticket: 'CHG-7' }, BEGIN);
    expect([finishes.exitCode, begins.exitCode]).toEqual([0, 3]);
  });

  test('each zone gets a row of its next step, sorted by name; validation before the end', () => {
    expect(stepsIn(file)).toEqual([
      [named('clean'), 'validation'],
      [named('losing'), 'validation'],
      [named('overridden'), 'validation'],
      [named('small'), 'finished'],
      [named('validating'), 'finished'],
    ]);
    const [row] = rowsIn(file);
    expect(Object.keys(row ?? {})).toEqual(APPROVAL_MEMBERS);
    expect(row).toMatchObject({ zone: zoneIdOf('clean'), by: 'Ada', ticket: 'CHG-7' });
    expect(row?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('nothing is written at the service, and a finished zone is asked about once', () => {
    const journal = service.emulator.control.journal();
    expect(journal.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(journal.filter(({ path }) => path.includes(`${zoneIdOf('finished')}/`))).toHaveLength(1);
  });

  test('steps of two kinds are refused together, with a command for each', async () => {
    const mixed = at('mixed.json');
    const options = { file: mixed, ticket: 'CHG 7' };
    const line = (zones: string) => `${zones} --by Ada --ticket 'CHG 7' --file ${mixed}`;
    await expect(runApprove(service, options, [...BEGIN, ...FINISH])).rejects.toMatchObject({
      exitCode: 2,
      problem: {
        seen: ['finish for good: 2 zones', 'begin validation: 3 zones'],
        hints: [
          `to finish for good: npx zonewright migration approve ${line('validating.example small.example')}`,
          `to begin validation: npx zonewright migration approve ${line('overridden.example losing.example clean.example')}`,
        ],
      },
    });
    expect(() => readFileSync(mixed)).toThrow('ENOENT');
    const all = ['clean', 'overridden', 'small'].map(named);
    await runApprove(service, { ...options, for: 'finished' }, all);
    expect(stepsIn(mixed)).toEqual(all.map((name) => [name, 'finished']));
  });

  test('again, nothing is written, not even who and when; a ticket that is named is', async () => {
    const text = readFileSync(file, 'utf8');
    const run = await runApprove(service, { file, by: 'Eve' }, [named('clean'), named('finished')]);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.out).toContain(`Nothing was approved; ${file} is as it was.`);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const added = await runApprove(service, { file, ticket: 'OPS-18' }, [named('clean'), named('finished')]);
    expect(added.out).not.toContain('its row is');
    const tickets = rowsIn(file).flatMap(({ name, ticket }) => (ticket === 'OPS-18' ? [name] : []));
    expect(tickets).toEqual(['clean.example']);
  });
});

describe('--for', () => {
  test('finished: also where validation is possible; the row goes back only if that is said', async () => {
    const file = at('finished.json');
    await runApprove(service, { file, for: 'finished' }, [named('clean')]);
    expect(stepsIn(file)).toEqual([[named('clean'), 'finished']]);
    const out = at('finished-survey.json');
    const survey = await runSurvey(service, { out, file }, [named('clean')]);
    expect(survey.out).not.toContain('stale');
    expect(surveyIn(out).zones).toMatchObject([{ approval: { status: 'approved', step: 'finished' } }]);
    for (const [step, becomes] of [
      [undefined, 'kept: it approves finished. --for validation replaces it'],
      ['validation', 'replaced: it approves finished'],
    ]) {
      const out = expect.stringContaining(`clean.example: its row is ${becomes}.`) as string;
      expect(await runApprove(service, { file, for: step }, [named('clean')])).toMatchObject({
        exitCode: 0,
        out,
      });
      expect(stepsIn(file)).toEqual([[named('clean'), step ?? 'finished']]);
    }
  });

  test.each([
    ['a zone whose plan has none', 'small', 3, 'only Enterprise zones can'],
    ['a zone that validates already', 'validating', 0, 'Nothing was approved'],
  ])('validation of %s makes no row', async (_what, name, exitCode, words) => {
    const file = at('none.json');
    const run = await runApprove(service, { file, for: 'validation' }, [named(name)]);
    expect(run.exitCode).toBe(exitCode);
    expect(run.out).toContain(words);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });
});

test('a zone that cannot be read is not approved, and the others are', async () => {
  const match = { pathPrefix: `/client/v4/zones/${zoneIdOf('clean')}/waf_migration` };
  service.emulator.control.faults.put([{ match, effect: { kind: 'answer', status: 403 } }]);
  const run = await runApprove(service, { file: at('unread.json') }, ['clean', 'losing'].map(named));
  service.emulator.control.faults.clear();
  expect([run.exitCode, stepsIn(at('unread.json'))]).toEqual([3, [[named('losing'), 'validation']]]);
});

test('a row of which the rules alone differ is kept, unless its step is named', async () => {
  const file = at('adjusted.json');
  await runApprove(service, { file }, [named('clean')]);
  const [row] = rowsIn(file);
  const adjusted = row?.approved_digest.replace(/\/\w{32}\/none/, `/${'a'.repeat(32)}/none`);
  writeFileSync(file, JSON.stringify([{ ...row, approved_digest: adjusted }]));
  const out = expect.stringContaining('clean.example: its row is kept: its rules differ: ') as string;
  expect(await runApprove(service, { file }, [named('clean')])).toMatchObject({ exitCode: 3, out });
  expect(rowsIn(file)[0]?.approved_digest).toBe(adjusted);
  await runApprove(service, { file, for: 'validation' }, [named('clean')]);
  expect(rowsIn(file)[0]?.approved_digest).toBe(row?.approved_digest);
});

test('rows of other zones stay as they are, and a row gives way to a further step', async () => {
  const file = at('others.json');
  await runApprove(service, { file }, [named('clean')]);
  const [row] = rowsIn(file);
  const other = { approved_digest: String(row?.approved_digest).replace(zoneIdOf('clean'), 'f'.repeat(32)) };
  const short = { ...other, zone: 'f'.repeat(32) };
  writeFileSync(file, JSON.stringify([short, row]));
  await runApprove(service, { file, for: 'finished', by: 'Eve' }, [named('clean')]);
  expect(readFileSync(file, 'utf8')).toMatch(/\n\]\n$/);
  const [first, second, ...more] = rowsIn(file);
  expect(JSON.stringify(first)).toBe(JSON.stringify(short));
  expect(second).toMatchObject({ zone: zoneIdOf('clean'), by: 'Eve' });
  // The word alone approves no other step.
  expect(second?.approved_digest).toMatch(/^v1\/finished\//);
  expect(second?.approved_digest).not.toBe(row?.approved_digest.replace('validation', 'finished'));
  expect(more).toEqual([]);
});

describe('before any request', () => {
  const good = `v1/finished/${'a'.repeat(32)}/none/none/none`;
  const row = (more: object) => ({ zone: 'a'.repeat(32), approved_digest: good, ...more });
  test.each<readonly [string, string, string]>([
    ['an unknown member', JSON.stringify([row({ wave: '1' })], null, 1), ':2: unknown member "wave"'],
    ['no JSON', '{', 'is no JSON'],
  ])('a file with %s is refused with its place', async (_what, text, place) => {
    const file = at('wrong.json');
    writeFileSync(file, text);
    service.emulator.control.clearJournal();
    const seen = [expect.stringContaining(`${file}${place.startsWith(':') ? '' : ' '}${place}`)];
    await expect(runApprove(service, { file }, [named('clean')])).rejects.toMatchObject({
      exitCode: 2,
      problem: { seen },
    });
    const survey = runSurvey(service, { out: at('wrong-survey.json'), file, all: true });
    await expect(survey).rejects.toMatchObject({ problem: { seen: [expect.stringContaining(file)] } });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(service.emulator.control.journal()).toEqual([]);
  });

  test.each([
    ['start', '--for start', 'give --for one of validation or finished, or leave it out'],
    ['validation', '--validated-for with --for validation', 'leave one of them out'],
  ])('all that is missing is said at once, with --for %s', async (step, wrong, hint) => {
    mkdirSync(at('folder'), { recursive: true });
    const options = { file: at('folder'), for: step, by: ' ', validatedFor: 24 };
    const refused = runApprove({ env: { ZONEWRIGHT_BASE_URL: 'x' } }, options, []);
    const unread = expect.stringContaining(`the approvals cannot be read: ${at('folder')}`) as string;
    const hints = [
      'name zones, or their ids',
      hint,
      'set user.name in git, or give --by <name>',
      expect.any(String),
    ];
    const seen = ['no zone', wrong, 'nobody who approves', unread];
    await expect(refused).rejects.toMatchObject({ exitCode: 2, problem: { seen, hints } });
  });
});

test.each([
  ['name = Ada Doe\nemail = ada@example.com', 'Ada Doe <ada@example.com>'],
  ['name = Ada Doe', 'Ada Doe'],
  ['email = ada@example.com', '<ada@example.com>'],
  ['', undefined],
])('the author is that of git, and the file approvals.json where the command runs: %j', async (user, by) => {
  const [before, folder] = [process.cwd(), mkdtempSync(at('repository-'))];
  writeFileSync(join(folder, 'gitconfig'), `[user]\n${user}\n`);
  process.chdir(folder);
  const { spawnSync } = child;
  const env = { ...process.env, GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'), GIT_CONFIG_NOSYSTEM: '1' };
  jest
    .spyOn(child, 'spawnSync')
    .mockImplementation(((...args: Parameters<typeof spawnSync>) =>
      spawnSync(args[0], args[1], { ...args[2], env })) as typeof spawnSync);
  const run = await runHere(['migration', 'approve', named('clean')], service.env);
  jest.restoreAllMocks();
  process.chdir(before);
  if (by === undefined) expect(run.stderr).toMatch(/ seen: {4}nobody who approves\n.*set user\.name in git/);
  else
    expect(rowsIn(join(folder, 'approvals.json'))).toMatchObject([{ name: named('clean'), by, ticket: '' }]);
  expect(run).toMatchObject({ exitCode: by === undefined ? 2 : 0 });
});
