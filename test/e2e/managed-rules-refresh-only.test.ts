import { MANAGED, SUCCESSOR } from './equivalent-rules';
import { migratingZone, uriOverride, zoneIdOf } from './migrating-zones';
import {
  TYPE,
  attributesOf,
  beginAnew,
  finished,
  migrations,
  rest,
  service,
  useMigratingZones,
  validated,
  workspace,
  type MigrationBlock,
} from './migration-workspace';

/** Pipelines run `plan -refresh-only -detailed-exitcode` as their alarm for drift: 2 means that something changed. */

useMigratingZones({
  fresh: false,
  zones: [
    migratingZone('zone', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('direct', { plan: 'business' }),
    migratingZone('validating', { state: 'validation' }),
    migratingZone('finishing', { state: 'finishing' }),
    migratingZone('done', { state: 'finished' }),
  ],
});

/** Nothing changed: neither an attribute nor what the provider keeps beside them. */
async function expectNoDrift(): Promise<void> {
  const { exitCode, stdout, stderr } = await workspace.plan({ args: ['-refresh-only'] });
  expect([exitCode, exitCode === 0 ? '' : `${stdout}\n${stderr}`]).toEqual([0, '']);
}

const ADJUSTED = {
  adjustments: { [MANAGED]: { rules: { [SUCCESSOR['100043']]: { action: 'log' } } } },
};

describe('a refresh after an apply finds nothing new', () => {
  test.each<readonly [string, MigrationBlock]>([
    ['that deletes overrides', validated({ delete_uri_overrides: true })],
    ['that begins validation', validated({ delete_uri_overrides: true })],
    ['that adjusts rules while both versions run', validated(ADJUSTED)],
    ['that changes what is of no consequence at the service', validated({ on_destroy: 'abandon' })],
    ['that finishes', finished('zone')],
    ['that adjusts rules after the end', finished('zone', ADJUSTED)],
    ['that takes the adjustments back', finished('zone')],
  ])('%s', async (_what, block) => {
    migrations({ zone: block });
    await workspace.applied();
    await expectNoDrift();
  });

  test('of a migration that finishes at once', async () => {
    migrations({ zone: finished('zone'), direct: finished('direct') });
    await workspace.applied();
    await expectNoDrift();
  });
});

describe('a refresh after an import finds nothing new', () => {
  const names = ['validating', 'done'] as const;
  beforeAll(() => {
    beginAnew();
    migrations({ validating: validated(), done: finished('done') });
  });

  test('by import blocks', async () => {
    workspace.write(
      'import.tf',
      names.map((name) => `import {\n  to = ${TYPE}.${name}\n  id = "${zoneIdOf(name)}"\n}\n`).join('\n'),
    );
    await workspace.applied();
    workspace.write('import.tf', '');
    for (const name of names)
      expect(await attributesOf(name)).toMatchObject({
        ...{ taken_over: true, irreversible: name === 'done', step: null, zone_name: `${name}.example` },
      });
    await expectNoDrift();
    await rest();
  });

  test('by the command', async () => {
    workspace.write('terraform.tfstate', '');
    for (const name of names)
      expect(await workspace.run(['import', '-no-color', `${TYPE}.${name}`, zoneIdOf(name)])).toMatchObject({
        exitCode: 0,
      });
    await expectNoDrift();
    await rest();
  });
});

test('a refresh after a take-over finds nothing new in each state', async () => {
  beginAnew();
  migrations({ validating: validated(), done: finished('done'), finishing: finished('finishing') });
  await workspace.applied();
  await expectNoDrift();
  await rest();
});

test('a run reads the zone itself once, or never when nothing changes', async () => {
  beginAnew();
  const asked = (): number => service.emulator.control.journal({ operation: 'zones.get' }).length;
  migrations({ direct: finished('direct', { delete_uri_overrides: true }) });
  await workspace.plan({ out: 'tfplan' });
  expect(asked()).toBe(1);
  await workspace.applied({ args: ['tfplan'] });
  service.emulator.control.clearJournal();
  await rest();
  await expectNoDrift();
  expect(asked()).toBe(0);
});

test('a zone whose name may not be read has none, and the plan stays empty when it may be read later', async () => {
  beginAnew();
  service.emulator.control.faults.put([
    { match: { operation: 'zones.get' }, effect: { kind: 'answer', status: 403 } },
  ]);
  migrations({ direct: finished('direct') });
  await workspace.applied();
  expect(await attributesOf('direct')).toMatchObject({ zone_name: null });
  service.emulator.control.faults.clear();
  await expectNoDrift();
  await rest();
});
