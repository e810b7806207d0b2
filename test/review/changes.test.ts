import { zoneIdOf } from '../e2e/migrating-zones';
import { markdownText } from '../../cli/review/formats/markdown';
import type { ResourceChange } from '../../cli/review/plan-json';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { changeAt, inputOf, planInput, recordedPlan, reviewOf } from './recorded-plans';

const [SHOP, BLOG, DOCS] = ['shop', 'blog', 'docs'].map(zoneIdOf);

const review = reviewOf('every-change');

test('every change is of one kind, the most important first', () => {
  expect(review.changes.filter(({ ours }) => ours).map(({ kind, address }) => `${kind}: ${address}`)).toEqual(
    [
      'destroy: zone_logpush_job.destroyed',
      'replace: zone_logpush_job.replaced',
      'adopt: zone_log_custom_fields.blog',
      'adopt: zone_log_custom_fields.docs',
      'create: zone_logpush_job.created',
      'create: zone_logpush_job.deleted',
      'update: zone_log_custom_fields.shop',
      'update: zone_logpush_job.changed',
      'update: zone_logpush_job.rotated',
      'move: zone_logpush_job.after',
    ],
  );
  expect(review).toMatchObject({ outcome: 'changes', exit_code: 2, summary: { zones: 4, deletes: 2 } });
});

test('objects of other providers are listed and counted as theirs, without values', () => {
  expect(review.changes.filter(({ ours }) => !ours)).toMatchObject([
    { address: 'terraform_data.other', kind: 'update', attributes: null, zone: null, object: '' },
  ]);
  expect(review.summary.other_changes).toMatchObject({ update: 1, create: 0 });
});

test.each(['every-change', 'migrations', 'unknown-zone', 'finished-since'])(
  'a provider is known by its types, whatever its address is: %s',
  (name) => {
    const elsewhere = 'registry.example/platform/zone';
    const published = 'registry.terraform.io/zonewright/zone';
    const plan = planInput(name);
    const text = JSON.stringify(plan.plan).replaceAll(published, elsewhere);
    const other = inputOf(JSON.parse(text), name);
    const [here, there] = [reviewPlans([plan], []), reviewPlans([other], [])];
    expect(JSON.parse(JSON.stringify(there).replaceAll(elsewhere, published))).toEqual(here);
    const ours = there.changes.filter((change) => change.ours);
    expect(markdownText(reviewReport(there)).split(elsewhere).length - 1).toBe(ours.length);
    expect(markdownText(reviewReport(here))).not.toContain(published);
  },
);

describe('an adoption is no creation, and says why', () => {
  test.each([
    ['zone_log_custom_fields.blog', BLOG, 'on_existing = "adopt"', 'create'],
    ['zone_log_custom_fields.docs', DOCS, 'imported', 'no-op'],
  ])('%s', (address, zone, reason, action) => {
    expect(changeAt(review, address)).toMatchObject({ kind: 'adopt', reason, action, zone: { id: zone } });
  });

  test.each(['module.old.cloudflare_logpush_job.it[0]', 'cloudflare_logpush_job.it["a.b]c"]'])(
    'an object that moves from another type: %s',
    (previous) => {
      const { shown } = recordedPlan('every-change');
      const text = JSON.stringify(shown).replace('"zone_logpush_job.before"', JSON.stringify(previous));
      const moved = reviewPlans([inputOf(JSON.parse(text), 'moved')], []);
      expect(changeAt(moved, 'zone_logpush_job.after')).toMatchObject({
        kind: 'adopt',
        reason: 'moved from cloudflare_logpush_job',
      });
    },
  );
});

test.each(['zone_log_custom_fields.shop', 'zone_managed_rules.rules'])(
  'what an interrupted apply wrote is adopted: %s',
  (address) => {
    expect(changeAt(reviewOf('interrupted'), address)).toMatchObject({
      kind: 'adopt',
      action: 'create',
      reason:
        'the zone has equal settings of Zonewright, from an interrupted apply, another resource or another state',
    });
  },
);

test('managed rules that replace those of the zone are adopted, whatever their type has', () => {
  const { shown } = recordedPlan('no-change');
  const after = {
    zone_id: SHOP,
    on_existing: 'adopt',
    deployments: { owasp: {} },
    exceptions: {},
    adopted: [{}, {}],
  };
  const rules = {
    address: 'zone_managed_rules.shop',
    mode: 'managed',
    type: 'zone_managed_rules',
    provider_name: 'registry.opentofu.org/zonewright/zone',
    change: { actions: ['create'], before: null, after, after_unknown: { rule_ids: true } },
  };
  const adopted = reviewPlans([inputOf({ ...shown, resource_changes: [rules] }, 'rules')], []);
  expect(changeAt(adopted, 'zone_managed_rules.shop')).toMatchObject({
    kind: 'adopt',
    ours: true,
    object: 'deployments owasp',
    reason: 'on_existing = "adopt"',
  });
  expect(adopted.summary.requests).toMatchObject({ apply: 5, not_counted: 0 });
});

test('an update has its attributes before and after, and tells drift that it puts back from what was meant', () => {
  const attribute = { sensitive: false, known_after_apply: false };
  expect(changeAt(review, 'zone_log_custom_fields.shop').attributes).toEqual([
    { ...attribute, path: 'cookies', before: [], after: ['sid', 'theme'], corrects_drift: false },
    {
      ...attribute,
      path: 'request_headers',
      before: ['x-drift', 'x-id'],
      after: ['x-id'],
      corrects_drift: true,
    },
  ]);
});

