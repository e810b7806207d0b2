import { readFileSync, writeFileSync } from 'node:fs';
import { approving, finished, gone, overridden, unreadable, validating } from './approving';
import { writeInventory } from './running';
import { canValidate, digestOf, idOf, zone } from './surveyed-zones';

const LATER = new Date('2027-02-28T08:00:00Z');
const ADA = { by: 'Ada <ada@example.com>', at: '2027-01-31T08:00:00Z', ticket: 'OPS-1' };

/** A wave with a zone that can migrate, one that a person leaves out, one with an obstacle, and one that has finished. */
async function withReasons() {
  const made = approving(
    { g: '1', h: '1', m: '1', n: '1' },
    ...[zone('g', overridden('g')), zone('h', finished), zone('m'), zone('n')],
  );
  await made.approve('1', { leaveOut: ['m=team freeze until 1 Dec'] });
  return made;
}
const REASONS = {
  g: 'cannot migrate: URI-based overrides are in the way',
  h: 'finished already',
  m: 'team freeze until 1 Dec',
};

test.each([
  ['by itself', {}, 'the zone does not exist any more'],
  ['with --leave-out', { leaveOut: ['a=deleted by OPS-7'] }, 'deleted by OPS-7'],
])('a zone that was approved and is gone is left out %s', async (_how, options, reason) => {
  const { approve, surveys, zones } = approving({ a: '1', b: '1' }, zone('a'), zone('b'));
  await approve('1');
  surveys(zone('a', gone), zone('b', finished));
  const run = await approve('1', options);
  expect(run).toMatchObject({ exitCode: 0 });
  expect(zones()).toEqual({ approved: ['b 1'], left: { a: reason } });
  expect(run.out).toContain(reason);
});

describe('zones that a survey does not have', () => {
  test('stay left out with their reasons when another zone is left out', async () => {
    const { approve, surveys, zones } = await withReasons();
    surveys(zone('n'));
    const { out } = await approve('1', { leaveOut: ['n=fails'] });
    expect(zones()).toEqual({ approved: [], left: { ...REASONS, n: 'fails' } });
    expect(out).toContain('  As before, because the survey does not have them: g, h\n');
  });

  test('stay approved, and what they save and lose is not known', async () => {
    const { approve, surveys, zones } = approving(
      { a: '1', b: '1', c: '1' },
      ...[zone('a'), zone('b'), zone('c')],
    );
    await approve('1');
    surveys(zone('c'));
    const { out } = await approve('1');
    expect(zones().approved).toEqual(['a 1', 'b 1', 'c 1']);
    expect(out.split('\n').slice(1, 5)).toEqual([
      '  3 of 3 zones, 1 rule to save, and not known for 2 zones',
      '  As before, because the survey does not have them: a, b',
      '  Losses not known for 2 zones: a, b',
      '  Cannot be undone: finishing disables the previous managed rules of these zones permanently.',
    ]);
    expect(out).not.toContain('No setting of the previous rules is lost');
  });

  test('are not approved to finish because they are approved to validate', async () => {
    const { approve, surveys, zones } = approving({ a: '1', b: '1' }, canValidate('a'), canValidate('b'));
    await approve('1', { target: 'validation' });
    surveys(zone('b', validating));
    await approve('1');
    expect(zones(1)).toEqual({
      approved: ['b 1'],
      left: { a: 'not in the survey of 2027-01-31T07:00:01.000Z' },
    });
  });
});

describe('a zone that a person has left out', () => {
  test('stays left out by whatever survey, until it is taken in', async () => {
    const { approve, surveys, entries, zones } = await withReasons();
    surveys(...['g', 'h', 'm', 'n'].map((name) => zone(name)));
    const { out } = await approve('1', { by: 'Bob', ticket: 'OPS-2' }, LATER);
    expect(zones()).toEqual({ approved: ['g 1', 'h 1', 'n 1'], left: { m: REASONS.m } });
    expect(entries()[0]?.left_out[idOf('m')]).toEqual({ name: 'm', reason: REASONS.m, ...ADA });
    expect(out).toContain('  Still left out, because a person decided it (--take-in ZONE ends that): m\n');
    surveys(...['g', 'h', 'm', 'n'].map((name) => zone(name)));
    expect((await approve('1', { takeIn: ['m'] }, LATER)).out).toContain('    new (1): m\n');
    expect(zones().left).toEqual({});
  });

  test('of validation stays left out of finished', async () => {
    const { approve, surveys, zones } = approving({ a: '1', b: '1' }, canValidate('a'), canValidate('b'));
    await approve('1', { target: 'validation', leaveOut: ['a=freeze'] });
    surveys(zone('a'), zone('b', validating));
    await approve('1');
    expect(zones(1)).toEqual({ approved: ['b 1'], left: { a: 'freeze' } });
    surveys(zone('a'), zone('b', validating));
    await approve('1', { takeIn: ['a'] });
    expect(zones(1).approved).toEqual(['a 1', 'b 1']);
  });

  test('by a file without the times of surveys is a zone that stays left out', async () => {
    const { approve, surveys, files, zones } = await withReasons();
    const old = readFileSync(files.approvals, 'utf8').replaceAll(/,\s*"survey": "[^"]*"/g, '');
    writeFileSync(files.approvals, old);
    surveys(...['g', 'h', 'm', 'n'].map((name) => zone(name)));
    await approve('1');
    expect(zones()).toEqual({ approved: ['n 1'], left: REASONS });
  });

  test('is no obstacle to the approval of a wave of which nothing else is left', async () => {
    const { approve, surveys, zones } = approving({ a: '1', b: '1' }, zone('a', finished), zone('b'));
    await approve('1', { leaveOut: ['b=freeze'] });
    surveys();
    expect(await approve('1')).toMatchObject({ exitCode: 0 });
    expect(zones()).toEqual({ approved: [], left: { a: 'finished already', b: 'freeze' } });
  });
});

