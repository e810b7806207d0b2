import { markdownText } from '../../cli/review/formats';
import { attributeChanges, attributeLine } from '../../cli/review/attribute-changes';
import type { Review } from '../../cli/review/model';
import type { PlanJson, ResourceChange, ValueChange } from '../../cli/review/plan-json';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { recorded } from '../support/printed';
import { driftIn, inputOf, planInput, recordedPlan, rowAt } from './recorded-plans';

/** The review of a plan with other values in what changes at one address, or in what has changed there outside. */
function edited(
  address: string,
  { of = 'resource_changes', before = {}, after = {}, ...more }: Edit,
  name = 'every-change',
  limits = {},
): Review {
  const { shown } = recordedPlan(name);
  const changes = (shown[of] as readonly ResourceChange[]).map((each) => {
    if (each.address !== address) return each;
    const { before: had, after: has } = each.change as { before: object | null; after: object | null };
    const values = { before: had && { ...had, ...before }, after: has && { ...has, ...after } };
    return { ...each, change: { ...each.change, ...values, ...more } };
  });
  return reviewPlans([inputOf({ ...shown, [of]: changes }, name)], [], limits);
}

type Values = Readonly<
  Record<'before' | 'after' | 'before_sensitive' | 'after_sensitive' | 'after_unknown' | 'actions', object>
>;
type Edit = Partial<Values & { readonly importing: object }> & {
  readonly of?: 'resource_changes' | 'resource_drift';
};

