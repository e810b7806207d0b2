import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { SurveyedZone } from '../../cli/migration/survey-model';
import { approvalsIn, runApprove, useFolder, writeInventory } from './running';
import { digestOf, idOf, surveyOf, zone } from './surveyed-zones';

const without = { rules: null, digest: null, not_carried_over: null } as const;
const validating = { result: 'begun', state: 'validation' } as const;
const finished = { ...without, result: 'finished', state: 'finished' } as const;
const unreadable = {
  ...without,
  result: 'unreadable',
  state: null,
  problems: [{ code: 'service_authorization', message: 'GET /zones: status 403.', hint: 'Ask.' }],
} as const;
const overridden = (name: string) =>
  ({
    ...without,
    result: 'not_eligible',
    problems: [
      {
        code: 'uri_overrides_in_the_way',
        message: `Zone ${name} (${idOf(name)}) cannot migrate: a URI-based override is in the way.`,
        hint: 'Delete it.',
      },
    ],
  }) as const;

const NOW = new Date('2027-01-31T08:00:00Z');
const folder = useFolder();
let count = 0;

/** Approvals in a folder of their own, one after the other. */
function approving(waves: Readonly<Record<string, string>>, ...zones: readonly SurveyedZone[]) {
  const below = folder(String((count += 1)));
  mkdirSync(below);
  const files = {
    inventory: writeInventory(`${below}/zones.csv`, waves, idOf),
    survey: `${below}/survey.json`,
    approvals: `${below}/approvals.json`,
  };
  const survey = (at: string, found: readonly SurveyedZone[]): void =>
    writeFileSync(files.survey, JSON.stringify(surveyOf(found.map((each) => ({ ...each, read_at: at })))));
  survey('2027-01-31T07:00:00.000Z', zones);
  return {
    files,
    /** Makes another survey, after the first approval. */
    surveys: (...found: readonly SurveyedZone[]) => survey('2027-01-31T09:00:00.000Z', found),
    approve: (wave: string, more: object = {}, now = NOW) => runApprove({ ...files, wave, ...more }, {}, now),
    entries: () => approvalsIn(files.approvals),
    /** The names of the approved zones of an approval, and the reasons of those that are left out. */
    zones: (index = 0) => {
      const { zones: approved, left_out: left } = approvalsIn(files.approvals)[index] ?? {};
      return {
        approved: Object.values(approved ?? {}).map(({ name, digest }) => `${name} ${digest[7]}`),
        left: Object.fromEntries(Object.values(left ?? {}).map(({ name, reason }) => [name, reason])),
      };
    },
  };
}

