import { Testing, TerraformStack } from 'cdktf';
import { ManagedRulesMigration } from '../../lib';
import { FORGOTTEN } from '../support/engine';
import { migratingZone, zoneIdOf, zoneText } from './migrating-zones';
import {
  TYPE,
  finished,
  migrations,
  printed,
  refusal,
  stored,
  useMigratingZones,
  workspace,
  writes,
} from './migration-workspace';

/** The advice of a refusal works as it is written, wherever the migration is declared; and exchanged zones are named. */
const NAMES = ['one', 'other'] as const;

useMigratingZones({ zones: NAMES.map((name) => migratingZone(name, { state: 'finished' })) });

beforeEach(() => {
  for (const file of ['removed.tf', 'fleet/main.tf']) workspace.write(file, '');
});

/** Both zones, in a module, with for_each; and what is left of its configuration when they are not declared any more. */
async function declareFleet(): Promise<void> {
  const zones = Object.fromEntries(NAMES.map((name) => [name, zoneIdOf(name)]));
  workspace.write(
    'fleet/main.tf',
    `terraform {\n  required_providers {\n    zone = { source = "zonewright/zone" }\n  }\n}
variable "zones" { type = map(string) }
resource "${TYPE}" "this" {
  for_each                 = var.zones
  zone_id                  = each.value
  target_state             = "finished"
  acknowledge_irreversible = each.value
}\n`,
  );
  migrations({}, { module: { fleet: { source: './fleet', zones } } });
  await workspace.ready();
  await workspace.applied();
}

/** The refusal of a plan that destroys what is not declared any more, in lines. */
async function linesOfRefusal(): Promise<string> {
  const planned = await workspace.plan();
  expect(planned.exitCode).toBe(1);
  return planned.stderr.replace(/^[│╷╵] ?/gm, '');
}

test('the removed block of the error, with the address of a module, forgets all instances of for_each', async () => {
  await declareFleet();
  migrations({});
  const message = await linesOfRefusal();
  expect(message).toContain(`In a module, from is module.MODULE.${TYPE}.NAME.`);
  const block = /^( *)removed \{\n[^]*?\n\1\}\n/m.exec(message)?.[0] ?? '';
  workspace.write('removed.tf', block.replace(`${TYPE}.NAME`, `module.fleet.${TYPE}.this`));
  expect(printed(await workspace.plan())).toContain('0 to destroy');
  await workspace.applied();
  expect([stored(), writes()]).toEqual([[], []]);
});

test('the TypeScript line of the error makes a removed block', async () => {
  migrations({ one: finished('one') });
  await workspace.applied();
  migrations({});
  const line = /^ *(ManagedRulesMigration\.forget\(stack, .+\);)$/m.exec(await linesOfRefusal())?.[1] ?? '';
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Function('ManagedRulesMigration', 'stack', line.replace('NAME', 'one'))(ManagedRulesMigration, stack);
  migrations({}, { removed: (JSON.parse(Testing.synth(stack)) as { readonly removed: object }).removed });
  expect(printed(await workspace.plan())).toContain(`${TYPE}.one will ${FORGOTTEN}`);
  await workspace.applied();
  expect([stored(), writes()]).toEqual([[], []]);
});

test('swapped zones of two migrations are named, and neither is changed', async () => {
  migrations({ one: finished('one'), other: finished('other') });
  await workspace.applied();
  migrations({
    one: finished('other', { zone_id: zoneIdOf('other') }),
    other: finished('one', { zone_id: zoneIdOf('one') }),
  });
  const refused = await refusal();
  for (const [name, to] of [NAMES, NAMES.toReversed()] as readonly (readonly [string, string])[])
    expect(refused).toContain(
      `zone_id cannot change to ${zoneIdOf(to)}: this object is the migration of zone ${zoneText(name)}.`,
    );
  expect(refused).toContain('swapped');
  expect(refused).toContain('move the objects with terraform state mv');
  expect(writes()).toEqual([]);
});