test('a challenge that goes destroys nothing at the service, and its request needs no proof', () => {
  const CHALLENGE = 'zone_logpush_ownership_challenge';
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

const [FIELDS, DIRECT] = ['zone_log_custom_fields.shop', 'zone_managed_rules_migration.direct'];
const [RULE, EXECUTING] = [
  { name: 'a', expression: 'ssl', skip: { ruleset: 'current' } },
  { name: 'b', expression: 'true', execute: { ruleset_id: 'one' } },
] as const;
const [THEIR, THEIRS_TOO] = [{ id: '1', owner: 'platform' }, { id: '2' }];
const THEIRS = { others: 'keep', rules: [RULE], other_rules: [THEIR, THEIRS_TOO] };
const BOTH = { ...THEIRS, rules: [RULE, EXECUTING] };
const ALONE = { others: 'remove', other_rules: [] };

/** Managed rules before and after. */
const LOSSES: Readonly<Record<string, readonly [before: object, after: object]>> = {
  goes: [{ rules: [RULE, EXECUTING] }, { rules: [EXECUTING] }],
  'changes and gets another name': [
    { rules: [EXECUTING] },
    { rules: [{ ...EXECUTING, name: 'c', expression: 'ssl' }] },
  ],
  'gets another name': [{ rules: [RULE] }, { rules: [{ ...RULE, name: 'c' }] }],
  'of others goes': [THEIRS, { ...THEIRS, ...ALONE }],
  'of others stays': [THEIRS, { ...THEIRS, ...ALONE, other_rules: [THEIRS_TOO] }],
  'of others changes': [THEIRS, { ...THEIRS, other_rules: [] }],
  'goes beside those of others': [BOTH, { ...BOTH, rules: [EXECUTING] }],
  'is left to others': [
    { ...BOTH, ...ALONE },
    { ...BOTH, rules: [EXECUTING] },
  ],
  'goes with those of others': [BOTH, { ...BOTH, ...ALONE, rules: [EXECUTING] }],
  'may have a name that is not known': [{ rules: [RULE] }, { rules: [{ ...EXECUTING, name: null }] }],
};
const [JOB, UPDATED] = ['zone_logpush_job', 'zone_managed_rules.updated'];
const ELSEWHERE = { destination: 's3://elsewhere', destination_conf: 's3://elsewhere/x' };
const unknown = { after: { destination: null }, after_unknown: { destination: true } };
const [has, none] = [{ kept_settings: { a: '1', b: '' } }, { kept_settings: null }];

/** What is edited in a recorded plan. */
const EDITS: Readonly<Record<string, readonly [address: string, Edit, plan?: string]>> = {
  'an object of another provider is destroyed': ['terraform_data.other', { actions: ['delete'] }],
  'managed rules that are forgotten stay': [
    'zone_managed_rules.destroyed',
    { actions: ['forget'] },
    'managed-rules',
  ],
  'a request header is newly logged': [FIELDS, { after: { request_headers: ['Authorization', 'x-id'] } }],
  'a response header is newly logged': [FIELDS, { after: { response_headers: ['set-cookie'] } }],
  'a cookie is newly logged': [FIELDS, { after: { cookies: ['auth_token'] } }],
  'a header was logged before': [
    FIELDS,
    { before: { request_headers: ['authorization'] }, after: { request_headers: ['authorization'] } },
  ],
  'what it cannot express is kept': [FIELDS, { before: none, after: has }],
  'what it cannot express, as a text, is kept': [FIELDS, { after: { kept_settings: 'a, b' } }],
  'what it cannot express, as names, is kept': [FIELDS, { after: { kept_settings: ['a', 'b'] } }],
  'what it cannot express goes with it': [`${JOB}.destroyed`, { before: has, after: none }],
  'a new job goes elsewhere': [`${JOB}.created`, { after: ELSEWHERE }],
  'a job that changes goes elsewhere': [`${JOB}.changed`, { after: ELSEWHERE }],
  'a job that is replaced goes elsewhere': [`${JOB}.replaced`, { after: ELSEWHERE }],
  'a job that leaves another goes elsewhere': [
    `${JOB}.replaced`,
    { after: ELSEWHERE, actions: ['forget', 'create'] },
  ],
  'a job that is there already goes elsewhere': [`${JOB}.changed`, { after: ELSEWHERE, importing: {} }],
  'it is not known where a new job goes': [`${JOB}.created`, unknown],
  'a new job goes where another one goes': [`${JOB}.created`, {}],
  ...Object.fromEntries(
    Object.entries(LOSSES).flatMap(([name, [before, after]]) => [
      [`a managed rule ${name}`, [UPDATED, { before, after }, 'managed-rules'] as const],
      [
        `a managed rule ${name}, as it is taken over`,
        [UPDATED, { before, after, importing: {} }, 'managed-rules'] as const,
      ],
    ]),
  ),
};

test('what a review says of each change is as it was', () => {
  const told = Object.entries(EDITS)
    .map(([name, [address, edit, plan]]) => {
      const found = edited(address, edit, plan, { maxDelete: 1 });
      const { counted_as: marks, title, details } = rowAt(found, address);
      return [
        `${name}: ${found.outcome}`,
        `  ${marks.join(', ')}: ${title}`,
        ...details.map((line) => `    ${line}`),
        '',
      ].join('\n');
    })
    .join('\n');
  expect(told).toBe(recorded('reviewed-changes.txt', told));
});

test.each<readonly [string, Edit, kept: object]>([
  ['before', { before_sensitive: { rules: [{ name: true }, {}] } }, {}],
  ['after', { after_sensitive: { rules: true } }, { private: '1' }],
])(
  'a name that the plan marks as sensitive %s is shown nowhere, and its rule is counted',
  (_when, masks, kept) => {
    const address = 'zone_managed_rules.updated';
    const rules = [{ ...RULE, name: 'private' }, EXECUTING];
    const found = edited(
      address,
      {
        before: { rules, rule_ids: { private: '1' } },
        after: { rules: [EXECUTING], rule_ids: {}, kept_settings: kept },
        ...masks,
      },
      'managed-rules',
    );
    const row = rowAt(found, address);
    expect(row.title).toBe('Changes managed rules, removes 1');
    expect(row.details).toContain('rules (sensitive)');
    const isKept = row.details.includes('keeps what it cannot express: (sensitive)');
    expect(isKept).toBe('private' in kept);
    expect(JSON.stringify(found)).not.toContain('private');
  },
);

const [A, B] = [{ name: 'a' }, { name: 'b', enabled: true, skip: { ruleset: 'current' } }];

/** What an attribute was, what it is in the plan, and what of it is known only after apply. */
const ATTRIBUTES: readonly (readonly [
  string,
  was: unknown,
  is: unknown,
  unknown?: unknown,
  name?: string,
])[] = [
  ['was not set and is a list now', null, ['a', true]],
  ['has an element that is null', [null, 'a'], ['a']],
  ['was not set and is known after apply', null, null, true],
  ['was set and is known after apply', 'a', null, true],
  ['is as before, and known', { a: 1 }, { a: 1 }, { a: false }],
  ['is no list any more', ['a'], 'a'],
  ['is a list now', { a: 1 }, ['a']],
  ['gets its members', null, { a: { b: null }, c: {} }],
  ['has the same in another order', ['a', 2], [2, 'a']],
  ['loses no rule', [{ ...A, b: null, skip: {} }], []],
  ['is as long as it may be', null, 'a'.repeat(158)],
  ['is too long', null, 'a'.repeat(159)],
  ['has a name, and another id', [{ ...A, id: '1' }], [{ ...A, id: '2' }]],
  ['is a secret', 'a', 'b', false, 'ownership_challenge'],
  ['is a destination', 's3://a?x=1', 's3://b', false, 'destination_conf'],
  ['is a new destination', null, 's3://a?x=1', false, 'destination_conf'],
  ['is a destination not known', 's3://a', null, true, 'destination_conf'],
  ['has a new part, not yet known', { a: 1 }, { a: 1 }, { b: true }],
  ['has an element known after apply', ['a'], ['a'], [true]],
  ['is a secret known after apply', null, null, true, 'ownership_challenge'],
  ['has a name twice, and is told by places', [A], [A, A], {}],
  ['has a new object that is known in part, which is told whole', [A], [A, B], [{}, { expression: true }]],
];

test('an attribute that changes is told as it was', () => {
  const told = ATTRIBUTES.map(([what, was, is, unknown = false, name = 'x']) => {
    const change = { before: { [name]: was }, after: { [name]: is }, after_unknown: { [name]: unknown } };
    const changes = attributeChanges({ actions: ['update'], ...change } as ValueChange);
    return [what, ...changes.map((each) => `  ${attributeLine(each)}`)].join('\n');
  }).join('\n');
  expect(told).toBe(recorded('reviewed-attributes.txt', told));
});

test('rules are compared by their ids, told in words, and nothing of them is cut', () => {
  const skip = (id: string, expression: string) => ({
    ...{ id, action: 'skip', expression, enabled: true, action_parameters: '{"ruleset":"current"}' },
  });
  const long = `http.host in {${'"a.example" '.repeat(40)}}`;
  const before = { other_rules: [skip('1', 'ssl'), skip('2', 'ssl')], rules: [] };
  const added = { ...RULE, enabled: true, execute: null, expression: long };
  const rules = [added, { ...added, name: 'b', expression: 'private' }];
  const after = { other_rules: [skip('0', long), skip('2', `not ${long}`)], rules };
  const after_sensitive = { rules: [{}, { expression: true }] };
  const change = { actions: ['update'], before, after, after_sensitive };
  const told = attributeChanges(change as ValueChange)
    .map(attributeLine)
    .join('\n');
  expect(told).toBe(recorded('reviewed-rules.txt', told));
});

/** A value with each of its texts in turn replaced, and the marks of it alone, or of what it is in. */
function* planted(value: unknown): Generator<readonly [value: unknown, marks: unknown]> {
  // As a header that may hold a secret, which a row would name.
  if (typeof value === 'string') yield ['x-token-planted', true];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value))
    for (const [other, marks] of planted(part)) {
      const list = Array.isArray(value) ? value.map(() => false) : undefined;
      const set = (of: object, to: unknown): unknown =>
        list ? Object.assign([...(of as unknown[])], { [name]: to }) : { ...of, [name]: to };
      yield [set(value, other), set(list ?? {}, marks)];
      if (marks === true) yield [set(value, other), true];
    }
}

