import { type MatcherResult, zonewrightMatchers } from '../../testing';
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
const changes = (more: object) => ({ resource_changes: [{ ...resource, ...more }] });
const drift = (after: { readonly a: number }) => ({
  resource_drift: [{ ...resource, change: { ...NO_OP, after } }],
});

test.each<readonly [string, Parameters<typeof hasChange>[0], plan: boolean, refresh: boolean]>([
  ['what stays', { resource_changes: [resource], output_changes: { a: NO_OP } }, false, false],
  ['an update', changes({ change: { ...NO_OP, actions: ['update'] } }), true, true],
  ['an import', changes({ change: { ...NO_OP, importing: {} } }), true, true],
  ['a move', changes({ previous_address: 'b' }), true, true],
  ['an output', { output_changes: { a: { actions: ['create'] } } }, true, true],
  ['an edit by others', drift({ a: 2 }), false, true],
  ['a refresh without another value', drift({ a: 1 }), false, false],
])('whether a plan, and one that refreshes only, has changes: %s', (_what, plan, ...expected) => {
  expect([false, true].map((refreshOnly) => hasChange(plan, refreshOnly))).toEqual(expected);
});

/** A workspace, by what its plans say: nothing changes, unless they say so. */
function workspace(plans: readonly object[], isApplied = true) {
  const none = { succeeded: true, hasChanges: false, text: 'Done.', changes: allChanges([]) };
  const answers = plans.map((plan) => ({ ...none, ...plan }));
  const apply = () => Promise.resolve({ succeeded: isApplied, text: 'No.' });
  return { isApplied, change: () => undefined, plan: () => Promise.resolve(answers.shift()), apply };
}
const planned = (changes: object) => ({ changes: { ...allChanges([]), ...changes } });
const AB = planned({ create: ['a', 'b'], import: ['c'] });
const OLD = { text: 'Plan: 1\n│ Warning: old\n│ Use new.' };
const REFUSED = { succeeded: false, text: '│ it is finished,\n│ and stays' };
const CHANGED = { hasChanges: true };

type Name = keyof typeof zonewrightMatchers;
test.each<readonly [Name, plans: readonly object[], args: readonly unknown[], pass: boolean, text: string]>([
  ['toPlanCleanly', [{}], [], true, 'The plan succeeded without a warning:\n\nDone.'],
  ['toPlanCleanly', [OLD], [], false, 'a warning:\n\n│ Warning: old\n│ Use new.\n\nThe plan:\n\nPlan: 1'],
  ['toPlanCleanly', [OLD], [{ allowWarnings: true }], true, 'Plan: 1\n│ Warning: old\n│ Use new.'],
  ['toPlanCleanly', [REFUSED], [], false, 'The plan failed:\n\n│ it is'],
  ['toPlan', [AB], [{ create: 2, import: 1 }], true, '  create: expected 2, planned 2 (a, b)\n  import: '],
  ['toPlan', [AB], [{ create: ['b', 'a'], import: 'c' }], true, '  import: expected 1 (c), planned 1 (c)'],
  ['toPlan', [AB], [{ create: ['a'] }], false, '✗ create: expected 1 (a), planned 2 (a, b)\n✗ import: '],
  ['toPlan', [{}], [{}], true, '  no changes, as expected\n\nThe plan:\n\nDone.'],
  ['toPlan', [REFUSED], [{}], false, 'The plan failed:\n\n│ it is'],
  ['toHaveNoDrift', [{}, {}], [], true, 'The plan after the apply is empty:'],
  ['toHaveNoDrift', [CHANGED], [], false, 'The plan after the apply is not empty:'],
  ['toHaveNoDrift', [{}, CHANGED], [], false, 'The plan after the apply is not empty:'],
  ['toHaveNoDrift', [{}, REFUSED], [], false, 'The plan after the apply failed:'],
  ['toRefuseToDestroy', [REFUSED], [], true, 'The destroy is refused:'],
  ['toRefuseToDestroy', [REFUSED], ['finished, and'], true, 'The destroy is refused:'],
  ['toRefuseToDestroy', [REFUSED], [/finished. and$/], false, 'does not contain /finished. and$/:'],
  ['toRefuseToDestroy', [{}], ['Done'], false, 'The plan of the destroy succeeded:'],
])('%s after plans that say %j, of %j: %j', async (name, plans, args, pass, text) => {
  const matcher = zonewrightMatchers[name] as (...all: unknown[]) => Promise<MatcherResult>;
  const result = await matcher(workspace(plans), ...args);
  expect(result.pass).toBe(pass);
  expect(result.message()).toContain(`expect(stacks)${pass ? '.not' : ''}.${name}(`);
  expect(result.message()).toContain(text);
});

test('an apply that fails is told, also where it comes before a check', async () => {
  const { toApply, toHaveNoDrift } = zonewrightMatchers;
  expect((await toApply(workspace([], false))).message()).toContain('toApply()\n\nThe apply failed:\n\nNo.');
  await expect(toHaveNoDrift(workspace([{}], false))).rejects.toThrow('before this check failed:\n\nNo.');
});
