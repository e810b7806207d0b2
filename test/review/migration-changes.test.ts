import type { ValueChange } from '../../cli/review/plan-json';
import { reviewPlans } from '../../cli/review/review-plans';
import { zoneIdOf } from '../e2e/migrating-zones';
import { inputOf, recordedPlan } from './recorded-plans';

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

const URIS = [
  { id: '1', description: 'a' },
  { id: '2', kind: 'uri', urls: ['b/x', 'b/y'] },
];
const LOST = { not_carried_over: [{ id: '7', kind: 'page_rule', description: '' }] };
const FINISH = { step: 'finish', migration_state: 'finished', irreversible: true };
const [ENDED, WAITS] = [{ migration_state: 'finished' }, 'apply waits for the end (minutes, up to an hour)'];
const OF_START = { before: { migration_state: 'start', step: 'skip' } };
const BEGINS = [
  'Begins validation, loses nothing',
  'start → validation, from which no zone goes back to start, saves 0 rules',
] as const;
const DELETES = { migration_state: 'start', step: 'delete URI overrides' };
const NEW = { actions: ['create'], before: null };

/** A migration before and after, where it is not in validation before and after, and what is told of the plan. */
test.each<[Edit, object, marks: string, title: string, ...details: string[]]>([
  [
    { before: { ...DELETES, deleted_uri_overrides: URIS.slice(0, 1) } },
    { ...DELETES, deleted_uri_overrides: URIS },
    'overrides, unproven',
    'Deletes 1 URI override and stops there',
    ...['stays in start', 'deletes the URI override uri 2 of b/x, b/y'],
  ],
  [OF_START, {}, 'validates, unproven', ...BEGINS],
  // What is replaced continues nothing.
  [{ actions: ['delete', 'create'] }, {}, 'validates, destroys, unproven', ...BEGINS],
  [{ actions: ['create', 'delete'] }, {}, 'validates, destroys, unproven', ...BEGINS],
  [
    { before: { replaced_rules: [{}] } },
    { step: 'save rules', taken_over: true, replaced_rules: [{}] },
    'unproven, changes',
    'Saves changed rules',
    'stays in validation, saves 0 rules',
    ...['step: "begin validation" → "save rules"', 'taken_over: not set → true'],
  ],
  [
    NEW,
    { step: 'save rules', taken_over: true },
    'takes, unproven, changes',
    'Saves changed rules',
    'stays in validation, saves 0 rules',
  ],
  [
    NEW,
    { ...FINISH, taken_over: true, finish: LOST },
    'finishes, unapproved, loses, unproven',
    'Finishes for good, without a recorded approval, loses settings',
    `validation → finished, saves 0 rules, ${WAITS}`,
    ...['neither acknowledged nor approved: apply will refuse it', 'loses: page_rule 7'],
  ],
  [
    {},
    { ...FINISH, wait: false, approved_digest: 'a', finish: { losses_unknown_because: 'no' }, ...LOST },
    'finishes, loses, unproven',
    'Finishes for good, may lose settings',
    'validation → finished, saves 0 rules',
    ...['its approval is recorded (approved_digest)', 'what is lost is not known: no'],
  ],
  [
    {},
    { ...FINISH, acknowledge_irreversible: zoneIdOf('a'), finish: { not_carried_over: [] }, ...LOST },
    'finishes, unapproved, unproven',
    'Finishes for good, without a recorded approval, loses nothing',
    `validation → finished, saves 0 rules, ${WAITS}`,
  ],
  [
    NEW,
    { ...ENDED, step: 'wait for the finish' },
    'takes',
    'Waits for the end of a migration',
    `finishing → finished, ${WAITS}`,
  ],
])('of a migration is told what this plan does: %j %j', (edit, after, ...told) => {
  const zone = {
    zone_id: zoneIdOf('a'),
    target_state: 'validation',
    migration_state: 'validation',
    rules: [],
  };
  const was = { ...zone, step: 'begin validation', not_carried_over: [] };
  const before = edit.before === null ? null : { ...was, ...edit.before };
  const change = { actions: ['update'], ...edit, before, after: { ...was, ...after } };
  const [, recorded] = recordedPlan('migration-edits').shown['resource_changes'] as readonly object[];
  const plan = { ...recordedPlan('no-change').shown, resource_changes: [{ ...recorded, change }] };
  const { rows } = reviewPlans([inputOf(plan, 'edited')], [], { requireProof: true });
  const facts = rows.map(({ counted_as: marks, title, details }) => {
    return [marks.join(', '), title, ...details.filter((each) => !each.startsWith('not proven'))];
  });
  expect(facts).toEqual([told]);
});

type Edit = Partial<Omit<ValueChange, 'before'>> & { readonly before?: object | null };
