import { readFileSync, writeFileSync } from 'node:fs';
import { lackOfSoak, parseSoak } from '../../cli/migration/soak';
import type { SurveyedZone } from '../../cli/migration/survey';
import type { CommandFailure } from '../../cli/terminal/failure';
import { migratingZone, zoneIdOf } from '../e2e/migrating-zones';
import { service, useService } from '../e2e/one-service';
import { rowsIn, runApprove, runSurvey, surveyIn, useFolder } from './running';

const NOT_SHOWN = expect.stringContaining('because approved_digest is not of what is shown') as string;

/** What approve takes from a survey, and from the service only what is not in it. */

const at = useFolder();
const SURVEYED = ['clean.example', 'small.example', 'validating.example'];
useService({
  seed: {
    zones: [
      migratingZone('clean'),
      migratingZone('small', { plan: 'professional' }),
      migratingZone('validating', { state: 'validation' }),
      migratingZone('later'),
    ],
  },
  settings: { rateLimit: 0 },
});

const survey = at('survey.json');
const file = at('approvals.json');
beforeAll(() => runSurvey(service, { out: survey, file }, SURVEYED));
beforeEach(() => {
  writeFileSync(file, '[]');
  service.emulator.control.clearJournal();
});

/** The survey with one zone as it is not. */
function edited(name: string, change: (zone: SurveyedZone) => object): string {
  const { zones, ...rest } = surveyIn(survey);
  const changed = zones.map((zone) => (zone.name === name ? { ...zone, ...change(zone) } : zone));
  writeFileSync(at('edited.json'), JSON.stringify({ ...rest, zones: changed }));
  return at('edited.json');
}

test('approves what the survey shows, without a request and without credentials', async () => {
  const run = await runApprove({ env: {} }, { file, survey }, ['CLEAN.example', zoneIdOf('clean')]);
  expect(run).toMatchObject({ exitCode: 0, err: 'Requests sent: 0\n' });
  expect(run.out).toContain(
    `What ${survey} shows of ${surveyIn(survey).service} was read less than an hour ago.`,
  );
  const shown = surveyIn(survey).zones.find(({ name }) => name === 'clean.example');
  expect(rowsIn(file).map((row) => row.approved_digest)).toEqual([shown?.approved_digest]);
  expect(service.emulator.control.journal()).toEqual([]);
});

test.each([
  [25, '1 day ago: plan and apply refuse what has changed since.'],
  [23, '23 hours ago.'],
])('says that a survey is old, if any zone of it was read %d hours ago', async (hours, says) => {
  const read_at = new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
  const old = edited('small.example', () => ({ read_at }));
  const run = await runApprove({ env: {} }, { file, survey: old, for: 'finished' }, SURVEYED.slice(1));
  expect(run.out).toContain(` was read ${says}\n`);
});

test.each([
  ['a zone that is not in it', 'later.example', undefined, ''],
  ['another step', 'clean.example', 'finished', ' for finished'],
  ['a zone that could not be read', 'small.example', undefined, ''],
])('reads %s now, and says so', async (_what, zone, step, why) => {
  const unread = edited('small.example', () => ({ state: 'unreadable', step: null, approved_digest: null }));
  const run = await runApprove(service, { file, survey: unread, for: step }, [zone]);
  const journal = service.emulator.control.journal();
  const said = [
    `as ${unread} has nothing new of them${why}: ${zone}\n`,
    `\nRequests sent: ${journal.length}\n`,
  ];
  expect([run.exitCode, ...said.filter((each) => !run.err.includes(each))]).toEqual([0]);
  const asked = journal.filter(({ zoneId }) => zoneId !== null);
  expect(new Set(asked.map(({ zoneId }) => zoneId))).toEqual(new Set([zoneIdOf(zone.split('.')[0] ?? '')]));
  const unable = runApprove({ env: {} }, { file, survey: unread, for: step }, [zone]);
  const seen = [expect.stringContaining('the service cannot be used'), `not in ${unread}: ${zone}`];
  await expect(unable).rejects.toMatchObject({ exitCode: 2, problem: { seen } });
});

test.each(['retired', 'gone', 'finishing', 'finished'])(
  'a zone that is %s needs no approval',
  async (state) => {
    const ended = edited('clean.example', () => ({ state, step: null, approved_digest: null }));
    const run = runApprove({ env: {} }, { file, survey: ended, for: 'finished' }, ['clean.example']);
    expect(await run).toMatchObject({ exitCode: 0, out: expect.stringContaining('Nothing was approved; ') });
  },
);

