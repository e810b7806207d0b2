import { attributeLines, changeLine, migrationDetails } from '../../cli/review/change-phrases';
import { plain } from '../../cli/review/formats/terminal';
import { headline } from '../../cli/review/report';
import type { MigrationChange } from '../../cli/review/model';
import { reviewPlans } from '../../cli/review/review-plans';
import { zoneIdOf } from '../e2e/migrating-zones';
import { changeAt, inputOf, recordedPlan, reviewOf } from './recorded-plans';

const review = reviewOf('migrations');

const at = (name: string): ReturnType<typeof changeAt> =>
  changeAt(review, `zone_managed_rules_migration.${name}`);

test('migrations that finish come first, then the other one-way steps', () => {
  expect(review.changes.map(({ kind, zone, migration }) => [kind, zone?.name, migration?.step])).toEqual([
    ['one-way', 'direct.example', 'finish'],
    ['one-way', 'validated.example', 'finish'],
    ['one-way', 'begins.example', 'begin validation'],
    ['one-way', 'blocked.example', 'delete URI overrides'],
    ['adopt', 'done.example', 'take over'],
  ]);
  expect(review).toMatchObject({ outcome: 'irreversible', exit_code: 3, summary: { finishes: 2 } });
});

test('a finishing migration says what it saves, what is lost, and that it was acknowledged', () => {
  expect(at('validated')).toMatchObject({
    zone: { id: zoneIdOf('validated'), name: 'validated.example' },
    migration: {
      from: 'validation',
      to: 'finished',
      irreversible: true,
      acknowledged: true,
      approved_digest: null,
      rules: 6,
      rules_digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      not_carried_over: [
        { kind: 'core_rule_set_group_override' },
        { kind: 'core_rule_set_rule_override' },
        { kind: 'page_rule_waf_off' },
      ],
      waits: true,
    },
  });
});

test.each([
  ['direct', { from: 'start', to: 'finished', irreversible: true }],
  ['begins', { from: 'start', to: 'validation', irreversible: false, waits: false }],
  ['blocked', { from: 'start', to: 'start', irreversible: false, waits: false }],
  ['done', { from: 'finished', to: 'finished', irreversible: false, waits: false }],
])('the way of %s', (name, way) => {
  expect(at(name).migration).toMatchObject(way);
});

test('the overrides that apply deletes are listed', () => {
  expect(at('blocked').migration?.deleted_uri_overrides).toEqual([
    { id: '6'.repeat(32), description: 'upload 6', urls: ['example.com/upload-6*'] },
    { id: '7'.repeat(32), description: 'upload 7', urls: ['example.com/upload-7*'] },
  ]);
});

test('losses that could not be determined are unknown, not none', () => {
  const { shown } = recordedPlan('migrations');
  const text = JSON.stringify(shown, (name, value: unknown) => {
    if (name === 'not_carried_over') return null;
    return name === 'losses_unknown_because' ? 'The page rules cannot be read.' : value;
  });
  const changed = reviewPlans([inputOf(JSON.parse(text), 'unknown')], []);
  expect(changeAt(changed, 'zone_managed_rules_migration.direct').migration).toMatchObject({
    not_carried_over: null,
    losses_unknown_because: 'The page rules cannot be read.',
  });
});

test('an approved digest counts as the approval of a migration without a rollout', () => {
  const { shown } = recordedPlan('migrations');
  const text = JSON.stringify(shown, (_name, value: Readonly<Record<string, unknown>> | null) =>
    value?.['zone_id'] === zoneIdOf('direct') && 'approved_digest' in value
      ? { ...value, approved_digest: value['rules_digest'] }
      : value,
  );
  const changed = reviewPlans([inputOf(JSON.parse(text), 'approved')], []);
  expect([review.summary, changed.summary].map((one) => one.finishes_without_approval)).toEqual([2, 1]);
  expect(changed.changes.map(({ zone }) => zone?.name).slice(0, 2)).toEqual([
    'validated.example',
    'direct.example',
  ]);
  expect(headline(changed)).toBe('Changes that cannot be undone, 1 of 2 without a recorded approval');
});

test('a migration that others began is adopted, and apply waits for its end', () => {
  expect(reviewOf('waiting')).toMatchObject({
    outcome: 'changes',
    changes: [
      { kind: 'adopt', migration: { from: 'finishing', to: 'finished', irreversible: false, waits: true } },
    ],
    summary: { requests: { waits: 1, wait_minutes: 60 } },
  });
});

test('with `wait = false` apply waits for nothing', () => {
  expect(reviewOf('not-waiting')).toMatchObject({
    changes: [
      {
        kind: 'one-way',
        migration: { step: 'finish', from: 'validation', to: 'finishing', irreversible: true, waits: false },
      },
      {
        kind: 'adopt',
        migration: { step: 'take over', from: 'finishing', to: 'known after apply', waits: false },
      },
    ],
    summary: { requests: { waits: 0, wait_minutes: 0 } },
  });
});

test('a zone that is skipped stays in its state, and the review says why', () => {
  const skipped = ['obstructed', 'later'].map((name) =>
    changeAt(reviewOf('skipped'), `zone_managed_rules_migration.${name}`),
  );
  const lines = skipped.map((change) =>
    [
      changeLine(change),
      ...migrationDetails(change.migration as MigrationChange),
      ...attributeLines(change),
    ].map(plain),
  );
  const why = 'skipped because: Zone';
  expect(lines).toEqual([
    [
      `obstructed.example (${zoneIdOf('obstructed')}): skipped, stays in start`,
      `${why} obstructed.example (${zoneIdOf('obstructed')}) cannot migrate: a URI-based override is in the way.`,
    ],
    [
      `obstructed-later.example (${zoneIdOf('obstructed-later')}): skipped, stays in validation`,
      `${why} obstructed-later.example (${zoneIdOf('obstructed-later')}) cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
      'acknowledge_irreversible: not set → "' + zoneIdOf('obstructed-later') + '"',
      'on_incompatible: "refuse" → "skip"',
      'target_state: "validation" → "finished"',
    ],
  ]);
});

test('a zone that is skipped in validation saves changed rules, and the review says why it goes no further', () => {
  const { migration } = changeAt(reviewOf('skipped'), 'zone_managed_rules_migration.edited');
  expect(migration).toMatchObject({
    step: 'save rules',
    to: 'validation',
    skipped_because: [expect.stringContaining('the expression of a firewall rule exceeds 4 KB')],
  });
});

test('what changes no step is an update, and an abandoned migration leaves its zone as it is', () => {
  const edits = reviewOf('migration-edits');
  expect(
    edits.changes.map(({ kind, zone, migration, reason }) => [kind, zone?.name, migration?.step, reason]),
  ).toEqual([
    ['destroy', 'abandoned.example', undefined, 'the zone stays as it is'],
    ['update', 'adjusted.example', 'save rules', null],
    ['update', 'ended.example', '', null],
    ['update', 'finished.example', 'save rules', null],
    ['update', 'kept.example', '', null],
  ]);
  expect(edits.exit_code).toBe(2);
});

test('JSON in an attribute is compared by its parts', () => {
  const paths = changeAt(
    reviewOf('migration-edits'),
    'zone_managed_rules_migration.adjusted',
  ).attributes?.map(({ path }) => path);
  expect(paths).toContainEqual(
    expect.stringMatching(/^rules\[2\]\.action_parameters\.overrides\.rules\[\d\]\.action$/),
  );
});
