import { hasPlannedChanges, plannedChanges } from '../../testing/workspace/planned-changes';

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

test.each<readonly [string, Parameters<typeof hasPlannedChanges>[0], boolean, refreshOnly?: boolean]>([
  ['nothing', {}, false],
  ['objects that stay', { resource_changes: [resource] }, false],
  ['an update', { resource_changes: [{ ...resource, change: { ...NO_OP, actions: ['update'] } }] }, true],
  ['an import', { resource_changes: [{ ...resource, change: { ...NO_OP, importing: {} } }] }, true],
  ['a move', { resource_changes: [{ ...resource, previous_address: 'b' }] }, true],
  ['an output', { output_changes: { a: { actions: ['create'] } } }, true],
  ['an output that stays', { output_changes: { a: { actions: ['no-op'] } } }, false],
  ['a change by others that apply leaves', drift({ a: 2 }), false],
  ['a change by others, in a refresh', drift({ a: 2 }), true, true],
  ['no change of any value, in a refresh', drift({ a: 1 }), false, true],
])('whether a plan has changes: %s', (_what, plan, hasChanges, refreshOnly = false) => {
  expect(hasPlannedChanges(plan, refreshOnly)).toBe(hasChanges);
});