test('of a destination only the part without secrets is shown', () => {
  expect(changeAt(review, 'zone_logpush_job.rotated').attributes).toEqual([
    {
      path: 'destination_conf',
      before: 'https://logs.example',
      after: 'https://logs.example',
      sensitive: true,
      known_after_apply: false,
      corrects_drift: false,
    },
  ]);
  expect(JSON.stringify(review)).not.toContain('secret');
});

describe('no value that the plan marks as sensitive is shown', () => {
  /** The plan with another mask and other values of one object. */
  const masked = (address: string, after: object, mask: object): string => {
    const { shown } = recordedPlan('every-change');
    const changes = (shown['resource_changes'] as readonly ResourceChange[]).map((each) => {
      if (each.address !== address) return each;
      const { after: planned, after_sensitive: sensitive } = each.change;
      const change = {
        ...each.change,
        after: { ...(planned as object), ...after },
        after_sensitive: { ...(sensitive as object), ...mask },
      };
      return { ...each, change };
    });
    return JSON.stringify(reviewPlans([inputOf({ ...shown, resource_changes: changes }, 'masked')], []));
  };

  test.each<readonly [string, string, object, object]>([
    ['a text', 'zone_logpush_job.changed', { name: 'planted' }, { name: true }],
    [
      'an element of a set',
      'zone_log_custom_fields.shop',
      { cookies: ['a', 'planted'] },
      { cookies: [false, true] },
    ],
    [
      'a part of an object',
      'zone_logpush_job.changed',
      { logpull_options: { fields: ['planted'] } },
      { logpull_options: { fields: [true] } },
    ],
    ['a challenge token, marked or not', 'zone_logpush_job.changed', { ownership_challenge: 'planted' }, {}],
    [
      'a destination, marked or not',
      'zone_logpush_job.changed',
      { destination_conf: 's3://b/p?secret=planted' },
      { destination_conf: false },
    ],
  ])('%s', (_case, address, after, mask) => {
    expect(masked(address, after, mask)).not.toContain('planted');
  });

  test('and what it does not mark is', () => {
    expect(masked('zone_logpush_job.changed', { name: 'planted' }, {})).toContain('planted');
  });
});

test('drift in an attribute that apply changes to something else is not put back', () => {
  const { shown } = recordedPlan('every-change');
  const text = JSON.stringify(shown['resource_drift'])
    .replaceAll('"x-id"', '"x-before"')
    .replaceAll('"sid"', '"before"');
  const { drift } = reviewPlans([inputOf({ ...shown, resource_drift: JSON.parse(text) }, 'drift')], []);
  expect(drift.map(({ address, corrected }) => [address, corrected])).toEqual([
    ['zone_log_custom_fields.shop', 'none'],
    ['zone_logpush_job.deleted', 'all'],
  ]);
});

describe('a secret that others changed', () => {
  const address = 'zone_logpush_job.rotated';
  const { shown } = recordedPlan('every-change');
  const change = (shown['resource_changes'] as readonly ResourceChange[]).find(
    (each) => each.address === address,
  ) as ResourceChange;
  const { before, after } = change.change as { before: object; after: object };
  /** The review after others changed the destination from these values. */
  const driftedFrom = (values: object): ReturnType<typeof reviewPlans> => {
    const actions = ['update'];
    const drift = { ...change, change: { ...change.change, actions, before: values, after: before } };
    return reviewPlans([inputOf({ ...shown, resource_drift: [drift] }, 'secrets')], []);
  };

  test.each([
    ['is put back by a plan of the same secret', after, true, 'all'],
    [
      'is not put back by a plan of another one, although both are shown alike',
      { ...after, destination_conf: `${(after as { destination_conf: string }).destination_conf}-third` },
      false,
      'none',
    ],
  ])('%s', (_case, values, corrects, corrected) => {
    const reviewed = driftedFrom(values);
    expect(changeAt(reviewed, address).attributes).toMatchObject([{ corrects_drift: corrects }]);
    expect(reviewed.drift).toMatchObject([{ address, corrected }]);
    expect(JSON.stringify(reviewed)).not.toContain('secret-0123456789');
  });
});

test('drift says what others changed and whether apply puts it back', () => {
  expect(
    review.drift.map(({ address, kind, corrected, attributes }) => ({
      address,
      kind,
      corrected,
      paths: attributes?.map(({ path }) => path),
    })),
  ).toEqual([
    {
      address: 'zone_log_custom_fields.shop',
      kind: 'changed',
      corrected: 'some',
      paths: ['cookies', 'request_headers'],
    },
    { address: 'zone_logpush_job.deleted', kind: 'deleted', corrected: 'all', paths: [] },
  ]);
});

test('a moved object is no change at the service', () => {
  expect(changeAt(review, 'zone_logpush_job.after')).toMatchObject({
    kind: 'move',
    action: 'no-op',
    previous_address: 'zone_logpush_job.before',
  });
});

test('a plan that only records drift counts as a change', () => {
  expect(reviewOf('refresh-only')).toMatchObject({
    outcome: 'changes',
    changes: [],
    stacks: [{ state_only: true }],
    drift: [{ corrected: 'recorded' }],
  });
});

test('checks that failed are listed', () => {
  expect(review.checks).toEqual([
    {
      stack: 'every-change',
      address: 'check.only_declared_jobs',
      status: 'fail',
      messages: ['Zone shop.example has log push jobs that are not declared.'],
    },
  ]);
});

test('a zone that is known only after apply is said to be', () => {
  expect(changeAt(reviewOf('unknown-zone'), 'zone_log_custom_fields.later')).toMatchObject({
    kind: 'adopt',
    zone: { id: null, name: null },
    reason: 'on_existing = "adopt": what it takes over is known only after apply',
  });
});

test('a plan without changes is empty', () => {
  expect(reviewOf('no-change')).toMatchObject({
    outcome: 'no changes',
    exit_code: 0,
    changes: [],
    drift: [],
  });
});
