import { markdownText } from '../../cli/review/formats';
import { attributeChanges, attributeLine } from '../../cli/review/attribute-changes';
import type { Review } from '../../cli/review/model';
import type { PlanJson, ResourceChange, ValueChange } from '../../cli/review/plan-json';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { driftIn, inputOf, planInput, recordedPlan, rowAt } from './recorded-plans';

/** The review of the plan with other values in one change. */
function edited(
  address: string,
  { before = {}, after = {}, ...more }: Edit,
  name = 'every-change',
  limits = {},
): Review {
  const { shown } = recordedPlan(name);
  const changes = (shown['resource_changes'] as readonly ResourceChange[]).map((each) => {
    if (each.address !== address) return each;
    const { before: had, after: has } = each.change as { before: object | null; after: object | null };
    const values = { before: had && { ...had, ...before }, after: has && { ...has, ...after } };
    return { ...each, change: { ...each.change, ...values, ...more } };
  });
  return reviewPlans([inputOf({ ...shown, resource_changes: changes }, 'edited')], [], limits);
}

type Edit = Partial<
  Readonly<Record<'before' | 'after' | 'after_sensitive' | 'after_unknown' | 'actions', object>>
>;

test('an object of another provider that is destroyed is a destroyed one', () => {
  const destroyed = edited('terraform_data.other', { actions: ['delete'] });
  expect(destroyed.counts.destroys).toBe(3);
  expect(rowAt(destroyed, 'terraform_data.other')).toMatchObject({ rank: 'destroys' });
});

test('a challenge that goes destroys nothing at the service, and its request needs no proof', () => {
  const [JOB, CHALLENGE] = ['zone_logpush_job', 'zone_logpush_ownership_challenge'];
  const text = JSON.stringify(recordedPlan('every-change').shown).replaceAll(JOB, CHALLENGE);
  const of = reviewPlans([inputOf(JSON.parse(text), 'challenges')], [], { requireProof: true });
  const told = ['replaced', 'destroyed', 'created'].map((name) => rowAt(of, `${CHALLENGE}.${name}`));
  expect(told.map(({ counted_as: marks, title, proof }) => [marks, title, proof])).toEqual([
    [['creates'], 'Creates an ownership challenge', null],
    [['forgets'], 'Removes an ownership challenge from the state and keeps it at the service', null],
    [['creates'], 'Creates an ownership challenge', null],
  ]);
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
    const said = `,"of the provider ${elsewhere}"`;
    expect(JSON.parse(JSON.stringify(there).replaceAll(said, ''))).toEqual(here);
    const ours = here.rows.filter(({ action, type }) => action !== null && type.startsWith('zone_'));
    const named = there.rows.filter(({ details }) => details.includes(`of the provider ${elsewhere}`));
    expect(named.map(({ address }) => address)).toEqual(ours.map(({ address }) => address));
    expect(markdownText(reviewReport(there)).includes(elsewhere)).toBe(ours.length > 0);
    expect(markdownText(reviewReport(here))).not.toContain(published);
  },
);

test.each(['module.old.cloudflare_logpush_job.it[0]', 'cloudflare_logpush_job.it["a.b]c"]'])(
  'an object that moves from another type is an adoption, and says why: %s',
  (previous) => {
    const { shown } = recordedPlan('every-change');
    const text = JSON.stringify(shown).replace('"zone_logpush_job.before"', JSON.stringify(previous));
    const plan = JSON.parse(text) as PlanJson;
    const after = plan.resource_changes?.find(({ address }) => address === 'zone_logpush_job.after');
    // The first read fills in what the state of another type does not bring along.
    const drift = { ...after, change: { ...after?.change, actions: ['update'], before: {} } };
    const moved = reviewPlans([inputOf({ ...plan, resource_drift: [drift] }, 'moved')], []);
    expect(driftIn(moved)).toEqual([]);
    expect(rowAt(moved, 'zone_logpush_job.after')).toMatchObject({
      rank: 'takes',
      details: expect.arrayContaining(['because: moved from cloudflare_logpush_job', `before: ${previous}`]),
    });
  },
);

const [RULE, EXECUTING] = [
  { name: 'a', expression: 'ssl', skip: { ruleset: 'current' } },
  { name: 'b', expression: 'true', execute: { ruleset_id: 'one' } },
] as const;
const THEIRS = { others: 'keep', rules: [RULE], other_rules: [{ id: '1', owner: 'platform' }] };

