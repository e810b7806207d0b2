import { plannedChanges } from '../../testing/workspace/planned-changes';

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
