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
  type Case = readonly [string, object, Readonly<Record<string, string>>, object];
  const cases: readonly Case[] = [
    [
      'an unknown wave',
      { wave: 'on' },
      {},
      {
        exitCode: 2,
        problem: { code: 'wave', allowed: ['one: 2 zones'], hints: ['did you mean --wave one?'] },
      },
    ],
    [
      'a zone to leave out that is not in the wave',
      { leaveOut: ['x=y'] },
      {},
      { exitCode: 2, problem: { code: 'leave_out' } },
    ],
    [
      'a zone to take in that is not in the wave',
      { takeIn: ['x'] },
      {},
      { exitCode: 2, problem: { code: 'take_in', allowed: ['--take-in ZONE, with a zone of the wave'] } },
    ],
    [
      'a zone to leave out and to take in',
      { leaveOut: ['a=x'], takeIn: ['a'] },
      {},
      { exitCode: 2, problem: { code: 'take_in', message: 'a is both left out and taken in' } },
    ],
    [
      'no reason to leave a zone out',
      { leaveOut: ['a'] },
      {},
      { exitCode: 2, problem: { code: 'leave_out' } },
    ],
    ['an empty reason', { leaveOut: ['a= '] }, {}, { exitCode: 2, problem: { code: 'leave_out' } }],
    [
      'a zone that is left out twice',
      { leaveOut: ['a=x', `${idOf('a')}=y`] },
      {},
      { exitCode: 2, problem: { code: 'leave_out' } },
    ],
    ['a reason of two lines', { leaveOut: ['a=x\ny'] }, {}, { exitCode: 2, problem: { code: 'text' } }],
    [
      'an empty ticket',
      { ticket: ' ' },
      {},
      { exitCode: 2, problem: { code: 'text', message: '--ticket is empty' } },
    ],
    [
      'an approver with control characters',
      { by: 'A\u001b[31m' },
      {},
      { exitCode: 2, problem: { code: 'text' } },
    ],
    ['no rule of waves', { wavesByLabel: undefined }, {}, { exitCode: 2, problem: { code: 'waves' } }],
    ['zones without the label', { wavesByLabel: 'team' }, {}, { exitCode: 1, problem: { code: 'waves' } }],
    [
      'a wave that the order does not name',
      { order: ['two'] },
      {},
      { exitCode: 1, problem: { code: 'waves' } },
    ],
    [
      'a survey that is not there',
      { survey: '/nowhere.json' },
      {},
      { exitCode: 1, problem: { code: 'survey' } },
    ],
    ['a survey that is not JSON', {}, { survey: 'id,name\n' }, { problem: { code: 'survey' } }],
    ['a list in the place of a survey', {}, { survey: '[]' }, { problem: { code: 'survey' } }],
    [
      'a survey of another format',
      {},
      { survey: survey({ format_version: '2.0' }) },
      { problem: { code: 'survey', seen: ['format_version is "2.0"'] } },
    ],
    ['a survey without zones', {}, { survey: survey({ zones: null }) }, { problem: { code: 'survey' } }],
    [
      'a zone with a malformed digest',
      {},
      { survey: survey({ zones: [zone('a', { digest: 'x' })] }) },
      { problem: { code: 'survey', seen: ['zone 1: digest is "x"'] } },
    ],
    ...[
      'id',
      'name',
      'result',
      'state',
      'can_validate',
      'rules',
      'digest',
      'not_carried_over',
      'problems',
      'read_at',
    ].map((member): Case => [
      `a zone without ${member}`,
      {},
      { survey: survey({ zones: [zone('a', { [member]: undefined })] }) },
      { problem: { code: 'survey', seen: [`zone 1: ${member} is missing`] } },
    ]),
    [
      'a problem of a zone without its message',
      {},
      { survey: survey({ zones: [zone('a', { problems: [{}] as never })] }) },
      { problem: { code: 'survey', seen: ['zone 1: problems is [{}]'] } },
    ],
    [
      'a survey without its time',
      {},
      { survey: survey({ begun_at: 'today' }) },
      { problem: { code: 'survey', seen: ['begun_at is "today"'] } },
    ],
    ['an inventory that is not there', { inventory: '/nowhere.csv' }, {}, { problem: { code: 'inventory' } }],
    ['an inventory without zones', {}, { inventory: 'id,name,wave\n' }, { problem: { code: 'inventory' } }],
    ['approvals that are not JSON', {}, { approvals: '<<<<<<< HEAD' }, { problem: { code: 'approvals' } }],
    [
      'approvals of another format',
      {},
      { approvals: '{"format_version":"2.0"}' },
      { problem: { code: 'approvals' } },
    ],
    [
      'approvals in a folder that is not there',
      { approvals: '/nowhere/approvals.json' },
      {},
      { problem: { code: 'output' } },
    ],
  ];
  test.each(cases)('%s', async (_name, options, texts, expected) => {
    const { approve, files } = approving({ a: 'one', b: 'one' }, zone('a'), zone('b'));
    for (const [file, text] of Object.entries(texts)) writeFileSync(files[file as keyof typeof files], text);
    await expect(approve('one', options)).rejects.toMatchObject(expected);
    expect(existsSync(`${files.approvals}.lock`)).toBe(false);
    expect(existsSync(files.approvals) ? readFileSync(files.approvals, 'utf8') : undefined).toBe(
      texts['approvals'],
    );
  });

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
  const cases: readonly (readonly [string, object, readonly string[], object])[] = [
    ['no zone', {}, [], { exitCode: 2, problem: { code: 'zones' } }],
    ['zones by name and --all', { all: true }, ['a.example'], { exitCode: 2, problem: { code: 'zones' } }],
    [
      'an inventory and zones',
      { inventory: 'good' },
      ['a.example'],
      { exitCode: 2, problem: { code: 'zones' } },
    ],
    [
      'an inventory that is not there',
      { inventory: '/nowhere/zones.csv' },
      [],
      { problem: { code: 'inventory' } },
    ],
    [
      'an inventory with mistakes',
      { inventory: 'bad' },
      [],
      { problem: { code: 'inventory', seen: [expect.stringContaining('bad.csv, line 2')] } },
    ],
    ['an inventory without zones', { inventory: 'empty' }, [], { problem: { code: 'inventory' } }],
    [
      'the format inventory without shares',
      { all: true, format: 'inventory' },
      [],
      { exitCode: 2, problem: { code: 'format' } },
    ],
    ['to overwrite what is no survey', { all: true, out: 'good' }, [], { problem: { code: 'file_in_use' } }],
    [
      'a folder that cannot be made',
      { all: true, out: '/dev/null/survey.json' },
      [],
      { problem: { code: 'output' } },
    ],
  ];
  test.each(cases)('%s', async (_name, options, zones, expected) => {
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

test('the lock of a run that was killed is taken over', async () => {
  const { approve, files } = approving({ a: '1' }, zone('a'));
  // No process has this number: it is above the largest one of Linux.
  writeFileSync(`${files.approvals}.lock`, '99999999');
  expect(await approve('1')).toMatchObject({ exitCode: 0 });
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