test.each<readonly [string, object, object, readonly string[]]>([
  ['goes', { rules: [RULE, EXECUTING] }, { rules: [EXECUTING] }, ['rules["a"]']],
  [
    'changes and gets another name',
    { rules: [EXECUTING] },
    { rules: [{ ...EXECUTING, name: 'c', expression: 'ssl' }] },
    [],
  ],
  ['gets another name', { rules: [RULE] }, { rules: [{ ...RULE, name: 'c' }] }, []],
  ['of others goes', THEIRS, { others: 'remove', rules: [RULE], other_rules: [] }, ['a rule of platform']],
  ['of others changes', THEIRS, { ...THEIRS, other_rules: [] }, []],
  ['is left to others', { rules: [RULE, EXECUTING] }, { ...THEIRS, rules: [EXECUTING] }, []],
])('where a managed rule %s, that is counted if the zone loses it', (_what, before, after, removed) => {
  const address = 'zone_managed_rules.updated';
  const found = edited(address, { before, after }, 'managed-rules', { maxDelete: 1 });
  const { details, title } = rowAt(found, address);
  expect([details.filter((line) => line.startsWith('removes ')), title]).toEqual([
    removed.map((rule) => `removes ${rule}`),
    removed.length === 0 ? 'Changes managed rules' : `Changes managed rules, removes ${removed.length}`,
  ]);
  // Another object of the plan is destroyed.
  expect([found.counts.removes, found.outcome]).toEqual([
    removed.length,
    removed.length === 0 ? 'changes' : 'over limit',
  ]);
});

test('managed rules that are forgotten stay at the service: none counts as removed', () => {
  const address = 'zone_managed_rules.destroyed';
  const forgotten = edited(address, { actions: ['forget'] }, 'managed-rules', { maxDelete: 0 });
  expect(rowAt(forgotten, address)).toMatchObject({
    title: 'Removes managed rules from the state and keeps it at the service',
    counted_as: ['forgets'],
    details: ['rules cloudflare'],
  });
  expect(forgotten.outcome).toBe('changes');
});

test.each<readonly [string, readonly object[], object, readonly string[]]>([
  ['two have one name', [{ name: 'a' }, { name: 'a' }], {}, ['rules[1].name: not set → "a"']],
  [
    'one is known in part',
    [{ name: 'a' }, { name: 'b' }],
    { rules: [{}, { on: true }] },
    ['rules["b"].name: not set → "b"', 'rules["b"].on: not set → known after apply'],
  ],
])('objects of a list of which %s are compared by their parts', (_what, rules, after_unknown, lines) => {
  const change = { actions: ['update'], before: { rules: [{ name: 'a' }] }, after: { rules }, after_unknown };
  expect(attributeChanges(change as ValueChange).map(attributeLine)).toEqual(lines);
});

test('what a resource cannot express and keeps is named, and what goes with a destroyed object', () => {
  const kept = { before: { kept_settings: ['a'] }, after: { kept_settings: ['b'] } };
  const details = (address: string): readonly string[] => rowAt(edited(address, kept), address).details;
  expect(details('zone_log_custom_fields.shop')).toContain('keeps what it cannot express: b');
  expect(details('zone_logpush_job.destroyed')).toContain('goes with it: a');
});

describe('what by its name may hold a secret', () => {
  const SHOP_FIELDS = 'zone_log_custom_fields.shop';
  const logging = (edit: Edit): ReturnType<typeof rowAt> => rowAt(edited(SHOP_FIELDS, edit), SHOP_FIELDS);

  test.each([
    [
      'a request header',
      { request_headers: ['Authorization', 'x-id'] },
      'logs the request header Authorization',
    ],
    ['a response header', { response_headers: ['set-cookie'] }, 'logs the response header set-cookie'],
    ['a cookie', { cookies: ['auth_token'] }, 'logs the cookie auth_token'],
  ])('%s that is newly logged needs eyes', (_what, after, line) => {
    const row = logging({ after });
    expect(row.counted_as).toEqual(['headers', 'changes']);
    expect(row.details).toContain(line);
  });

  test('was logged before', () => {
    const lists = { request_headers: ['authorization'] };
    expect(logging({ before: lists, after: lists }).rank).toBe('changes');
  });

  test('is not named where the plan hides it', () => {
    const row = logging({
      after: { request_headers: ['x-token-planted'] },
      after_sensitive: { request_headers: true },
    });
    expect(JSON.stringify(row)).not.toContain('planted');
  });
});

