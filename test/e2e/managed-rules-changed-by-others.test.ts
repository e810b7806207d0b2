import { approvalOf } from './approvals';
import { equivalentRules, MANAGED, SUCCESSOR } from './equivalent-rules';
import { declare } from './one-service';
import { migratingZone, PHASE, zoneIdOf } from './migrating-zones';
import {
  attributesOf,
  finished,
  migrations,
  refusal,
  rest,
  service,
  settle,
  steps,
  TYPE,
  useMigratingZones,
  validated,
  workspace,
} from './migration-workspace';

/** What somebody else does to a zone is never overwritten unannounced, and two declarations never take turns. */
const ADJUSTED_RULE = SUCCESSOR['100043'];
const ADJUSTED = { [MANAGED]: { rules: { [ADJUSTED_RULE]: { action: 'log' } } } };

/** Adjustments that the rules of every zone have. */
const IN_FORCE = { [MANAGED]: { rules: { [SUCCESSOR['100030']]: { action: 'block' } } } };

useMigratingZones({
  zones: [migratingZone('new'), migratingZone('done', { state: 'finished' })],
});

function saveByHand(name: string, rules: readonly object[]): void {
  service.emulator.control.saveRuleset(zoneIdOf(name), PHASE, { rules });
}

describe('after the end', () => {
  test('what others change in the rules shows in no plan, and the adjustments may stay', async () => {
    migrations({ done: finished('done', { adjustments: IN_FORCE }) });
    await settle();
    saveByHand('done', []);
    await rest();
    migrations({ done: { target_state: 'finished' } });
    await settle();
    expect([await attributesOf('done'), steps()]).toMatchObject([
      { adjustments: IN_FORCE, step: 'take over' },
      [],
    ]);
  });

  test('adjustments that the rules have not are refused with what to write', async () => {
    migrations({ done: finished('done') });
    await settle();
    migrations({ done: finished('done', { adjustments: ADJUSTED }) });
    expect(await refusal()).toMatch(
      new RegExp(
        'is finished and saves no more rules, but.*' +
          `resource "zone_managed_rules" "NAME".*ruleset_id = "${MANAGED}".*` +
          `"${ADJUSTED_RULE}" = { action = "log" } # the zone has no override.*` +
          'from = zone_managed_rules_migration\\.NAME # of a for_each: NAME\\["KEY"\\]',
      ),
    );
    saveByHand('done', equivalentRules({}, { managed: [{ id: ADJUSTED_RULE, action: 'log' }] }));
    await rest();
    expect(steps()).toEqual([]);
  });
});

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