test('no text that the plan marks as sensitive is shown, and what it does not mark is', () => {
  const changes = recordedPlan('every-change').shown['resource_changes'] as readonly ResourceChange[];
  const shown = new Set<string>();
  for (const { address, change } of changes)
    for (const side of ['before', 'after'] as const)
      for (const [values, marks] of planted(change[side])) {
        const edit = { [side]: values as object };
        // The engine marks no object as a whole.
        if (marks === true) continue;
        const marked = edited(address, { ...edit, [`${side}_sensitive`]: marks as object });
        expect(JSON.stringify(marked)).not.toContain('planted');
        if (JSON.stringify(edited(address, edit)).includes('planted')) shown.add(`${address} ${side}`);
      }
  expect(shown.size).toBeGreaterThan(10);
});

test.each(['before_sensitive', 'after_sensitive'])(
  'a zone is not told if %s has its id or its name',
  (side) => {
    for (const [address, plan] of [
      ['zone_logpush_job.replaced', 'every-change'],
      [DIRECT, 'migrations'],
    ] as const)
      for (const mark of ['zone_id', 'zone_name']) {
        const [open, hidden] = [{}, { [side]: { [mark]: true } }].map((edit) =>
          rowAt(edited(address, edit, plan), address),
        );
        expect([hidden?.zone, hidden?.counted_as]).toEqual([null, open?.counted_as]);
        for (const told of [open?.zone?.id, open?.zone?.name])
          expect(JSON.stringify(hidden)).not.toContain(String(told));
      }
  },
);

