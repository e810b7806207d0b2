import type { Review } from '../../cli/review/model';
import type { ResourceChange, ValueChange } from '../../cli/review/plan-json';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf, recordedPlan } from './recorded-plans';

/** Actions that the recorded plans do not have, in the form of the engine's documentation of its JSON. */
const ZONE_ID = '0'.repeat(32);
const values = { zone_id: ZONE_ID, cookies: ['sid'] };
const old = { ...values, zone_name: 'a' };
const now = { ...old, zone_name: 'b' };

function reviewOf(members: object): Review {
  return reviewPlans([inputOf({ ...recordedPlan('no-change').shown, ...members }, 'stack')], []);
}

function fields(change: Partial<ValueChange>, more: Partial<ResourceChange> = {}): ResourceChange {
  return {
    address: X,
    mode: 'managed',
    type: 'zone_log_custom_fields',
    provider_name: 'registry.terraform.io/zonewright/zone',
    change: { actions: ['no-op'], before: values, after: values, ...change },
    ...more,
  };
}

const X = 'zone_log_custom_fields.x';
const gone = { actions: ['delete'], after: null };
const forget = { actions: ['forget'], after: null };
const imported = {
  ...{ actions: ['update'], importing: { unknown: true }, after: { ...values, cookies: [] } },
  after_unknown: { ruleset_id: true },
};
const keyed = { address: `${X}["a"]`, previous_address: X };
const MIGRATION = { type: 'zone_managed_rules_migration' };
const because = (reason: string): object => ({ action_reason: reason });

test.each<readonly [string, Partial<ValueChange>, Partial<ResourceChange>, object]>([
  [
    'a removed block forgets',
    forget,
    {},
    { rank: 'forgets', action: 'forget', zone: { id: ZONE_ID }, proof: null },
  ],
  [
    'a migration that is forgotten',
    forget,
    MIGRATION,
    { counted_as: ['forgets'], title: 'Removes a migration from the state and keeps it at the service' },
  ],
  ...[
    ['create', 'forget'],
    ['forget', 'create'],
  ].map((actions): [string, Partial<ValueChange>, Partial<ResourceChange>, object] => [
    `a replacement that may not destroy: ${actions.join(', ')}`,
    { actions, after: { ...values, cookies: [] } },
    because('replace_by_request'),
    {
      counted_as: ['forgets'],
      title: 'Removes log fields from the state, keeps it at the service, and creates another',
      details: ['no fields', 'because: requested with -replace', 'cookies: − sid'],
    },
  ]),
  [
    'a tainted object is replaced',
    { actions: ['delete', 'create'] },
    because('replace_because_tainted'),
    { rank: 'destroys', action: 'replace', details: ['cookies sid', 'because: tainted'] },
  ],
  [
    'create_before_destroy replaces as well',
    { actions: ['create', 'delete'] },
    because('replace_by_triggers'),
    { counted_as: ['destroys'], details: ['cookies sid', 'because: replace_triggered_by'] },
  ],
  [
    'a replacement names what changes, and not that it was requested as well',
    { actions: ['delete', 'create'], replace_paths: [['zone_id'], ['cookies', 0]] },
    because('replace_by_request'),
    { details: ['cookies sid', 'because: zone_id, cookies.0 changes'] },
  ],
  [
    'an object of a later version, of the other registry',
    { actions: ['update'], after: { ...values, cookies: ['a', 'sid', 'b'] } },
    { type: 'zone_later', provider_name: 'registry.opentofu.org/zonewright/zone' },
    { counted_as: ['changes'], title: 'Changes an object', details: ['cookies: + a, b'] },
  ],
  ['a deposed object is destroyed', gone, { deposed: 'k' }, { rank: 'destroys', address: `${X} (deposed)` }],
  [
    'an import with a change is an adoption with attributes',
    imported,
    {},
    {
      ...{ rank: 'takes', action: 'update' },
      details: [
        'no fields',
        'because: imported',
        'cookies: − sid',
        'ruleset_id: not set → known after apply',
      ],
    },
  ],
  ['a zone has its new name', { ...imported, before: old, after: now }, {}, { zone: { name: 'b' } }],
  ['an instance that gets a key moves', {}, keyed, { rank: 'moves' }],
])('%s', (_case, change, more, expected) => {
  expect(reviewOf({ resource_changes: [fields(change, more)] }).rows).toMatchObject([expected]);
});

test('a data source that apply reads is no change', () => {
  const read = fields({ actions: ['read'], before: null }, { mode: 'data', address: 'data.zone_rulesets.x' });
  expect(reviewOf({ resource_changes: [read] })).toMatchObject({ outcome: 'no changes', rows: [] });
});

test('what the engine deferred is listed with its reason', () => {
  const resource_change = fields({ actions: ['create'], before: null });
  const deferred_changes = ['instance_count_unknown', 'new'].map((reason) => ({ reason, resource_change }));
  const where = { rank: 'later', stack: 'stack', address: X };
  expect(reviewOf({ deferred_changes }).rows).toMatchObject([
    { ...where, details: ['its count or for_each is not known yet'] },
    { ...where, details: ['new'] },
  ]);
});

