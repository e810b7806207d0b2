import { beginAnew, declare, loseZone, printed, service, useWorkspace, workspace } from './one-service';
import { zoneIdOf } from './migrating-zones';
import { executes, MANAGED, finishedZone } from './managed-zone';

/** A zone that the service does not have any more does not get in the way of the others. */

const [GONE, STAYS] = ['gone', 'stays'].map(zoneIdOf) as [string, string];

useWorkspace(
  { seed: { zones: [finishedZone('gone'), finishedZone('stays')] } },
  { declare: () => declareIn([GONE, STAYS]) },
);
beforeEach(async () => {
  beginAnew();
  declareIn([GONE, STAYS]);
  await workspace.applied();
});

/** Every resource for each of the zones. */
function declareIn(zones: readonly string[]): void {
  const each = { for_each: `\${toset(${JSON.stringify(zones)})}`, zone_id: '${each.value}' };
  declare({
    zone_log_custom_fields: { all: { ...each, cookies: ['sid'] } },
    zone_logpush_job: {
      all: { ...each, name: 'all', destination_conf: 'https://logs.example.com/?header_X=y' },
    },
    zone_managed_rules: { all: { ...each, rules: [executes('managed', MANAGED)] } },
  });
}

const MESSAGE = `Zone ${GONE} no longer exists: what the state has of it is dropped.`;

test('its objects leave the state with one warning, and those of others stay', async () => {
  loseZone(GONE);
  service.emulator.control.clearJournal();
  declareIn([STAYS]);
  const planned = await workspace.apply();
  expect([planned.exitCode, printed(planned).split(MESSAGE).length - 1]).toEqual([0, 1]);
  const asked = service.emulator.control.journal().filter(({ path }) => path.endsWith(`/zones/${GONE}`));
  expect(asked).toHaveLength(1);
  expect(workspace.read('terraform.tfstate')).not.toContain(GONE);
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});
