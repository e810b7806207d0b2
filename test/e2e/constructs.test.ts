import type { TerraformStack } from 'cdktf';
import { LogCustomFields, LogDestination, LogpushJob, ManagedRulesMigration, ZoneProvider } from '../../lib';
import { synth, testStack } from '../lib/synth';
import { beginAnew, changesIn, service, stored, useWorkspace, workspace, writes } from './one-service';
import { migratingZone, zoneIdOf } from './migrating-zones';

/** What constructs synthesize beside a resource, on the engine. What is forgotten: test/lib/forgotten-or-moved.test.ts. */

const NAME = 'leaving';
const zoneId = zoneIdOf(NAME);

useWorkspace(
  { seed: { zones: [migratingZone(NAME, { state: 'finished' })] } },
  { declare: () => write(() => undefined) },
);
beforeEach(async () => {
  beginAnew();
  write((stack) => void declare(stack, 'first'));
  await workspace.applied();
  before = service.emulator.control.zone(zoneId);
  service.emulator.control.clearJournal();
});

let before: unknown;

function write(declared: (stack: TerraformStack) => void): void {
  const stack = testStack();
  new ZoneProvider(stack, 'zone', { maxRequestsPerSecond: 1000 });
  declared(stack);
  workspace.write('main.tf.json', JSON.stringify(synth(stack)));
}

/** All that can be declared of the zone. */
function declare(stack: TerraformStack, prefix: string) {
  const customFields = new LogCustomFields(stack, `${prefix} fields`, { zoneId, cookies: ['sid'] });
  const job = new LogpushJob(stack, `${prefix} siem`, {
    customFields,
    destination: LogDestination.https({ host: 'logs.example.com' }),
    fields: ['RayID'],
  });
  const migration = new ManagedRulesMigration(stack, `${prefix} migration`, {
    zoneId,
    targetState: 'finished',
    acknowledgeIrreversible: zoneId,
  });
  return { customFields, job, migration };
}

/** The addresses in the state. */
const addresses = (): readonly string[] => stored().map(({ type, name }) => `${type}.${name}`);

function addressOf(type: string): string {
  return addresses().find((address) => address.startsWith(`${type}.`)) ?? `no ${type}`;
}

function untouched(): void {
  expect([writes(), service.emulator.control.zone(zoneId)]).toEqual([[], before]);
}

/** What a plan does: for each object its address, where it was before, and the actions. */
async function planned(): Promise<readonly (readonly unknown[])[]> {
  await workspace.plan({ out: 'plan.tfplan' });
  return (await changesIn('plan.tfplan')).map(({ address, previous_address: from, change }) => [
    ...[from, address, change.actions],
  ]);
}

test('a construct with a new id keeps its object, moved from an address or from a construct', async () => {
  const [fields, migration] = ['zone_log_custom_fields', 'zone_managed_rules_migration'].map(addressOf);
  write((stack) => {
    const now = declare(stack, 'second');
    now.customFields.moveFromId(String(fields));
    now.migration.moveFromId(String(migration));
    new LogpushJob(stack, 'first siem', { zoneId, destination: 'gs://not/looked/at' }).moveTo('siem');
    now.job.addMoveTarget('siem');
  });
  const second = (type: string): unknown => expect.stringMatching(`^${type}\\.second`);
  expect(await planned()).toEqual(
    ['zone_log_custom_fields', 'zone_logpush_job', 'zone_managed_rules_migration'].map((type) => [
      addressOf(type),
      second(type),
      ['no-op'],
    ]),
  );
  await workspace.applied();
  expect(addresses()).toEqual(Array(3).fill(expect.stringContaining('.second')));
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  untouched();
});