describe('an approval', () => {
  test('has the zones that can migrate, with their digests, and the others with the reason', async () => {
    const waves = { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1', g: '2' };
    const { approve, entries, zones } = approving(
      waves,
      zone('c', overridden('c')),
      zone('b', { digest: digestOf('2'), ...validating }),
      zone('a'),
      zone('d', finished),
      zone('e', unreadable),
      zone('g'),
    );
    const run = await approve('1', { leaveOut: ['a=the team has a freeze = until May'] });
    expect(run).toMatchObject({ exitCode: 0, err: '' });
    expect(entries()).toMatchObject([
      {
        wave: '1',
        target: 'finished',
        by: 'Ada <ada@example.com>',
        at: '2027-01-31T08:00:00Z',
        ticket: 'OPS-1',
      },
    ]);
    expect(zones()).toEqual({
      approved: ['b 2'],
      left: {
        a: 'the team has a freeze = until May',
        c: 'cannot migrate: a URI-based override is in the way.',
        d: 'finished already',
        e: 'could not be read: GET /zones: status 403.',
        f: 'not in the survey of 2027-01-31T07:00:01.000Z',
      },
    });
    expect(run.out.split('\n').slice(0, 5)).toEqual([
      'Wave 1 is approved for finished by Ada <ada@example.com>, OPS-1',
      '  1 of 6 zones, 1 rule to save',
      '  Nothing is lost.',
      '  Cannot be undone: finishing disables the previous managed rules of these zones permanently.',
      '  Left out (5):',
    ]);
    expect(run.out).toContain('The approval is the commit.');
  });

  test('says what is lost, by kind', async () => {
    const loss = (kind: string) => ({ kind, id: '1', description: 'x' }) as never;
    const { approve } = approving(
      { a: '1', b: '1', c: '1' },
      zone('a', {
        not_carried_over: [loss('core_rule_set_rule_override'), loss('core_rule_set_rule_override')],
      }),
      zone('b', { not_carried_over: [loss('page_rule_waf_off')] }),
      zone('c', { not_carried_over: null, losses_unknown_because: 'status 403' }),
    );
    const { out } = await approve('1');
    expect(out.split('\n').slice(1, 6)).toEqual([
      '  3 of 3 zones, 3 rules to save',
      '  Lost:',
      '    2 overrides of rules of the core rule set',
      '    1 page rule with WAF Off, which an exception replaces',
      '  Losses not known: c',
    ]);
  });

  test('for validation leaves out zones whose plan does not include it, or that have gone further', async () => {
    const { approve, zones } = approving(
      { a: '1', b: '1', c: '1' },
      zone('a'),
      zone('b', { plan: 'business', can_validate: false }),
      zone('c', finished),
    );
    const { out } = await approve('1', { target: 'validation' });
    expect(zones()).toEqual({
      approved: ['a 1'],
      left: { b: 'its plan (business) does not include validation', c: 'finished already' },
    });
    expect(out).toContain('a zone in validation cannot go back');
  });

  test('of waves by share has the zones that the rollout has in them', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { approve, zones } = approving(
      Object.fromEntries(names.map((name) => [name, ''])),
      ...names.map((name) => zone(name)),
    );
    for (const wave of ['1', '2']) await approve(wave, { wavesByShare: [50, 50] });
    expect([...zones(0).approved, ...zones(1).approved].sort()).toEqual(names.map((name) => `${name} 1`));
  });

  test('comes after those of the waves before', async () => {
    const { approve, entries } = approving({ a: 'canary', b: 'rest' }, zone('a'), zone('b'));
    const order = { order: ['rest', 'canary'] };
    await expect(approve('canary', order)).rejects.toMatchObject({
      problem: { code: 'approval', seen: [expect.stringContaining('rest, which comes before it, is not')] },
    });
    await approve('rest', { ...order, target: 'validation' });
    await approve('canary', { ...order, target: 'validation' });
    expect(entries().map(({ wave }) => wave)).toEqual(['rest', 'canary']);
    await expect(approve('canary', order)).rejects.toMatchObject({ problem: { code: 'approval' } });
  });
});