test('reads a zone again whose row approves what the survey shows: it may have changed since', async () => {
  await runApprove(service, { file, survey }, ['clean.example']);
  const again = await runApprove(service, { file, survey }, ['clean.example']);
  expect(again.err).toContain(`Read now, as ${survey} has nothing new of them: clean.example\n`);
  const unable = await runApprove({ env: {} }, { file, survey }, ['clean.example']);
  const said =
    / Nothing was approved; [^]* less than an hour ago: to see what is ahead now, survey again\.\n/;
  expect(unable).toMatchObject({ exitCode: 0, out: expect.stringMatching(said) });
});

test('does not guess which of two zones with a name is meant', async () => {
  const twins = edited('small.example', () => ({ name: 'clean.example' }));
  const run = await runApprove({ env: {} }, { file, survey: twins }, ['clean.example']);
  expect(run).toMatchObject({ exitCode: 3 });
  expect(run.out).toContain('2 zones have the name');
});

test.each<readonly [string, (text: string) => string | undefined, string]>([
  ['that does not exist', () => undefined, 'does not exist'],
  ['that is no JSON', () => '{', 'is no JSON'],
  ['of another format', (text) => text.replace('"1.0"', '"2.0"'), "/format_version: '2.0'"],
  [
    'that lacks members',
    (text) => text.replaceAll('"plan":', '"x_plan":'),
    '/zones/2/plan: plan is required',
  ],
  ['of a wrong type', (text) => text.replace(/"rules": \[/, '"rules": 1, "x_rules": ['), '/zones/0/rules: '],
  ['with a wrong time', (text) => text.replace(/("read_at": ")\d+/, '$1soon'), '/zones/0/read_at: '],
  ['with a zone twice', (text) => text.replace(zoneIdOf('small'), zoneIdOf('clean')), '/zones/'],
  ['of elsewhere', (text) => text.replace('http://127.0.0.1', 'https://a.example'), 'it is of https://a'],
])('refuses a survey %s before any request', async (_what, change, place) => {
  const wrong = at(`wrong-${place.length}.json`);
  const text = change(readFileSync(survey, 'utf8'));
  if (text !== undefined) writeFileSync(wrong, text);
  const refused = runApprove(service, { file, survey: wrong }, ['clean.example']);
  const seen = [expect.stringContaining(place)];
  await expect(refused).rejects.toMatchObject({ exitCode: 2, problem: { seen } });
  expect(service.emulator.control.journal()).toEqual([]);
  expect(rowsIn(file)).toEqual([]);
});

const [SOME, MORE] = ['d'.repeat(32), 'e'.repeat(32)] as const;
const LOSS = { kind: 'page_rule_waf_off', id: SOME, description: 'x' };

/** What each part of a digest can be, and what is then shown in place of that of the first digest. */
const PARTS: readonly (readonly [string, Readonly<Record<string, object>>])[] = [
  ['step', { validation: { step: 'validation' }, finished: { step: 'finished' } }],
  ['zone', { [zoneIdOf('clean')]: {}, [SOME]: { id: SOME } }],
  ['rules', { [SOME]: {}, none: { rules: null }, [`${SOME}+${MORE}`]: { replaced_rules: ['x'] } }],
  [
    'losses',
    {
      [SOME]: {},
      none: { not_carried_over: [] },
      unknown: { losses_unknown_because: 'x' },
      '-': { not_carried_over: null },
    },
  ],
  [
    'overrides',
    {
      none: {},
      [SOME]: { deleted_uri_overrides: ['x'] },
      [`${SOME},${MORE}`]: { deleted_uri_overrides: ['x', 'y'] },
    },
  ],
];

test.each(PARTS)('a survey whose digest has other %s than it shows is refused', async (part, all) => {
  const first = PARTS.map(([, digests]) => Object.keys(digests)[0]);
  for (const digest of Object.keys(all))
    for (const [of, shown] of Object.entries(all)) {
      writeFileSync(file, '[]');
      const parts = PARTS.map(([name], at) => (name === part ? digest : first[at]));
      const zone = { plan: null, step: 'validation', rules: ['x'], not_carried_over: [LOSS], ...shown };
      const as = edited('clean.example', () => ({ ...zone, approved_digest: ['v1', ...parts].join('/') }));
      const run = runApprove({ env: {} }, { file, survey: as }, ['clean.example']);
      const end = await run.then(
        ({ exitCode }) => exitCode,
        ({ problem }: CommandFailure) => problem.seen,
      );
      expect([digest, shown, end]).toEqual([digest, shown, of === digest && of !== '-' ? 0 : [NOT_SHOWN]]);
    }
});

describe('how long a zone has validated', () => {
  test('is since when its entry point was saved', () => {
    const since = Object.fromEntries(surveyIn(survey).zones.map((zone) => [zone.name, zone.rules_saved_at]));
    expect(since).toEqual({
      ...{ 'clean.example': null, 'small.example': null },
      'validating.example': '2025-01-01T00:00:00.000Z',
    });
  });

  const read_at = '2027-02-04T12:00:00Z';
  const soaking = { state: 'validation', rules: [], replaced_rules: [], read_at } as const;
  const saved = (time: string) => ({ rules_saved_at: `2027-${time}:00.000Z` });
  test.each<readonly [string, Partial<SurveyedZone>, string | undefined]>([
    ['is enough', saved('02-01T12:00'), undefined],
    ['lacks days of days', saved('02-03T12:00'), 'validates these rules for 1 day: 2 days left'],
    ['lacks hours', saved('02-01T12:30'), 'validates these rules for 2 days: 1 hour left'],
    ['lacks days', saved('02-04T11:30'), 'validates these rules for less than an hour: 3 days left'],
    ['is not known', { rules_saved_at: null }, 'validates these rules; the service does not say since when'],
    [
      'is of other rules',
      { ...saved('01-01T00:00'), replaced_rules: ['x'] },
      'validates other rules for 34 days',
    ],
    ['is none in another state', { state: 'start' }, 'is not in validation'],
    ['is none of unknown rules', { rules: null }, 'its rules are known only without the overrides'],
  ])('%s', (_name, more, lack) => {
    expect(lackOfSoak({ ...soaking, ...more } as SurveyedZone, 72)).toBe(lack);
  });

  test('holds back those that have not for as long as is asked for', async () => {
    const soaked = edited('validating.example', ({ approved_digest: digest }) => ({
      replaced_rules: [],
      approved_digest: digest?.replace(/\+\w+/, '') ?? null,
      ...{ rules_saved_at: '2027-01-30T01:00:00.000Z', read_at: '2027-01-31T07:00:00.000Z' },
    }));
    const run = await runApprove({ env: {} }, { file, survey: soaked, validatedFor: 48 }, SURVEYED);
    expect(run).toMatchObject({ exitCode: 3 });
    expect(rowsIn(file)).toEqual([]);
    expect(run.out).toContain('Not approved, as they have not validated for so long: 3 zones.');
    expect(run.out).toContain(
      'Not approved: finish for good, losing settings (Enterprise, in validation): validating.example',
    );
    expect(run.out).toContain('  validates these rules for 1 day: 18 hours left');
    expect(run.out).toContain('  is not in validation');
    // What is approved is not held back any more, unless its row is of other losses.
    for (const validatedFor of [30, 48]) {
      const more = await runApprove({ env: {} }, { file, survey: soaked, validatedFor }, SURVEYED);
      const out = expect.stringContaining('\nApproved: finish for good, losing settings') as string;
      expect(more).toMatchObject({ exitCode: 3, out });
      expect(rowsIn(file)).toMatchObject([{ name: 'validating.example' }]);
    }
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\w{32}(?=\/none")/, 'a'.repeat(32)));
    const { out } = await runApprove({ env: {} }, { file, survey: soaked, validatedFor: 48 }, SURVEYED);
    expect(out).toMatch(/\nNot approved: finish .*\n.*: 18 hours left\n +it loses other settings now\n/);
  });

  test('is a whole number of days or hours', () => {
    expect(['3d', '36h', '1h', '12345h'].map(parseSoak)).toEqual([72, 36, 1, 12_345]);
    for (const text of ['', '3', 'd', '0d', '-1d', '1.5d', '3 d', '3D', '3w', '3d4h', '03d'])
      expect(() => parseSoak(text)).toThrow('such as 3d or 36h');
  });
});
