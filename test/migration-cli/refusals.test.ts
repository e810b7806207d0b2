import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { approving, finished, NOW, unreadable } from './approving';
import { runApprove, runSurvey, useFolder } from './running';
import { idOf, surveyOf, zone } from './surveyed-zones';

const at = useFolder();

/** A service that nobody asks. */
const NOBODY = { ZONEWRIGHT_BASE_URL: 'http://127.0.0.1:1/client/v4', ZONEWRIGHT_API_TOKEN: 'x'.repeat(40) };

describe('a warning', () => {
  test('names the zones of the wave before that are not finished', async () => {
    const { approve, surveys } = approving({ a: '1', b: '1', c: '2' }, zone('a'), zone('b'), zone('c'));
    await approve('1');
    surveys(zone('a', finished), zone('b'), zone('c'));
    const { exitCode, err } = await approve('2');
    expect(exitCode).toBe(0);
    expect(err).toContain('1 of 2 zones of the wave before, 1, are not finished: b.');
    surveys(zone('a', finished), zone('b', finished), zone('c'));
    expect(await approve('2')).toMatchObject({ err: '' });
  });

  test.each([
    ['2027-02-01T06:59:00Z', ''],
    ['2027-02-01T07:30:00Z', 'is 24 hours old'],
    ['2027-02-03T08:00:00Z', 'is 3 days old'],
  ])('tells the age of the survey: at %s %j', async (now, expected) => {
    const { approve } = approving({ a: '1' }, zone('a'));
    const { err } = await approve('1', {}, new Date(now));
    expect(err).toContain(expected);
    expect(err === '').toBe(expected === '');
  });
});

test('no warning speaks of zones of the wave before that the survey does not have, or could not read', async () => {
  const { approve, surveys } = approving({ a: '1', b: '1', c: '2' }, zone('a'), zone('b'), zone('c'));
  await approve('1');
  surveys(zone('b', unreadable), zone('c'));
  expect(await approve('2')).toMatchObject({ exitCode: 0, err: '' });
});

describe('the approver', () => {
  const identity = (config: string): NodeJS.ProcessEnv => {
    const file = at('gitconfig');
    writeFileSync(file, config);
    return {
      PATH: process.env['PATH'],
      HOME: '/nowhere',
      GIT_CONFIG_GLOBAL: file,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_DIR: '/nowhere',
    };
  };
  const approve = (config: string) => {
    const { files, entries } = approving({ a: '1' }, zone('a'));
    const { by: _by, ...rest } = { ...files, wave: '1', by: undefined };
    return { run: runApprove({ ...rest, by: undefined as never }, identity(config), NOW), entries };
  };

  test('is whom git knows', async () => {
    const { run, entries } = approve('[user]\n  name = Grace\n  email = grace@example.com\n');
    await run;
    expect(entries()).toMatchObject([{ by: 'Grace <grace@example.com>' }]);
  });

  test('has to be named if git knows nobody', async () => {
    await expect(approve('').run).rejects.toMatchObject({ exitCode: 2, problem: { code: 'approver' } });
  });
});

