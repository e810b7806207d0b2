import type { Review } from '../../cli/review/model';
import type { ResourceChange, ValueChange } from '../../cli/review/plan-json';
import { reviewPlans } from '../../cli/review/review-plans';
import { recorded } from '../support/printed';
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

const edits: Readonly<Record<string, readonly [Partial<ValueChange>, Partial<ResourceChange>?]>> = {
  'a removed block forgets': [forget],
  'a migration that is forgotten': [forget, MIGRATION],
  'a replacement that may not destroy': [
    { actions: ['create', 'forget'], after: { ...values, cookies: [] } },
    because('replace_by_request'),
  ],
  'a replacement that may not destroy, in the other order': [
    { actions: ['forget', 'create'], after: { ...values, cookies: [] } },
    because('replace_by_request'),
  ],
  'a tainted object is replaced': [{ actions: ['delete', 'create'] }, because('replace_because_tainted')],
  'create_before_destroy replaces as well': [
    { actions: ['create', 'delete'] },
    because('replace_by_triggers'),
  ],
  'a replacement names what changes, and not that it was requested as well': [
    { actions: ['delete', 'create'], replace_paths: [['zone_id'], ['cookies', 0]] },
    because('replace_by_request'),
  ],
  'an object of a later version, of the other registry': [
    { actions: ['update'], after: { ...values, cookies: ['a', 'sid', 'b'] } },
    { type: 'zone_later', provider_name: 'registry.opentofu.org/zonewright/zone' },
  ],
  'a deposed object is destroyed': [gone, { deposed: 'k' }],
  'an import with a change is an adoption with attributes': [imported],
  'a zone has its new name': [{ ...imported, before: old, after: now }],
  'an instance that gets a key moves': [{}, keyed],
  'a header that may hold a secret is newly logged, beside a setting that is kept': [
    {
      actions: ['update'],
      after: { ...values, request_headers: ['x', 'authorization'], kept_settings: '{"a":1}' },
    },
  ],
  'a job of a zone that the service does not have': [
    { actions: ['create'], before: null, after: { ...values, job_id: null } },
    { type: 'zone_logpush_job' },
  ],
  'managed rules of a zone that the service does not have': [
    { actions: ['create'], before: null, after: { ...values, ruleset_id: null } },
    { type: 'zone_managed_rules' },
  ],
  'a data source that apply reads is no change': [
    { actions: ['read'], before: null },
    { mode: 'data', address: 'data.zone_rulesets.x' },
  ],
};

const created = fields({ actions: ['create'], before: null });
const updated = fields({ actions: ['update'], after: { ...values, cookies: [] } });
const job = { destination: 's3://a' };
const toJob = { actions: ['create'], before: null, after: { ...values, ...job } };
const stateOf = (...resources: readonly object[]): object => ({ values: { root_module: { resources } } });
const [tells, known] = [{ id: ZONE_ID, name: 'x.example' }, { ids: { 'x.example': ZONE_ID } }];
const zoneOfOthers = { child_modules: [{ resources: [dataSource('cloudflare_zone', tells)] }] };
const check = (name: string, status: string, ...messages: readonly string[]): object => ({
  address: { to_display: `check.${name}` },
  status,
  instances: [{}, ...messages.map((message) => ({ problems: [{ message }] }))],
});
const hook = { address: 'action.other_hook.x', type: 'other_hook', name: 'x', provider_name: 'r/o/other' };
const delivery = {
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

const plans: Readonly<Record<string, object>> = {
  'what the engine deferred is listed with its reason': {
    deferred_changes: ['instance_count_unknown', 'new'].map((reason) => ({
      reason,
      resource_change: created,
    })),
  },
  'an action that apply invokes is a change, of whichever provider': {
    ...{ action_invocations: [hook], resource_drift: [updated], applyable: true },
  },
  'an action of ours has its zone': { action_invocations: [delivery] },
  'outputs that change are changes': {
    output_changes: {
      same: { actions: ['no-op'] },
      other: { actions: ['create'] },
      old: { actions: ['delete'] },
    },
  },
  'checks that passed are not listed, those that are not known yet are': {
    checks: [
      check('a', 'pass', '1'),
      check('b', 'unknown'),
      check('c', 'error'),
      check('d', 'fail', '2', '3'),
    ],
  },
  'an action of ours, of a registry of others': {
    action_invocations: [{ ...delivery, provider_name: 'r/o/other' }],
  },
  'a zone has the name that drift tells': {
    ...{
      resource_drift: [fields({ actions: ['update'], before: old, after: now })],
      resource_changes: [updated],
    },
  },
  'a zone has the name that it is planned to have': {
    planned_values: {
      root_module: { resources: [dataSource('a_zone', { ...tells, id: 'x', zone_id: ZONE_ID })] },
    },
    resource_changes: [updated],
  },
  'what is called like a zone names none': {
    ...{ prior_state: stateOf(dataSource('an_ozone', tells)), resource_changes: [updated] },
  },
  'a zone has the name that the data source of others tells': {
    ...{ prior_state: { values: { root_module: zoneOfOthers } }, resource_changes: [updated] },
  },
  'a zone has the name that our data source tells': {
    ...{ prior_state: stateOf(dataSource('zone_zones', known)), resource_changes: [updated] },
  },
  'a zone has no name that the state hides': {
    prior_state: stateOf(
      { ...dataSource('cloudflare_zone', tells), sensitive_values: { name: true } },
      { ...dataSource('zone_zones', known), sensitive_values: { ids: true } },
      { ...dataSource('zone_rulesets', now), sensitive_values: { zone_name: true } },
    ),
    resource_changes: [updated],
  },
  'a job needs no eyes if one delivers there that the plan leaves out, as with -target': {
    prior_state: stateOf({ address: 'zone_logpush_job.other', type: 'zone_logpush_job', values: job }),
    resource_changes: [fields(toJob, { type: 'zone_logpush_job' })],
  },
  'the drift of an object whose zone the service does not have is corrected by nothing': {
    resource_drift: [fields(gone)],
    resource_changes: [fields({ actions: ['create'], before: null, after: { ...values, ruleset_id: null } })],
  },
  ...Object.fromEntries(
    Object.entries(edits).map(([name, edit]) => [name, { resource_changes: [fields(...edit)] }]),
  ),
};

function dataSource(type: string, values: object): object {
  return { address: `data.${type}.x`, mode: 'data', type, values };
}

test('what a review says of each is as it was', () => {
  const told = Object.entries(plans).map(([name, members]) => {
    const { outcome, stacks, rows } = reviewOf(members);
    const [{ name: _name, plan: _plan, ...stack } = {}] = stacks;
    const lines = rows.flatMap(({ counted_as: marks, title, details, rank: _rank, ...row }) => [
      `  ${marks.join(', ')}: ${title}`,
      ...[JSON.stringify(row), ...details].map((line) => `    ${line}`),
    ]);
    return [`${name}: ${outcome} ${JSON.stringify(stack)}`, ...lines, ''].join('\n');
  });
  const text = told.join('\n');
  expect(text).toBe(recorded('reviewed-actions.txt', text));
});
