import { zonewrightMatchers } from '../../testing';
import { allChanges, hasChange, plannedChanges } from '../../testing/workspace/planned-changes';

test.each([
  [['update'], { update: ['a'] }],
  [['delete', 'create'], { replace: ['a'] }],
  [['create', 'forget'], { create: ['a'], forget: ['a'] }],
  [['no-op'], {}],
])('the actions %j of a plan', (actions, changes) => {
  const change = { actions, before: {}, after: {} };
  const found = plannedChanges({ resource_changes: [{ address: 'a', type: 'zone_logpush_job', change }] });
  expect(Object.fromEntries(Object.entries(found).filter(([, some]) => some.length > 0))).toEqual(changes);
});

const NO_OP = { actions: ['no-op'], before: { a: 1 }, after: { a: 1 } };
const resource = { address: 'a', type: 'zone_logpush_job', change: NO_OP };
const drift = (after: { readonly a: number }) => ({
  resource_drift: [{ ...resource, change: { ...NO_OP, after } }],
});

test.each<readonly [string, Parameters<typeof hasChange>[0], plan: boolean, refresh: boolean]>([
  ['what stays', { resource_changes: [resource], output_changes: { a: NO_OP } }, false, false],
  [
    'an update',
    { resource_changes: [{ ...resource, change: { ...NO_OP, actions: ['update'] } }] },
    true,
    true,
  ],
  ['an import', { resource_changes: [{ ...resource, change: { ...NO_OP, importing: {} } }] }, true, true],
  ['a move', { resource_changes: [{ ...resource, previous_address: 'b' }] }, true, true],
  ['an output', { output_changes: { a: { actions: ['create'] } } }, true, true],
  ['an edit by others', drift({ a: 2 }), false, true],
  ['a refresh without another value', drift({ a: 1 }), false, false],
])('whether a plan, and one that refreshes only, has changes: %s', (_what, plan, ...expected) => {
  expect([false, true].map((refreshOnly) => hasChange(plan, refreshOnly))).toEqual(expected);
});

/** A workspace, by what its plans say: nothing changes, unless they say so. */
function workspace(plans: readonly object[], isApplied: boolean) {
  const none = { succeeded: true, hasChanges: false, text: 'Done.', changes: allChanges([]) };
  const answers = plans.map((plan) => ({ ...none, ...plan }));
  const apply = () => Promise.resolve({ succeeded: isApplied, text: 'No.' });
  return { isApplied, change: () => undefined, plan: () => Promise.resolve(answers.shift()), apply };
}
const planned = (changes: object) => ({ changes: { ...allChanges([]), ...changes } });
const WARNED = { text: 'Plan: 1\n│ Warning: old\n│\n│ Use new.' };
const REFUSED = { succeeded: false, text: '│ it is finished,\n│ and stays' };
const CHANGED = { hasChanges: true };
const { toPlanCleanly, toPlan, toApply, toHaveNoDrift, toRefuseToDestroy } = zonewrightMatchers;

test.each<readonly [string, readonly object[], (of: object) => ReturnType<typeof toApply>, boolean, string]>([
  ['a plan', [{}], toPlanCleanly, true, '\n\nThe plan succeeded without a warning:\n\nDone.\n'],
  [
    'a warning',
    [WARNED],
    toPlanCleanly,
    false,
    'a warning:\n\n│ Warning: old\n│\n│ Use new.\n\nThe plan:\n\nPlan: 1\n',
  ],
  [
    'one that is allowed',
    [WARNED],
    (of) => toPlanCleanly(of, { allowWarnings: true }),
    true,
    '\n\nPlan: 1\n│ W',
  ],
  ['a refusal', [REFUSED], toPlanCleanly, false, '\n\nThe plan failed:\n\n│ it'],
  [
    'numbers',
    [planned({ create: ['a', 'b'] })],
    (of) => toPlan(of, { create: 2 }),
    true,
    '\n\n  create: expected 2, planned 2 (a, b)\n\nThe plan:\n\nDone',
  ],
  [
    'addresses',
    [planned({ create: ['a', 'b'], import: ['c'] })],
    (of) => toPlan(of, { create: ['b', 'a'], import: 'c' }),
    true,
    '  import: expected 1 (c), planned 1 (c)',
  ],
  [
    'others',
    [planned({ create: ['a'], delete: ['d'] })],
    (of) => toPlan(of, { create: ['b'], update: 0 }),
    false,
    '\n\n✗ create: expected 1 (b), planned 1 (a)\n✗ delete: expected 0, planned 1 (d)\n\nThe plan:',
  ],
  ['no change', [{}], (of) => toPlan(of, {}), true, '\n\n  no changes, as expected\n'],
  ['no plan', [REFUSED], (of) => toPlan(of, {}), false, '\n\nThe plan failed:\n\n│ it'],
  ['no drift', [{}, {}], toHaveNoDrift, true, '\n\nThe plan after the apply is empty:'],
  ['a drift', [CHANGED], toHaveNoDrift, false, '\n\nThe plan after the apply is not empty:'],
  ['one of a refresh', [{}, CHANGED], toHaveNoDrift, false, '\n\nThe plan after the apply is not empty:'],
  ['no refresh', [{}, REFUSED], toHaveNoDrift, false, '\n\nThe plan after the apply failed:'],
  ['no destroy', [REFUSED], toRefuseToDestroy, true, '\n\nThe destroy is refused:'],
  ['a reason', [REFUSED], (of) => toRefuseToDestroy(of, 'finished, and'), true, 'refused:'],
  [
    'a pattern',
    [REFUSED],
    (of) => toRefuseToDestroy(of, /finished. and$/),
    false,
    ' does not contain /finished. and$/:',
  ],
  ['a destroy', [{}], (of) => toRefuseToDestroy(of, 'Done'), false, '\n\nThe plan of the destroy succeeded:'],
  ['no apply', [], toApply, false, '.toApply()\n\nThe apply failed:\n\nNo.'],
])('a matcher says of %s what it is', async (what, plans, matcher, expected, text) => {
  const { pass, message } = await matcher(workspace(plans, what !== 'no apply'));
  expect(pass).toBe(expected);
  expect(message()).toContain(`expect(stacks)${pass ? '.not' : ''}.to`);
  expect(message()).toContain(text);
});

test('a check after an apply that fails fails', async () => {
  await expect(toHaveNoDrift(workspace([{}], false))).rejects.toThrow('before this check failed:\n\nNo.');
});