describe('a zone that has finished in another wave', () => {
  test('is taken over by its new wave, without a digest', async () => {
    const { approve, surveys, zones } = approving({ a: '1', b: '2', c: '2' }, zone('a'), zone('b'));
    await approve('1');
    surveys(zone('b', finished), zone('c'));
    expect((await approve('2')).out).toContain(
      'To have this wave take over a zone that has finished, add --take-in ZONE.',
    );
    expect(zones(1)).toEqual({ approved: ['c 1'], left: { b: 'finished already' } });
    surveys(zone('b', finished), zone('c'));
    const { out } = await approve('2', { takeIn: ['b'] });
    expect(zones(1)).toEqual({ approved: ['b taken over', 'c 1'], left: {} });
    expect(out).toContain(
      '  2 of 2 zones, 1 rule to save\n  Taken over as they are, because they have finished: b\n',
    );
    expect(out).toContain('    new (1): b\n');
    surveys(zone('b', finished), zone('c'));
    expect((await approve('2')).out).toContain('zones and rules are the same');
    expect(zones(1).approved).toEqual(['b taken over', 'c 1']);
  });

  test('cannot be taken over to validate', async () => {
    const { approve, zones } = approving({ a: '1', b: '1' }, zone('a', finished), canValidate('b'));
    await approve('1', { target: 'validation', takeIn: ['a'] });
    expect(zones().left).toEqual({ a: 'finished already' });
  });
});

describe('the decision about a zone', () => {
  test('stays that of the person who approved its rules', async () => {
    const { approve, surveys, entries } = approving(
      { a: '1', b: '1', c: '1', d: '1' },
      ...[zone('a'), zone('b'), zone('c', overridden('c')), zone('d')],
    );
    await approve('1');
    surveys(zone('a', finished), zone('b', { digest: digestOf('2') }), zone('c'), zone('d', unreadable));
    const { out } = await approve('1', { by: 'Bob', ticket: 'OPS-2' }, LATER);
    expect(entries()).toMatchObject([{ by: 'Bob', at: '2027-02-28T08:00:00Z', ticket: 'OPS-2' }]);
    expect(entries()[0]?.zones).toEqual({
      [idOf('a')]: { name: 'a', digest: digestOf('1'), ...ADA },
      [idOf('b')]: { name: 'b', digest: digestOf('2') },
      [idOf('c')]: { name: 'c', digest: digestOf('1') },
      [idOf('d')]: { name: 'd', digest: digestOf('1'), ...ADA },
    });
    expect(out).toContain(`    still approved by ${ADA.by}, OPS-1, ${ADA.at} (2): a, d\n`);
    await approve('1', { by: 'Cy', ticket: 'OPS-3' }, LATER);
    const { zones = {} } = entries()[0] ?? {};
    expect(Object.values(zones).map(({ by }) => by)).toEqual([ADA.by, 'Bob', 'Bob', ADA.by]);
  });

  test('is not shown where nothing differs', async () => {
    const { approve } = approving({ a: '1' }, zone('a'));
    await approve('1');
    const { out } = await approve('1');
    expect(out).toContain(
      `  Replaces the approval of ${ADA.by}, OPS-1, ${ADA.at}; zones and rules are the same.\n`,
    );
  });
});

test('an approval again says which zones came, went and have another name or reason', async () => {
  const { approve, surveys, files, zones } = approving(
    { a: '1', b: '1', c: '1' },
    ...[zone('a'), zone('b', overridden('b')), zone('c', overridden('c'))],
  );
  await approve('1');
  writeInventory(files.inventory, { aa: '1', b: '1', d: '1' }, idOf);
  surveys(zone('a'), zone('b', unreadable), zone('d', overridden('d')));
  const { out } = await approve('1');
  expect(out).toContain(
    [
      '    left out besides (1): d',
      '    left out for another reason (1): b',
      '    no longer in the wave (1): c',
      '    renamed (1): aa',
      '',
    ].join('\n'),
  );
  expect(zones().approved).toEqual(['aa 1']);
});