test('a zone whose name the service withholds is its id', () => {
  const text = JSON.stringify(recordedPlan('managed-rules').shown);
  const plan: unknown = JSON.parse(text.replaceAll(/"zone_name":"[^"]+"/g, '"zone_name":""'));
  const { rows } = reviewPlans([inputOf(plan, 'rules')], []);
  expect(rows.map(({ zone }) => zone?.name)).toEqual([null, null, null]);
});

test.each([
  ['that the state did not have is no drift', null, []],
  ['that was another is', 'old.example', ['zone_name: "old.example" → "shop.example"']],
])('the name of a zone %s', (_case, zone_name, details) => {
  const address = 'zone_log_custom_fields.shop';
  const drift = (recordedPlan('every-change').shown['resource_drift'] as readonly ResourceChange[]).find(
    (each) => each.address === address,
  ) as ResourceChange;
  const { after } = drift.change as { after: object };
  const before = { ...after, zone_name };
  const found = driftIn(edited(address, { of: 'resource_drift', before }));
  expect(found.filter((row) => row.address === address).flatMap((row) => row.details.slice(1))).toEqual(
    details,
  );
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

describe('a migration that has finished since the last apply, without a wait', () => {
  const address = 'zone_managed_rules_migration.has-finished';

  test.each<readonly [string, object, object]>([
    ['a zone that others finished', { migration_state: 'validation' }, {}],
    ['a zone that is still finishing', {}, { migration_state: 'finishing' }],
    ['new managed rules that others disabled', {}, { new_waf_status: 'disabled' }],
  ])('%s is drift', (_case, before, after) => {
    const drift = driftIn(edited(address, { of: 'resource_drift', before, after }, 'finished-since'));
    expect(drift.map((row) => row.address)).toContain(address);
  });

  // Terraform before 1.9 does not say that it is applyable.
  test.each([undefined, true])('is a change of the state in a plan that only records it: %j', (applyable) => {
    const { resource_changes: _changes, ...recording } = recordedPlan('finished-since').shown;
    const { outcome, stacks, rows } = reviewPlans([inputOf({ ...recording, applyable }, 'a')], []);
    expect([outcome, stacks]).toMatchObject(['changes', [{ state_only: true }]]);
    expect(rows.filter((row) => row.address === address)).toMatchObject([
      { rank: 'ended', title: 'A migration has finished since the last apply', action: null },
    ]);
  });
});
