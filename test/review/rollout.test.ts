import { plain } from '../../cli/review/formats/terminal';
import { headline, summaryLines } from '../../cli/review/report';
import { reviewPlans, type PlanInput } from '../../cli/review/review-plans';
import { waveDetails, waveLine } from '../../cli/review/wave-phrases';
import { zoneIdOf, zoneText } from '../e2e/migrating-zones';
import { inputOf, planInput, recordedPlan } from './recorded-plans';
import { exampleReview, reviewed, wave } from './rollout-example';

const review = exampleReview();

describe('the waves of a rollout', () => {
  test('have the zones, the approval and what is left out, also where the gate does not change', () => {
    const none = { finish: 0, begin_validation: 0, skipped: 0, adopted: 0, other: 0, unchanged: 0 };
    expect(review.waves).toEqual([
      {
        stack: 'waf-1',
        gate: 'terraform_data.gate',
        rollout: 'waf',
        name: '1',
        position: 1,
        record: 'unchanged',
        approval: {
          target: 'finished',
          by: 'kim@example.com',
          at: '2027-01-25T09:12:00Z',
          ticket: 'CHG-4711',
        },
        zones: { ...none, unchanged: 2 },
        left_out: [],
        skips_validation: [],
      },
      {
        stack: 'waf-2',
        gate: 'terraform_data.gate',
        rollout: 'waf',
        name: '2',
        position: 2,
        record: 'changed',
        approval: {
          target: 'finished',
          by: 'sam@example.com',
          at: '2027-01-31T08:00:00Z',
          ticket: 'CHG-4711',
        },
        zones: { ...none, finish: 7, skipped: 1, adopted: 1 },
        left_out: [
          {
            zone: { id: null, name: 'legacy.example' },
            because: 'left out',
            reason: 'its owner is away until 2 February',
          },
          { zone: { id: null, name: 'launch.example' }, because: 'not approved', reason: '' },
          {
            zone: { id: zoneIdOf('music'), name: 'music.example' },
            because: 'skipped',
            reason: `Zone ${zoneText('music')} cannot migrate: a URI-based override is in the way.`,
          },
        ],
        skips_validation: [],
      },
    ]);
    expect(review.waiting_waves).toEqual([
      { stack: 'waf-3', text: 'Wave 3 waits for approval, and its stack changes nothing.' },
    ]);
  });

  test('tell which zones finish without validation, and why, in every format', () => {
    const shown = recordedPlan('waf-2').shown as { readonly planned_values: { readonly outputs: object } };
    const { planned_values: values } = shown;
    const skips_validation = { value: { 'shop.example': 'tested on a copy' }, sensitive: false };
    const plan = {
      ...shown,
      planned_values: { ...values, outputs: { ...values.outputs, skips_validation } },
    };
    const [wave] = reviewed(inputOf(plan, 'waf-2')).waves;
    expect(wave?.skips_validation).toEqual([
      { zone: expect.objectContaining({ name: 'shop.example' }), reason: 'tested on a copy' },
    ]);
    expect(wave && waveDetails(wave).map(plain)).toContainEqual(
      expect.stringMatching(
        /^shop\.example.* finishes without validation, by the approval: tested on a copy$/,
      ),
    );
  });

  test('are those of their migrations', () => {
    const migrations = review.changes.flatMap(({ migration }) => (migration === null ? [] : [migration]));
    expect(migrations).toHaveLength(9);
    for (const each of migrations)
      expect(each).toMatchObject({ wave: '2', rollout: 'waf', approval: { by: 'sam@example.com' } });
  });

  test('are read from a null_resource as well', () => {
    const text = JSON.stringify(recordedPlan('waf-2').shown)
      .replaceAll('terraform_data', 'null_resource')
      .replaceAll('"input":', '"triggers":');
    expect(reviewed(inputOf(JSON.parse(text), 'waf-2')).waves).toMatchObject([
      { gate: 'null_resource.gate', name: '2', approval: { by: 'sam@example.com' }, zones: { finish: 7 } },
    ]);
  });

  test('are read from the planned values and the prior state where no change of the gate is listed', () => {
    const { resource_changes: changes, ...rest } = recordedPlan('waf-2').shown;
    const others = (changes as readonly { readonly type: string }[]).filter(
      ({ type }) => type !== 'terraform_data',
    );
    const planned = inputOf({ ...rest, resource_changes: others }, 'waf-2');
    expect(reviewed(planned).waves).toMatchObject([{ name: '2', approval: { target: 'finished' } }]);
    const { planned_values: _planned, ...prior } = rest;
    const stored = inputOf({ ...prior, resource_changes: others }, 'waf-2');
    expect(reviewed(stored).waves).toMatchObject([{ name: '2', approval: { target: 'validation' } }]);
  });

  test('do not include a gate that is destroyed, nor a migration that does not depend on the gate', () => {
    const { shown } = recordedPlan('waf-2');
    const changes = shown['resource_changes'] as readonly Readonly<Record<string, unknown>>[];
    const destroyed = changes.map((each) =>
      each['type'] === 'terraform_data'
        ? { ...each, change: { actions: ['delete'], before: {}, after: null } }
        : each,
    );
    expect(reviewed(inputOf({ ...shown, resource_changes: destroyed }, 'waf-2')).waves).toEqual([]);
    const loose = inputOf({ ...shown, configuration: {} }, 'waf-2');
    // Outside of a rollout, their digests are their approvals.
    const found = reviewed(loose);
    expect(found).toMatchObject({
      waves: [{ zones: { finish: 0 } }],
      summary: { finishes: 7, finishes_without_approval: 0 },
    });
    expect(found.changes.map(({ migration }) => migration?.approval ?? null)).toEqual(
      found.changes.map(() => null),
    );
  });

  test('a record that the plan marks as sensitive is not shown', () => {
    const text = JSON.stringify(recordedPlan('waf-2').shown, (key, value: object) =>
      key === 'change' ? { ...value, after_sensitive: { input: { ticket: true } } } : value,
    );
    const [first] = reviewed(inputOf(JSON.parse(text), 'waf-2')).waves;
    expect(first?.approval).toEqual({
      target: 'finished',
      by: 'sam@example.com',
      at: '2027-01-31T08:00:00Z',
      ticket: '',
    });
  });

  test.each<readonly [string, readonly PlanInput[], readonly string[]]>([
    ['numbers by their value', [wave('10'), wave('2'), wave('1')], ['1', '2', '10']],
    [
      'their positions, also after a wave was approved again',
      [
        wave('canary', { position: '1', approved_at: '2027-02-09T00:00:00Z' }),
        wave('early', { position: '2', approved_at: '2027-02-08T00:00:00Z' }),
        wave('rest', { position: '10', approved_at: '2027-02-07T00:00:00Z' }),
      ],
      ['canary', 'early', 'rest'],
    ],
    [
      'their names, where a record has no position or an odd one',
      [wave('late', { position: '1' }), wave('early', { position: '0' }), wave('canary', { position: '3' })],
      ['canary', 'early', 'late'],
    ],
  ])('follow each other: %s', (_case, inputs, expected) => {
    const { waves, changes } = reviewed(...inputs);
    expect(waves.map(({ name }) => name)).toEqual(expected);
    const approved = changes.filter(({ migration }) => migration?.irreversible && migration.approval);
    const inChanges = [...new Set(approved.map(({ migration }) => migration?.wave))];
    expect(inChanges).toEqual(expected.filter((name) => inChanges.includes(name)));
  });
});