describe('an approval is refused with', () => {
  const survey = (change: object) => JSON.stringify({ ...surveyOf([zone('a')]), ...change });
  const usage = (code: string, more: object = {}): object => ({ exitCode: 2, problem: { code, ...more } });
  const broken = (code: string, seen?: string): object => ({
    exitCode: 1,
    problem: { code, ...(seen === undefined ? {} : { seen: [seen] }) },
  });
  const wave = { allowed: ['one: 2 zones'], hints: ['did you mean --wave one?'] };
  const takeIn = { allowed: ['--take-in ZONE, with a zone of the wave'] };
  const both = { message: 'a is both left out and taken in' };
  /** A survey with another zone. */
  const of = (change: object): object => ({ survey: survey({ zones: [zone('a', change)] }) });
  const members = [
    ...['id', 'name', 'result', 'state', 'can_validate', 'rules'],
    ...['digest', 'not_carried_over', 'problems', 'read_at'],
  ];

  test.each<readonly [string, object, object]>([
    ['an unknown wave', { wave: 'on' }, usage('wave', wave)],
    ['a zone to leave out that is not in the wave', { leaveOut: ['x=y'] }, usage('leave_out')],
    ['a zone to take in that is not in the wave', { takeIn: ['x'] }, usage('take_in', takeIn)],
    ['a zone to leave out and to take in', { leaveOut: ['a=x'], takeIn: ['a'] }, usage('take_in', both)],
    ['no reason to leave a zone out', { leaveOut: ['a'] }, usage('leave_out')],
    ['an empty reason', { leaveOut: ['a= '] }, usage('leave_out')],
    ['a zone that is left out twice', { leaveOut: ['a=x', `${idOf('a')}=y`] }, usage('leave_out')],
    ['a reason of two lines', { leaveOut: ['a=x\ny'] }, usage('text')],
    ['an empty ticket', { ticket: ' ' }, usage('text', { message: '--ticket is empty' })],
    ['an approver with control characters', { by: 'A\u001b[31m' }, usage('text')],
    ['no rule of waves', { wavesByLabel: undefined }, usage('waves')],
    ['zones without the label', { wavesByLabel: 'team' }, broken('waves')],
    ['a wave that the order does not name', { order: ['two'] }, broken('waves')],
    ['a survey that is not there', { survey: '/nowhere.json' }, broken('survey')],
    ['an inventory that is not there', { inventory: '/nowhere.csv' }, broken('inventory')],
    ['approvals in a folder that is not there', { approvals: '/nowhere/approvals.json' }, broken('output')],
  ])('%s', (_name, options, expected) => refused(options, {}, expected));

  test.each<readonly [string, object, object]>([
    ['a survey that is not JSON', { survey: 'id,name\n' }, broken('survey')],
    ['a list in the place of a survey', { survey: '[]' }, broken('survey')],
    [
      'a survey of another format',
      { survey: survey({ format_version: '2.0' }) },
      broken('survey', 'format_version is "2.0"'),
    ],
    ['a survey without zones', { survey: survey({ zones: null }) }, broken('survey')],
    ['a zone with a malformed digest', of({ digest: 'x' }), broken('survey', 'zone 1: digest is "x"')],
    ...members.map((member): readonly [string, object, object] => [
      `a zone without ${member}`,
      of({ [member]: undefined }),
      broken('survey', `zone 1: ${member} is missing`),
    ]),
    [
      'a problem of a zone without its message',
      of({ problems: [{}] }),
      broken('survey', 'zone 1: problems is [{}]'),
    ],
    [
      'a survey without its time',
      { survey: survey({ begun_at: 'today' }) },
      broken('survey', 'begun_at is "today"'),
    ],
    ['an inventory without zones', { inventory: 'id,name,wave\n' }, broken('inventory')],
    ['approvals that are not JSON', { approvals: '<<<<<<< HEAD' }, broken('approvals')],
    ['approvals of another format', { approvals: '{"format_version":"2.0"}' }, broken('approvals')],
  ])('%s', (_name, texts, expected) => refused({}, texts as Readonly<Record<string, string>>, expected));

  async function refused(
    options: object,
    texts: Readonly<Record<string, string>>,
    expected: object,
  ): Promise<void> {
    const { approve, files } = approving({ a: 'one', b: 'one' }, zone('a'), zone('b'));
    for (const [file, text] of Object.entries(texts)) writeFileSync(files[file as keyof typeof files], text);
    await expect(approve('one', options)).rejects.toMatchObject(expected);
    expect(existsSync(files.approvals) ? readFileSync(files.approvals, 'utf8') : undefined).toBe(
      texts['approvals'],
    );
  }

  test('a survey of another service than that of the environment', async () => {
    const { files } = approving({ a: '1' }, zone('a'));
    const run = (url: string) => runApprove({ ...files, wave: '1' }, { ZONEWRIGHT_BASE_URL: url }, NOW);
    await expect(run('https://other.example.com/client/v4')).rejects.toMatchObject({
      problem: { code: 'survey_of_another_service' },
    });
    expect(await run('https://api.example.com/client/v4/')).toMatchObject({ exitCode: 0 });
  });
});

describe('the survey refuses', () => {
  const [NAMED, ALL] = [['a.example'], { all: true }];
  test.each<readonly [string, object, readonly string[], object]>([
    ['no zone', {}, [], { exitCode: 2, problem: { code: 'zones' } }],
    ['zones by name and --all', ALL, NAMED, { exitCode: 2, problem: { code: 'zones' } }],
    ['an inventory and zones', { inventory: 'good' }, NAMED, { exitCode: 2, problem: { code: 'zones' } }],
    ['an inventory that is not there', { inventory: '/nowhere' }, [], { problem: { code: 'inventory' } }],
    [
      'an inventory with mistakes',
      { inventory: 'bad' },
      [],
      { problem: { code: 'inventory', seen: [expect.stringContaining('bad.csv, line 2')] } },
    ],
    ['an inventory without zones', { inventory: 'empty' }, [], { problem: { code: 'inventory' } }],
    [
      'the format inventory without shares',
      { ...ALL, format: 'inventory' },
      [],
      { exitCode: 2, problem: { code: 'format' } },
    ],
    ['to overwrite what is no survey', { ...ALL, out: 'good' }, [], { problem: { code: 'file_in_use' } }],
    [
      'a folder that cannot be made',
      { ...ALL, out: '/dev/null/s.json' },
      [],
      { problem: { code: 'output' } },
    ],
  ])('%s', async (_name, options, zones, expected) => {
    const files: Readonly<Record<string, string>> = {
      good: `id,name\n${idOf('a')},a.example\n`,
      bad: 'id,name\nnot-an-id,a.example\n',
      empty: 'id,name\n',
    };
    const withFiles = Object.entries(options).map(([key, value]) => {
      const text = typeof value === 'string' ? files[value] : undefined;
      if (text === undefined) return [key, value] as const;
      const file = at(`${String(value)}.csv`);
      writeFileSync(file, text);
      return [key, file] as const;
    });
    const all = { out: at('refused.json'), ...Object.fromEntries(withFiles) };
    await expect(runSurvey({ env: NOBODY }, all, zones)).rejects.toMatchObject(expected);
    expect(existsSync(at('refused.json'))).toBe(false);
  });
});

test.each([
  ['nope.example', undefined],
  ['gulf.example', 'golf.example'],
  ['golf.exmaple', 'golf.example'],
  ['Hotel.example', 'hotel.example'],
])('of a wave with other zones, %s means %s', async (written, meant) => {
  const { approve } = approving({ 'golf.example': '1', 'hotel.example': '1' }, zone('golf.example'));
  await expect(approve('1', { leaveOut: [`${written}=x`] })).rejects.toMatchObject({
    problem: {
      hints: [
        ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
        'name a zone by its name in the inventory or its id; this wave has golf.example, hotel.example',
      ],
    },
  });
});