test('an action that apply invokes is a change, of whichever provider', () => {
  const invoked = {
    address: 'action.other_hook.x',
    type: 'other_hook',
    name: 'x',
    provider_name: 'r/o/other',
  };
  const resource_drift = [fields({ actions: ['update'], after: { ...values, cookies: [] } })];
  expect(reviewOf({ action_invocations: [invoked], resource_drift, applyable: true })).toMatchObject({
    outcome: 'changes',
    stacks: [{ changes: 1, state_only: false }],
    rows: [
      { counted_as: ['outside'], title: 'Changed outside, apply leaves it as it is' },
      { counted_as: ['others'], address: 'action.other_hook.x', details: ['r/o/other'] },
    ],
  });
});

test('an action of ours has its zone', () => {
  const invoked = {
    address: 'action.zone_logpush_delivery.x',
    type: 'zone_logpush_delivery',
    name: 'x',
    provider_name: 'registry.terraform.io/zonewright/zone',
    config_values: { zone_id: ZONE_ID, timeout: '10m' },
    config_unknown: { job_id: true },
    lifecycle_action_trigger: {
      ...{ triggering_resource_address: 'zone_logpush_job.x', action_trigger_event: 'AfterCreate' },
      ...{ action_trigger_block_index: 0, actions_list_index: 0 },
    },
  };
  const details = ['after create of zone_logpush_job.x'];
  expect(reviewOf({ action_invocations: [invoked] })).toMatchObject({
    outcome: 'changes',
    rows: [
      { counted_as: ['invokes'], address: 'action.zone_logpush_delivery.x', zone: { id: ZONE_ID }, details },
    ],
  });
});

test('outputs that change are changes', () => {
  const [same, other, old] = ['no-op', 'create', 'delete'].map((action) => ({ actions: [action] }));
  expect(reviewOf({ output_changes: { same, other, old } })).toMatchObject({
    outcome: 'changes',
    stacks: [{ changes: 0, output_changes: 2, state_only: false }],
  });
});

test('checks that passed are not listed, those that are not known yet are', () => {
  const check = (name: string, status: string, ...messages: readonly string[]): object => ({
    address: { to_display: `check.${name}` },
    status,
    instances: [{}, ...messages.map((message) => ({ problems: [{ message }] }))],
  });
  const [passed, open] = [check('a', 'pass', '1'), check('b', 'unknown')];
  const checks = [passed, open, check('c', 'error'), check('d', 'fail', '2', '3')];
  expect(reviewOf({ checks }).rows.map((row) => [row.address, row.title, row.rank, row.details])).toEqual([
    ['check.c', 'A check could not be evaluated', 'checks', []],
    ['check.d', 'A check failed', 'checks', ['2', '3']],
    ['check.b', 'A check is known only after apply', 'later', []],
  ]);
});

const ZONES = { names: ['x.example'], ids: { 'x.example': ZONE_ID } };

test.each([
  [
    'cloudflare_zone',
    { child_modules: [{ resources: [dataSource('cloudflare_zone', { id: ZONE_ID, name: 'x.example' })] }] },
  ],
  ['zone_zones', { resources: [dataSource('zone_zones', ZONES)] }],
])('a zone has the name that the data source %s tells', (_type, root_module) => {
  const change = fields({ actions: ['update'], after: { ...values, cookies: [] } });
  expect(
    reviewOf({ prior_state: { values: { root_module } }, resource_changes: [change] }).rows,
  ).toMatchObject([{ zone: { id: ZONE_ID, name: 'x.example' } }]);
});

function dataSource(type: string, values: object): object {
  return { address: `data.${type}.x`, mode: 'data', type, values };
}

test('a job needs no eyes if one delivers there that the plan leaves out, as with -target', () => {
  const job = { destination: 's3://a' };
  const type = 'zone_logpush_job';
  const root_module = { resources: [{ address: 'zone_logpush_job.other', type, values: job }] };
  const { rows } = reviewOf({
    prior_state: { values: { root_module } },
    resource_changes: [fields({ actions: ['create'], before: null, after: { ...values, ...job } }, { type })],
  });
  expect(rows).toMatchObject([{ counted_as: ['creates'] }]);
});

test('the drift of an object whose zone the service does not have is corrected by nothing', () => {
  const drifted = reviewOf({
    resource_drift: [fields(gone)],
    resource_changes: [fields({ actions: ['create'], before: null, after: { ...values, ruleset_id: null } })],
  });
  expect(drifted.rows.map(({ title, details }) => [title, details.at(-1)])).toEqual([
    ['Deleted outside, apply leaves it as it is', 'cookies sid'],
    ['Creates log fields', 'because: the service did not have its zone, so apply refuses it'],
  ]);
});
