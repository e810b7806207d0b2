import type { ValueChange } from '../../cli/review/plan-json';
import { reviewPlans } from '../../cli/review/review-plans';
import { zoneIdOf } from '../e2e/migrating-zones';
import { recorded } from '../support/printed';
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
const DELETES = { migration_state: 'start', step: 'delete URI overrides' };
const OF_START = { before: { migration_state: 'start', step: 'skip' } };
const APPROVED = { wait: false, approved_digest: 'a', finish: { losses_unknown_because: 'no' } };
const ACKNOWLEDGED = { acknowledge_irreversible: zoneIdOf('a'), finish: { not_carried_over: [] } };
const OTHERWISE = { acknowledge_irreversible: zoneIdOf('b'), finish: LOST };
const NEW = { actions: ['create'], before: null };
const unknown = (name: string) => ({ after_unknown: { [name]: true } });

/** A migration before and after, where it is not in validation before and after. */
const PLANS: readonly (readonly [string, Edit, object])[] = [
  [
    'an override is deleted',
    { before: { ...DELETES, deleted_uri_overrides: URIS.slice(0, 1) } },
    { ...DELETES, deleted_uri_overrides: URIS },
  ],
  ['validation begins', OF_START, {}],
  // What is replaced continues nothing.
  ['it is destroyed, and created again', { actions: ['delete', 'create'] }, {}],
  ['it is created again, and destroyed', { actions: ['create', 'delete'] }, {}],
  [
    'rules are saved',
    { before: { replaced_rules: [{}], finish: { rules: ['a'] } } },
    { step: 'save rules', taken_over: true, replaced_rules: [{}], finish: { rules: ['b'] } },
  ],
  ['rules of one taken over are saved', NEW, { step: 'save rules', taken_over: true }],
  ['it may end', unknown('irreversible'), { target_state: 'finished' }],
  ['its target is not known', unknown('target_state'), { target_state: undefined }],
  ['an import may end', { importing: {}, ...unknown('step') }, { target_state: 'finished', step: undefined }],
  ['its zone is not known', { before: FINISH, ...unknown('zone_id') }, { ...FINISH, zone_id: undefined }],
  ['one taken over finishes', NEW, { ...FINISH, ...OTHERWISE, taken_over: true }],
  ['it finishes with an approval', {}, { ...FINISH, ...LOST, ...APPROVED }],
  ['it finishes with an acknowledgement', {}, { ...FINISH, ...LOST, ...ACKNOWLEDGED }],
  ['it has finished, and other rules are declared', { before: FINISH }, { ...FINISH, rules: [{}] }],
  ['nothing is planned', {}, { step: undefined, migration_state: undefined }],
  ['it cannot end', unknown('step'), { step: undefined }],
  ['what it loses is hidden', { ...OF_START, after_sensitive: { not_carried_over: true } }, LOST],
  ['the end of another is waited for', NEW, { migration_state: 'finished', step: 'wait for the finish' }],
];

test('of a migration is told what this plan does', () => {
  const zone = {
    zone_id: zoneIdOf('a'),
    target_state: 'validation',
    migration_state: 'validation',
    rules: [],
  };
  const was = { ...zone, step: 'begin validation', not_carried_over: [] };
  const [, recordedOne] = recordedPlan('migration-edits').shown['resource_changes'] as readonly object[];
  const told = PLANS.map(([name, edit, after]) => {
    const before = edit.before === null ? null : { ...was, ...edit.before };
    const change = { actions: ['update'], ...edit, before, after: { ...was, ...after } };
    const plan = { ...recordedPlan('no-change').shown, resource_changes: [{ ...recordedOne, change }] };
    const { rows } = reviewPlans([inputOf(plan, 'edited')], [], { requireProof: true });
    const lines = rows.flatMap(({ counted_as: marks, title, details }) => [
      `  ${marks.join(', ')}: ${title}`,
      ...details.map((line) => `    ${line}`),
    ]);
    return [name, ...lines, ''].join('\n');
  }).join('\n');
  expect(told).toBe(recorded('reviewed-migrations.txt', told));
});

type Edit = Partial<Omit<ValueChange, 'before'>> & { readonly before?: object | null };