describe('an approval', () => {
  const [approved, notApproved] = [wave('2'), wave('10', { approved_by: '' })];

  test.each<readonly [string, readonly PlanInput[], string, string]>([
    ['of all', [approved], 'Changes that cannot be undone', 'each has a recorded approval.'],
    [
      'of none',
      [notApproved],
      'Changes that cannot be undone, without a recorded approval',
      'none has a recorded approval.',
    ],
    [
      'of some',
      [approved, notApproved],
      'Changes that cannot be undone, 7 of 14 without a recorded approval',
      '7 of them without a recorded approval.',
    ],
    [
      'of those that belong to no rollout',
      [planInput('migrations')],
      'Changes that cannot be undone, without a recorded approval',
      'none has a recorded approval.',
    ],
  ])('%s is in the headline', (_case, inputs, title, line) => {
    const found = reviewed(...inputs);
    expect(headline(found)).toBe(title);
    expect(summaryLines(found)[1]).toContain(line);
  });

  test('that is missing is in the headline also when a limit is exceeded', () => {
    const found = reviewPlans([notApproved], [], { maxFinish: 1 });
    expect(headline(found)).toBe(
      'Over the limit, and changes that cannot be undone, without a recorded approval',
    );
  });

  test('that is missing puts a change before those that have one', () => {
    const changes = reviewed(approved, notApproved).changes.filter(({ kind }) => kind === 'one-way');
    const waves = changes.map(({ migration }) => migration?.wave);
    expect(waves).toEqual([...Array<string>(7).fill('10'), ...Array<string>(7).fill('2')]);
  });

  test('for validation is none for the end', () => {
    const found = reviewed(wave('2', { target: 'validation' }));
    expect(found.summary).toMatchObject({ finishes: 7, finishes_without_approval: 7 });
    expect(found.changes[0]?.migration).toMatchObject({ irreversible: true, approval: null });
    expect(found.waves.map((each) => plain(waveLine(each)))).toEqual([
      'wave 2 of waf: 7 zones to finish, 1 skipped, 1 adopted, 2 left out; approved to validate by sam@example.com ' +
        'at 2027-01-31 08:00 UTC, ticket CHG-4711, but not to finish (the record changes)',
    ]);
  });
});