describe('an approval of a wave again', () => {
  test('replaces the one before, and says what differs', async () => {
    const { approve, surveys, entries, zones } = approving(
      { a: '1', b: '1', c: '1', d: '1' },
      zone('a'),
      zone('b'),
      zone('c', overridden('c')),
      zone('d'),
    );
    await approve('1');
    surveys(zone('a'), zone('b', { digest: digestOf('2') }), zone('c'), zone('d', overridden('d')));
    const { out } = await approve('1', { ticket: 'OPS-2', by: 'Bob' });
    expect(entries()).toMatchObject([{ by: 'Bob', ticket: 'OPS-2' }]);
    expect(zones().approved).toEqual(['a 1', 'b 2', 'c 1']);
    expect(out).toContain(
      [
        '  Replaces the approval of Ada <ada@example.com>, OPS-1, 2027-01-31T08:00:00Z:',
        '    new (1): c',
        '    other rules (1): b',
        '    no longer approved (1): d',
      ].join('\n'),
    );
  });

  test.each<readonly [string, SurveyedZone | undefined, string]>([
    ['has finished', zone('a', finished), 'a 1'],
    ['is finishing', zone('a', { ...finished, result: 'begun', state: 'finishing' }), 'a 1'],
    ['is in validation with other rules', zone('a', { ...validating, digest: digestOf('2') }), 'a 2'],
    [
      'is in validation and gets no rules',
      zone('a', { ...validating, ...overridden('a'), ...validating }),
      'a 1',
    ],
    ['could not be read', zone('a', unreadable), 'a 1'],
    ['is not in the survey', undefined, 'a 1'],
  ])('keeps a zone that %s', async (_name, seen, expected) => {
    const { approve, surveys, zones } = approving({ a: '1', b: '1' }, zone('a'), zone('b'));
    await approve('1');
    surveys(...(seen ? [seen] : []), zone('b'));
    const { out } = await approve('1');
    expect(zones().approved).toEqual([expected, 'b 1']);
    expect(out.includes('As approved before, because they have begun or may have: a')).toBe(
      expected === 'a 1',
    );
  });

  test('does not leave out a zone that has begun: its wave could not destroy it', async () => {
    const { approve, surveys, files } = approving({ a: '1', b: '1' }, zone('a'), zone('b'));
    await approve('1');
    const before = readFileSync(files.approvals, 'utf8');
    surveys(zone('a', validating), zone('b'));
    await expect(approve('1', { leaveOut: ['a=broken'] })).rejects.toMatchObject({
      problem: {
        code: 'approval',
        seen: ['a: it was approved before, and is in validation'],
      },
    });
    expect(readFileSync(files.approvals, 'utf8')).toBe(before);
    surveys(zone('a'), zone('b'));
    expect(await approve('1', { leaveOut: ['a=broken'] })).toMatchObject({ exitCode: 0 });
  });

  test('does not leave out a zone that may have begun since the survey', async () => {
    const { approve } = approving({ a: '1', b: '1' }, zone('a'), zone('b'));
    await approve('1');
    await expect(approve('1', { leaveOut: ['a=broken'] })).rejects.toMatchObject({
      problem: {
        code: 'approval',
        seen: ['a: it was approved before, and may have begun since the survey'],
        hints: [expect.stringContaining('survey it again'), expect.anything(), expect.anything()],
      },
    });
  });

  test('for finished may leave out a zone that goes on validating by its approval for that', async () => {
    const { approve, surveys, zones } = approving({ a: '1', b: '1' }, zone('a'), zone('b'));
    await approve('1', { target: 'validation' });
    surveys(zone('a', validating), zone('b', finished));
    await approve('1', { leaveOut: ['a=one more week'] });
    // What is known of a zone that finished without an approval for it is the digest of its validation.
    expect(zones(1)).toEqual({ approved: ['b 1'], left: { a: 'one more week' } });
  });

  test('keeps a zone that has left the wave, which the rollout refuses, unless it has not begun', async () => {
    const { approve, surveys, files, zones } = approving({ a: '1', b: '1' }, zone('a'), zone('b'));
    await approve('1');
    writeInventory(files.inventory, { b: '1', a: '2' }, idOf);
    surveys(zone('a', finished), zone('b'));
    await expect(approve('1')).rejects.toMatchObject({
      problem: { code: 'approval', seen: [expect.stringContaining('the inventory has it in 2')] },
    });
    surveys(zone('a'), zone('b'));
    await approve('1');
    expect(zones().approved).toEqual(['b 1']);
  });
});

describe('a wave with no zone left', () => {
  test('is an error that says why', async () => {
    const { approve, files } = approving({ a: '1', b: '1' }, zone('a', overridden('a')), zone('b', finished));
    await expect(approve('1')).rejects.toMatchObject({
      problem: {
        code: 'approval',
        message: 'no zone of the wave 1 can be approved for finished',
        seen: ['a: cannot migrate: a URI-based override is in the way.', 'b: finished already'],
      },
    });
    expect(existsSync(files.approvals)).toBe(false);
  });

  test('lets the next one go on if each zone has finished, or is left out by the approver', async () => {
    const { approve, zones } = approving(
      { a: '1', b: '1', c: '2' },
      zone('a', overridden('a')),
      zone('b', finished),
      zone('c'),
    );
    await approve('1', { leaveOut: ['a=waits for OPS-2'] });
    await approve('2');
    expect(zones(0)).toEqual({ approved: [], left: { a: 'waits for OPS-2', b: 'finished already' } });
    expect(zones(1).approved).toEqual(['c 1']);
  });
});

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

describe('the approver', () => {
  const identity = (config: string): NodeJS.ProcessEnv => {
    const file = folder('gitconfig');
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
  const cases: readonly (readonly [string, object, Readonly<Record<string, string>>, object])[] = [
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
      { problem: { code: 'survey', seen: [expect.stringContaining('zone 1 is')] } },
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

test('the lock of a run that was killed is taken over', async () => {
  const { approve, files } = approving({ a: '1' }, zone('a'));
  // No process has this number: it is above the largest one of Linux.
  writeFileSync(`${files.approvals}.lock`, '99999999');
  expect(await approve('1')).toMatchObject({ exitCode: 0 });
});