describe('a job needs eyes when it goes where none of the plans has one', () => {
  const UNKNOWN = { destination: null };
  const ELSEWHERE = { destination: 's3://elsewhere', destination_conf: 's3://elsewhere/x' };

  test.each<readonly [string, string, object, object, boolean]>([
    ['a new one', 'zone_logpush_job.created', ELSEWHERE, {}, true],
    ['one that changes', 'zone_logpush_job.changed', ELSEWHERE, {}, true],
    ['one whose destination is not known', 'zone_logpush_job.created', UNKNOWN, { destination: true }, true],
    ['another one goes there', 'zone_logpush_job.created', {}, {}, false],
  ])('%s', (_case, address, after, after_unknown, isNew) => {
    const { counted_as: marks, title } = rowAt(edited(address, { after, after_unknown }), address);
    expect([marks.includes('destination'), title.includes('to a new destination')]).toEqual([isNew, isNew]);
  });
});

describe('no value that the plan marks as sensitive is shown', () => {
  const [FIELDS, JOB] = ['zone_log_custom_fields.shop', 'zone_logpush_job.changed'] as const;
  const [name, other] = [{ name: 'planted' }, { name: 'other' }];
  const options = (field: unknown): object => ({ logpull_options: { fields: [field] } });
  const cookies = (...names: readonly unknown[]): object => ({ cookies: names });
  const destination = { destination_conf: 's3://b/p?secret=planted' };

  test.each<readonly [string, string, Edit]>([
    ['a text', JOB, { after: name, after_sensitive: { name: true } }],
    [
      'an element of a set',
      FIELDS,
      { after: cookies('a', 'planted'), after_sensitive: cookies(false, true) },
    ],
    ['a part of an object', JOB, { after: options('planted'), after_sensitive: options(true) }],
    ['a challenge token, marked or not', JOB, { after: { ownership_challenge: 'planted' } }],
    [
      'a destination, marked or not',
      JOB,
      { after: destination, after_sensitive: { destination_conf: false } },
    ],
    ['a text of before', JOB, { before: name, after: other, after_sensitive: { name: true } }],
    [
      'an element of a set of before',
      FIELDS,
      { before: cookies('planted'), after: cookies('other'), after_sensitive: cookies(true) },
    ],
    [
      'a part of an object of before',
      JOB,
      { before: options('planted'), after: options('other'), after_sensitive: options(true) },
    ],
  ])('%s', (_case, address, edit) => {
    expect(JSON.stringify(edited(address, edit))).not.toContain('planted');
  });

  test('and what it does not mark is', () => {
    expect(JSON.stringify(edited(JOB, { after: name }))).toContain('planted');
  });
});

test('drift in an attribute that apply changes to something else is not put back', () => {
  const { shown } = recordedPlan('every-change');
  const text = JSON.stringify(shown['resource_drift'])
    .replaceAll('"x-id"', '"x-before"')
    .replaceAll('"sid"', '"before"');
  const drifted = reviewPlans([inputOf({ ...shown, resource_drift: JSON.parse(text) }, 'drift')], []);
  expect(driftIn(drifted).map(({ address, title }) => [address, title])).toEqual([
    ['zone_log_custom_fields.shop', 'Changed outside, apply leaves it as it is'],
    ['zone_logpush_job.deleted', 'Deleted outside, apply creates it again'],
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
    ['is put back by a plan of the same secret', after, true, 'apply puts it back'],
    [
      'is not put back by a plan of another one, although both are shown alike',
      { ...after, destination_conf: `${(after as { destination_conf: string }).destination_conf}-third` },
      false,
      'apply leaves it as it is',
    ],
  ])('%s', (_case, values, corrects, end) => {
    const reviewed = driftedFrom(values);
    const line = 'destination_conf: https://logs.example (the part that changes is sensitive)';
    expect(rowAt(reviewed, address).details.at(-1)).toBe(
      `${line}${corrects ? ' (puts back what others changed)' : ''}`,
    );
    expect(driftIn(reviewed)).toMatchObject([{ address, title: `Changed outside, ${end}` }]);
    expect(JSON.stringify(reviewed)).not.toContain('secret-0123456789');
  });
});
