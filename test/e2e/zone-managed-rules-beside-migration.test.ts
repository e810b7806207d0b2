import { inLane } from '../support/lane';
import { hcl } from '../support/workspace';
import {
  byHand,
  calls,
  finishedZone,
  flat,
  MANAGED,
  resource,
  rest,
  rules,
  SCANNER_RULE,
  service,
  useManagedZone,
  workspace,
  type Rules,
} from './managed-zone';
import { zoneIdOf } from './migrating-zones';

/** The managed rules of a zone and its migration: before its end, and beside it in one root module. */

const STATES = ['start', 'validation', 'finishing'] as const;

useManagedZone(inLane({ share: 'workspace', whole: 'engine' }), [
  finishedZone('shop'),
  ...STATES.map((state) => finishedZone(state, undefined, { migration: { state } })),
]);

const overridden = (overrides: object): Rules => ({
  deployments: { cloudflare: { ruleset_id: MANAGED, overrides } },
});

test.each([
  ['start', 'the zone has not migrated to the new managed rules', 'target_state = "finished"'],
  ['validation', 'the zone still validates its migration', 'adjustments of the zone_managed_rules_migration'],
  ['finishing', 'the service is still finishing the migration', 'Wait until it has finished'],
])(
  'a zone whose migration has not finished in %s is refused at plan, and at import',
  async (state, reason, way) => {
    const given = { ...overridden({ action: 'log' }), zone_id: zoneIdOf(state) };
    workspace.write('main.tf', rules(given));
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(flat(plan.stderr)).toContain(reason);
    expect(flat(plan.stderr)).toContain(way);
    workspace.write('more.tf', `import {\n  to = zone_managed_rules.main\n  id = "${given.zone_id}"\n}\n`);
    expect(flat((await workspace.plan()).stderr)).toContain(reason);
    expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
  },
);

describe('beside the migration of the zone', () => {
  const migration = (more = ''): string =>
    `resource "zone_managed_rules_migration" "m" {
  zone_id                  = "${zoneIdOf('shop')}"
  target_state             = "finished"
  acknowledge_irreversible = "${zoneIdOf('shop')}"
  ${more}
}
`;

  test('one that is finished and has no adjustments stays, and no plan shows a change of it', async () => {
    const both = (given: Rules): string =>
      hcl(
        `${resource('main', given)}\n${migration()}`.replace(
          /zone_id = ".*"/,
          'zone_id = zone_managed_rules_migration.m.zone_id',
        ),
      );
    workspace.write('main.tf', both(overridden({ action: 'log' })));
    await workspace.applied();
    await rest();
    workspace.write('main.tf', both(overridden({ action: 'block' })));
    await workspace.applied();
    await rest();
    byHand([]);
    expect((await workspace.plan()).stdout).toContain('Plan: 1 to add, 0 to change, 0 to destroy');
  });

  test('one with adjustments is refused', async () => {
    byHand([{ action: 'execute', expression: 'true', action_parameters: { id: MANAGED } }]);
    const adjustments = `adjustments = { "${MANAGED}" = { rules = { "${SCANNER_RULE}" = { action = "block" } } } }`;
    workspace.write(
      'main.tf',
      hcl(`${resource('main', { deployments: { a: { ruleset_id: MANAGED } } })}\n${migration(adjustments)}`),
    );
    const { exitCode, stderr } = await workspace.plan();
    expect([exitCode, flat(stderr)]).toEqual([
      1,
      expect.stringContaining('both change the managed rules of zone'),
    ]);
  });
});
