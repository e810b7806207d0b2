import { hasChange, plannedChanges } from '../../testing/workspace/planned-changes';

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
