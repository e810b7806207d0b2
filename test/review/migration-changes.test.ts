import { reviewPlans } from '../../cli/review/review-plans';
import { zoneIdOf } from '../e2e/migrating-zones';
import { inputOf, recordedPlan, reviewOf, rowAt } from './recorded-plans';

const review = reviewOf('migrations');

const at = (name: string): ReturnType<typeof rowAt> => rowAt(review, `zone_managed_rules_migration.${name}`);

/** The recorded plan with other values, and its review. */
const reviewWith = (replace: (name: string, value: unknown) => unknown): typeof review =>
  reviewPlans([inputOf(JSON.parse(JSON.stringify(recordedPlan('migrations').shown, replace)), 'other')], []);

const LOST = [
  'loses group "Bad robots" of the core rule set is off',
  'loses rule 981242 of the core rule set (Classic SQL injection probing) is off',
  `loses page rule ${'1'.repeat(32)} with WAF Off for https://example.com/*: ` +
    'an exception takes its place, and the page rule no longer has any effect',
];

test('migrations that finish come first, then the other steps that cannot be undone', () => {
  expect(review.rows.map(({ counted_as: marks, zone, title }) => [zone?.name, title, marks])).toEqual([
    [
      'direct.example',
      'Finishes for good, without a recorded approval, loses settings',
      ['finishes', 'unapproved', 'loses'],
    ],
    [
      'validated.example',
      'Finishes for good, without a recorded approval, loses settings',
      ['finishes', 'unapproved', 'loses'],
    ],
    ['begins.example', 'Begins validation, loses nothing', ['validates']],
    ['blocked.example', 'Deletes 2 URI overrides and stops there', ['overrides']],
    ['done.example', 'Takes over a migration', ['takes']],
  ]);
  expect(review).toMatchObject({ outcome: 'irreversible', exit_code: 3, counts: { finishes: 2 } });
});

test.each([
  ['direct', ['start → finished, saves 6 rules, apply waits for the end (minutes, up to an hour)', ...LOST]],
  [
    'validated',
    ['validation → finished, saves 6 rules, apply waits for the end (minutes, up to an hour)', ...LOST],
  ],
  ['begins', ['start → validation, from which no zone goes back to start, saves 3 rules']],
  [
    'blocked',
    [
      'stays in start',
      'deletes the URI override upload 6 of example.com/upload-6*',
      'deletes the URI override upload 7 of example.com/upload-7*',
    ],
  ],
  ['done', ['stays in finished']],
])('what %s does, saves and loses', (name, details) => {
  expect(at(name).details).toEqual(details);
});

test('losses that could not be determined are unknown, not none', () => {
  const changed = reviewWith((name, value) => {
    if (name === 'not_carried_over') return null;
    return name === 'losses_unknown_because' ? 'The page rules cannot be read.' : value;
  });
  expect(rowAt(changed, 'zone_managed_rules_migration.direct')).toMatchObject({
    title: 'Finishes for good, without a recorded approval, may lose settings',
    counted_as: ['finishes', 'unapproved', 'loses'],
    details: expect.arrayContaining(['what is lost is not known: The page rules cannot be read.']),
  });
});

test('a recorded approval is told, and those without one come first', () => {
  const changed = reviewWith((_name, value) => {
    const values = value as Readonly<Record<string, unknown>> | null;
    return values?.['zone_id'] === zoneIdOf('direct') && 'approved_digest' in values
      ? { ...values, approved_digest: `v1/finished/${zoneIdOf('direct')}/none/none/none` }
      : value;
  });
  expect([review, changed].map(({ counts }) => counts.unapproved)).toEqual([2, 1]);
  expect(changed.rows.slice(0, 2).map(({ zone, title }) => [zone?.name, title])).toEqual([
    ['validated.example', 'Finishes for good, without a recorded approval, loses settings'],
    ['direct.example', 'Finishes for good, loses settings'],
  ]);
  expect(changed.rows[1]?.details).toContain('its approval is recorded (approved_digest)');
});

test('what is neither acknowledged nor approved is told', () => {
  const changed = reviewWith((name, value) => (name === 'acknowledge_irreversible' ? null : value));
  const line = 'neither acknowledged nor approved: apply will refuse it';
  expect(rowAt(changed, 'zone_managed_rules_migration.direct').details).toContain(line);
  expect(at('direct').details).not.toContain(line);
});

test('a migration that others began is taken over, and apply waits for its end', () => {
  expect(reviewOf('waiting')).toMatchObject({
    outcome: 'changes',
    rows: [
      {
        rank: 'takes',
        details: ['finishing → finished, apply waits for the end (minutes, up to an hour)'],
      },
    ],
  });
});

test('with `wait = false` apply waits for nothing', () => {
  expect(reviewOf('not-waiting').rows).toMatchObject([
    { rank: 'finishes', details: ['validation → finishing, saves 3 rules'] },
    { title: 'Takes over a migration', details: ['finishing → known after apply'] },
  ]);
});

test('a zone that is skipped stays in its state, and the review says why', () => {
  const rows = ['obstructed', 'later'].map((name) =>
    rowAt(reviewOf('skipped'), `zone_managed_rules_migration.${name}`),
  );
  const why = 'skipped because: Zone';
  expect(rows.map(({ title, details }) => [title, ...details])).toEqual([
    [
      'Skips a migration',
      'stays in start',
      `${why} obstructed.example (${zoneIdOf('obstructed')}) cannot migrate: a URI-based override is in the way.`,
    ],
    [
      'Skips a migration',
      'stays in validation',
      `${why} obstructed-later.example (${zoneIdOf('obstructed-later')}) cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
      'acknowledge_irreversible: not set → "' + zoneIdOf('obstructed-later') + '"',
      'on_incompatible: "refuse" → "skip"',
      'target_state: "validation" → "finished"',
    ],
  ]);
});

test('a zone that is skipped in validation saves changed rules, and the review says why it goes no further', () => {
  expect(rowAt(reviewOf('skipped'), 'zone_managed_rules_migration.edited')).toMatchObject({
    title: 'Saves changed rules',
    details: expect.arrayContaining([
      'stays in validation',
      expect.stringContaining('the expression of a firewall rule exceeds 4 KB'),
    ]),
  });
});

test('what changes no step is an update, and an abandoned migration leaves its zone as it is', () => {
  const edits = reviewOf('migration-edits');
  expect(edits.rows.map(({ rank, zone, title }) => [rank, zone?.name, title])).toEqual([
    ['destroys', 'abandoned.example', 'Abandons a migration, and leaves the zone as it is'],
    ['changes', 'adjusted.example', 'Saves changed rules'],
    ['changes', 'ended.example', 'Changes what is declared of a migration'],
    ['changes', 'kept.example', 'Changes what is declared of a migration'],
  ]);
  expect(edits.exit_code).toBe(2);
});

test('rules that are saved again are told, though the step is that of the plan before', () => {
  const again = JSON.parse(JSON.stringify(recordedPlan('migration-edits').shown), (name, value: unknown) =>
    name === 'step' ? 'save rules' : value,
  ) as unknown;
  const { rows } = reviewPlans([inputOf(again, 'again')], []);
  expect(rows.filter(({ title }) => title === 'Saves changed rules').map(({ zone }) => zone?.name)).toEqual([
    'adjusted.example',
  ]);
});

test('JSON in an attribute is compared by its parts', () => {
  const { details } = rowAt(reviewOf('migration-edits'), 'zone_managed_rules_migration.adjusted');
  expect(details).toContainEqual(
    expect.stringMatching(/^rules\[2\]\.action_parameters\.overrides\.rules\[\d\]\.action: /),
  );
});
