import { beginAnew, declare, loseZone, printed, service, useWorkspace, workspace } from './one-service';
import type { Resources } from '../support/workspace';
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
function declareIn(zones: readonly string[], more: Resources = {}): void {
  const each = { for_each: `\${toset(${JSON.stringify(zones)})}`, zone_id: '${each.value}' };
  declare({
    zone_log_custom_fields: { all: { ...each, cookies: ['sid'] } },
    zone_logpush_job: {
      all: { ...each, name: 'all', destination_conf: 'https://logs.example.com/?header_X=y' },
    },
    zone_managed_rules: { all: { ...each, rules: [executes('managed', MANAGED)] } },
    ...more,
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

test('what is declared for it is in the way of nothing else, and refused at apply', async () => {
  loseZone(GONE);
  declareIn([GONE, STAYS], { terraform_data: { other: {} } });
  const planned = await workspace.plan();
  const refusals = (text: string): number => text.split(`Zone ${GONE} does not exist.`).length - 1;
  expect([planned.exitCode, planned.stderr, refusals(printed(planned)) > 0]).toEqual([2, '', true]);
  const applied = await workspace.apply();
  expect([applied.exitCode, refusals(printed({ ...applied, stdout: '' })) > 0]).toEqual([1, true]);
  expect(workspace.read('terraform.tfstate')).not.toContain(GONE);
  expect(workspace.read('terraform.tfstate')).toContain('terraform_data');
  expect((await workspace.plan()).exitCode).toBe(1);
});

test('with a wrong base URL no zone is gone', async () => {
  const base_url = service.emulator.baseUrl.replace('/v4', '');
  const { resource } = JSON.parse(workspace.read('main.tf.json')) as { readonly resource: Resources };
  declare(resource, { provider: { zone: { base_url } } });
  const planned = await workspace.plan({ args: ['-refresh-only'] });
  expect([planned.exitCode, printed(planned).includes('no longer exists')]).toEqual([1, false]);
  expect(printed(planned)).toContain('Could not route to');
});
