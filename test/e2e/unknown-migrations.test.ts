import { approvalOf } from './approvals';
import { MANAGED } from './equivalent-rules';
import { declare } from './one-service';
import { migratingZone, zoneIdOf } from './migrating-zones';
import {
  finished,
  refusal,
  settle,
  TYPE,
  useMigratingZones,
  validated,
  workspace,
} from './migration-workspace';

/** Migrations of which something is known only after apply. */
useMigratingZones({ zones: [migratingZone('new'), migratingZone('done', { state: 'finished' })] });

test('an unknown approval does not prevent a plan for a finished zone', async () => {
  const later = { input: approvalOf('done', { step: 'finished' }) };
  const approved_digest = '${terraform_data.later.output}';
  const done = finished('done', { zone_id: zoneIdOf('done'), approved_digest });
  declare({ [TYPE]: { done }, terraform_data: { later } });
  expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
  await settle();
});

test.each([
  [{ zone_id: '${terraform_data.later.id}' }, 'zone_id is known only after apply.', '(-target)'],
  [
    {
      target_state: '${terraform_data.later.id}',
      adjustments: { [MANAGED]: { rules: { ['0'.repeat(32)]: { action: '${terraform_data.later.id}' } } } },
    },
    'target_state, adjustments are known only after apply.',
    'must show all of it',
  ],
])('a migration of which a part is unknown is not planned: %j', async (unknown, what, more) => {
  const block = validated({ zone_id: zoneIdOf('new'), ...unknown });
  declare({ [TYPE]: { new: block }, terraform_data: { later: {} } });
  const refused = await refusal();
  expect(refused).toContain(`The migration cannot be planned: ${what}`);
  expect(refused).toContain(more);
});
