import { existsSync, readFileSync } from 'node:fs';
import type { SurveyedZone } from '../../cli/migration/survey-model';
import { approving, finished, overridden, unreadable, validating } from './approving';
import { writeInventory } from './running';
import { canValidate, digestOf, idOf, zone } from './surveyed-zones';

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
        c: 'cannot migrate: URI-based overrides are in the way',
        d: 'finished already',
        e: 'could not be read: GET /zones: status 403.',
        f: 'not in the survey of 2027-01-31T07:00:01.000Z',
      },
    });
    expect(run.out.split('\n').slice(0, 5)).toEqual([
      'Wave 1 is approved for finished by Ada <ada@example.com>, OPS-1',
      '  1 of 6 zones, 1 rule to save',
      '  No setting of the previous rules is lost.',
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
      '    2 overrides of rules of the core rule set: a',
      '    1 page rule with WAF Off, which an exception replaces: b',
      '  Losses not known for 1 zone: c',
    ]);
  });

  test('for validation leaves out zones whose plan does not include it, or that have gone further', async () => {
    const { approve, zones } = approving(
      { a: '1', b: '1', c: '1' },
      canValidate('a'),
      zone('b', { plan: 'business' }),
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
    const { approve, entries } = approving({ a: 'canary', b: 'rest' }, canValidate('a'), canValidate('b'));
    const order = { order: ['rest', 'canary'], skipValidation: 'tested' };
    await expect(approve('canary', order)).rejects.toMatchObject({
      problem: { code: 'approval', seen: [expect.stringContaining('rest, which comes before it, is not')] },
    });
    await approve('rest', { order: order.order, target: 'validation' });
    await approve('canary', { order: order.order, target: 'validation' });
    expect(entries().map(({ wave }) => wave)).toEqual(['rest', 'canary']);
    await expect(approve('canary', order)).rejects.toMatchObject({ problem: { code: 'approval' } });
  });
});

describe('zones that can validate', () => {
  const waves = { a: '1', b: '1', c: '1' };
  const NO_TARGET = { target: undefined };

  test('are approved for that by default, and those that cannot are left out until then', async () => {
    const { approve, entries, zones } = approving(waves, canValidate('a'), zone('b'), zone('c', validating));
    const { out } = await approve('1', NO_TARGET);
    expect(entries()).toMatchObject([{ target: 'validation' }]);
    expect(zones()).toEqual({
      approved: ['a 1', 'c 1'],
      left: { b: 'its plan (enterprise) does not include validation' },
    });
    expect(out).toContain('Wave 1 is approved for validation');
  });

  test('are approved to finish by default once all of them validate, or none can', async () => {
    const { approve, entries } = approving(waves, zone('a', validating), zone('b'), zone('c'));
    await approve('1', NO_TARGET);
    expect(entries()).toMatchObject([{ target: 'finished' }]);
  });

  test('do not finish without it unless somebody says why: nothing is written', async () => {
    const { approve, files } = approving(waves, canValidate('a'), zone('b'), canValidate('c'));
    await expect(approve('1')).rejects.toMatchObject({
      problem: {
        seen: ['a', 'c'],
        hints: expect.arrayContaining([expect.stringContaining('--skip-validation')]),
      },
    });
    expect(existsSync(files.approvals)).toBe(false);
  });

  test('finish without it for the reason that the file keeps', async () => {
    const { approve, entries, surveys } = approving(
      waves,
      canValidate('a'),
      zone('b'),
      zone('c', validating),
    );
    const { out } = await approve('1', { skipValidation: 'tested on a copy' });
    const reason = { skips_validation: 'tested on a copy' };
    expect(entries()[0]?.zones).toEqual({
      [idOf('a')]: { name: 'a', digest: digestOf('1'), ...reason },
      [idOf('b')]: { name: 'b', digest: digestOf('1') },
      [idOf('c')]: { name: 'c', digest: digestOf('1') },
    });
    expect(out).toContain('  Without validation, which they could have first (tested on a copy): a\n');
    // The same rules are approved already.
    surveys(canValidate('a'), zone('b'), zone('c', validating));
    await approve('1');
    expect(entries()[0]?.zones[idOf('a')]).toMatchObject(reason);
  });

  test.each(['', ' \n'])('a reason of %j is none', async (skipValidation) => {
    const { approve } = approving(waves, canValidate('a'));
    await expect(approve('1', { skipValidation })).rejects.toThrow();
  });

  test('an approval for validation skips none', async () => {
    const { approve } = approving(waves, canValidate('a'));
    const both = approve('1', { target: 'validation', skipValidation: 'why' });
    await expect(both).rejects.toMatchObject({ problem: { code: 'skip_validation' } });
  });
});

describe('a zone that comes into an earlier wave, which had none', () => {
  const ORDER = { order: ['early', 'rest'] };
  const started = async () => {
    const made = approving({ b: 'rest', c: 'rest' }, zone('a'), zone('b'), zone('c'));
    await made.approve('rest', ORDER);
    writeInventory(made.files.inventory, { a: 'early', b: 'rest', c: 'rest' }, idOf);
    return made;
  };

  test('does not stop the later wave from being approved again, with a warning of what waits for what', async () => {
    const { approve, surveys, zones } = await started();
    surveys(zone('a'), zone('b'), zone('c'));
    const { exitCode, err } = await approve('rest', { ...ORDER, leaveOut: ['c=fails'] });
    expect(exitCode).toBe(0);
    expect(zones().approved).toEqual(['b 1']);
    expect(err).toContain(
      'warning: rest is approved for finished, but early, which comes before it, is not. While a zone of rest has not ' +
        'begun, its plan fails until the zones of early have reached finished.\n',
    );
  });

  test('is approved although the later wave is approved', async () => {
    const { approve, zones } = await started();
    expect(await approve('early', ORDER)).toMatchObject({ exitCode: 0, err: '' });
    expect(zones(1).approved).toEqual(['a 1']);
  });

  test('has to be approved before the later wave may go further', async () => {
    const { approve } = approving({ a: 'early', b: 'rest' }, canValidate('a'), canValidate('b'));
    await approve('early', { ...ORDER, target: 'validation' });
    await approve('rest', { ...ORDER, target: 'validation' });
    await expect(approve('rest', { ...ORDER, skipValidation: 'tested' })).rejects.toMatchObject({
      problem: { code: 'approval', message: 'waves are approved in their order' },
    });
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

  test.each<readonly [string, SurveyedZone, string]>([
    ['has finished', zone('a', finished), 'a 1'],
    ['is finishing', zone('a', { ...finished, result: 'begun', state: 'finishing' }), 'a 1'],
    ['is in validation with other rules', zone('a', { ...validating, digest: digestOf('2') }), 'a 2'],
    [
      'is in validation and gets no rules',
      zone('a', { ...validating, ...overridden('a'), ...validating }),
      'a 1',
    ],
    ['could not be read', zone('a', unreadable), 'a 1'],
  ])('keeps a zone that %s', async (_name, seen, expected) => {
    const { approve, surveys, zones } = approving({ a: '1', b: '1' }, zone('a'), zone('b'));
    await approve('1');
    surveys(seen, zone('b'));
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
    const { approve, surveys, zones } = approving({ a: '1', b: '1' }, canValidate('a'), canValidate('b'));
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
        seen: ['a: cannot migrate: URI-based overrides are in the way', 'b: finished already'],
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
