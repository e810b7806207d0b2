import { reviewPlans } from '../../cli/review/review-plans';
import { zoneIdOf } from '../e2e/migrating-zones';
import { inputOf, recordedPlan, reviewOf, rowAt } from './recorded-plans';

const review = reviewOf('migrations');

const at = (name: string): ReturnType<typeof rowAt> => rowAt(review, `zone_managed_rules_migration.${name}`);

/** The recorded plan with other values, and its review. */
const reviewWith = (replace: (name: string, value: unknown) => unknown): typeof review =>
  reviewPlans([inputOf(JSON.parse(JSON.stringify(recordedPlan('migrations').shown, replace)), 'other')], []);

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

test.each([
  ['save rules', ', saves 3 rules'],
  ['wait for the finish', ', apply waits for the end (minutes, up to an hour)'],
])('only what changes is told, though the step is that of the plan before: %s', (step, does) => {
  const again = JSON.parse(JSON.stringify(recordedPlan('migration-edits').shown), (name, value: unknown) =>
    name === 'step' ? step : value,
  ) as unknown;
  const { rows } = reviewPlans([inputOf(again, 'again')], []);
  expect(rows.slice(1).map(({ zone, details: [way] }) => [zone?.name, way])).toEqual([
    ['adjusted.example', `stays in validation${does}`],
    ['ended.example', 'stays in finished'],
    ['kept.example', 'stays in validation'],
  ]);
});

test.each(['delete,create', 'create,delete'])('what is replaced continues no migration: %s', (actions) => {
  const text = JSON.stringify(recordedPlan('migration-edits').shown);
  const other = text.replaceAll('["update"]', JSON.stringify(actions.split(',')));
  const { rows } = reviewPlans([inputOf(JSON.parse(other), 'other')], []);
  expect(rows.slice(0, 3).map(({ title, details: [way] }) => `${title}: ${way?.split(',')[0]}`)).toEqual([
    'Finishes for good, without a recorded approval, loses nothing: start → finished',
    'Begins validation, loses nothing: start → validation',
    'Saves changed rules: start → validation',
  ]);
});
