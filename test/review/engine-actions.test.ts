import type { Review } from '../../cli/review/model';
import type { ResourceChange, ValueChange } from '../../cli/review/plan-json';
import { reviewPlans } from '../../cli/review/review-plans';
import { inputOf, recordedPlan } from './recorded-plans';

/** Actions that the recorded plans do not have, in the form of the engine's documentation of its JSON. */
const ZONE_ID = '0'.repeat(32);
const values = { zone_id: ZONE_ID, cookies: ['sid'] };

function reviewOf(members: object): Review {
  return reviewPlans([inputOf({ ...recordedPlan('no-change').shown, ...members }, 'stack')], []);
}

function fields(change: Partial<ValueChange>, more: Partial<ResourceChange> = {}): ResourceChange {
  return {
    address: 'zone_log_custom_fields.x',
    mode: 'managed',
    type: 'zone_log_custom_fields',
    provider_name: 'registry.terraform.io/zonewright/zone',
    change: { actions: ['no-op'], before: values, after: values, ...change },
    ...more,
  };
}

const forget = { actions: ['forget'], after: null };
const taken = { ...values, on_existing: 'refuse', taken_over: true };
const imported = { actions: ['update'], importing: { id: ZONE_ID }, after: { ...values, cookies: [] } };
const keyed = { address: 'zone_log_custom_fields.x["a"]', previous_address: 'zone_log_custom_fields.x' };
const because = (reason: string): object => ({ action_reason: reason });

test.each<readonly [string, Partial<ValueChange>, Partial<ResourceChange>, object]>([
  [
    'a removed block forgets an object',
    forget,
    {},
    { kind: 'forget', action: 'forget', zone: { id: ZONE_ID } },
  ],
  [
    'a tainted object is replaced',
    { actions: ['delete', 'create'] },
    because('replace_because_tainted'),
    { kind: 'replace', action: 'replace', reason: 'tainted' },
  ],
  [
    'create_before_destroy replaces as well',
    { actions: ['create', 'delete'] },
    because('replace_by_triggers'),
    { kind: 'replace', reason: 'replace_triggered_by' },
  ],
  [
    'a deposed object is destroyed',
    { actions: ['delete'], after: null },
    { deposed: 'byebye' },
    { kind: 'destroy', address: 'zone_log_custom_fields.x (deposed)' },
  ],
  [
    'an import with a change is an adoption with attributes',
    imported,
    {},
    { kind: 'adopt', action: 'update', reason: 'imported', attributes: [{ path: 'cookies' }] },
  ],
  [
    'equal fields that exist are adopted',
    { actions: ['create'], before: null, after: taken },
    {},
    { kind: 'adopt', reason: 'the zone has equal settings' },
  ],
  ['an instance that gets a key moves', {}, keyed, { kind: 'move' }],
])('%s', (_case, change, more, expected) => {
  expect(reviewOf({ resource_changes: [fields(change, more)] }).changes).toMatchObject([expected]);
});

test('a forgotten or moved object takes no request', () => {
  const changes = [
    fields({ actions: ['forget'], after: null }),
    fields({}, { previous_address: 'zone_log_custom_fields.y' }),
  ];
  expect(reviewOf({ resource_changes: changes }).summary.requests.apply).toBe(0);
});

test('fields that are created take two requests, as many as the provider sends (test/e2e/requests.test.ts)', () => {
  const created = fields({ actions: ['create'], before: null });
  expect(reviewOf({ resource_changes: [created] }).summary.requests.apply).toBe(2);
});

test('a data source that apply reads is no change; its request is counted', () => {
  const read = fields({ actions: ['read'], before: null }, { mode: 'data', address: 'data.zone_rulesets.x' });
  expect(reviewOf({ resource_changes: [read] })).toMatchObject({
    outcome: 'no changes',
    changes: [],
    summary: { requests: { apply: 1 } },
  });
});

test('what the engine deferred is listed with its reason', () => {
  const deferred = {
    reason: 'instance_count_unknown',
    resource_change: fields({ actions: ['create'], before: null }),
  };
  expect(reviewOf({ deferred_changes: [deferred] }).deferred).toEqual([
    { stack: 'stack', address: 'zone_log_custom_fields.x', reason: 'its count or for_each is not known yet' },
  ]);
});

test('outputs that change are changes', () => {
  const outputs = { same: { actions: ['no-op'] }, other: { actions: ['create'], after: 'x' } };
  expect(reviewOf({ output_changes: outputs })).toMatchObject({
    outcome: 'changes',
    summary: { output_changes: 1 },
  });
});

test('checks that passed are not listed, those that are not known yet are', () => {
  const check = (name: string, status: string): object => ({
    address: { to_display: `check.${name}` },
    status,
  });
  const checks = [check('a', 'pass'), check('b', 'unknown'), check('c', 'error')];
  expect(reviewOf({ checks }).checks.map(({ address, status }) => [address, status])).toEqual([
    ['check.b', 'unknown'],
    ['check.c', 'error'],
  ]);
});

test("a zone has the name that the vendor's data source tells", () => {
  const zone = { address: 'data.cloudflare_zone.x', mode: 'data', type: 'cloudflare_zone' };
  const prior = {
    values: {
      root_module: {
        child_modules: [{ resources: [{ ...zone, values: { id: ZONE_ID, name: 'x.example' } }] }],
      },
    },
  };
  const change = fields({ actions: ['update'], after: { ...values, cookies: [] } });
  expect(reviewOf({ prior_state: prior, resource_changes: [change] }).changes).toMatchObject([
    { zone: { id: ZONE_ID, name: 'x.example' } },
  ]);
});

test('the drift of an object whose zone the service does not have is corrected by nothing', () => {
  const { drift } = reviewOf({
    resource_drift: [fields({ actions: ['delete'], after: null })],
    resource_changes: [fields({ actions: ['create'], before: null, after: { ...values, ruleset_id: null } })],
  });
  expect(drift).toMatchObject([{ kind: 'deleted', corrected: 'none' }]);
});
