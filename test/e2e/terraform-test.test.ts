import { service, useService } from './one-service';
import { testOnlyOn } from '../support/engine';
import { inLane } from '../support/lane';
import { hclExample, type Example } from './example-workspace';

useService({ settings: { finishSeconds: 0 } });

/** Runs the tests of an example as its reader would, with the engine's own command, and gives back which passed. */
async function testsOf(example: Example, ...args: readonly string[]): Promise<readonly string[]> {
  const workspace = await example.workspace();
  await workspace.ready();
  const { exitCode, stdout, stderr } = await workspace.run(['test', '-no-color', ...args]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^Success! \d+ passed, 0 failed\.$/m);
  return [...stdout.matchAll(/^ {2}run "(\w+)"\.\.\. pass$/gm)].map(([, name]) => String(name));
}

testOnlyOn(
  'terraform',
  'its assertions cannot name an earlier run',
  'a configuration is tested with the emulator',
  async () => {
    const example = hclExample(service, 'tested-hcl');
    expect(await testsOf(example, '-filter=tests/emulator.tftest.hcl')).toEqual([
      'apply',
      'nothing_is_left_to_do',
      'another_collector',
    ]);
    // What the tests made is gone, so that they can be run again.
    const zone = service.emulator.control.zones().find(({ name }) => name === 'example.com');
    expect(service.emulator.control.zone(String(zone?.id)).logpush?.jobs).toEqual([]);
  },
);

test('terraform test runs against a configuration without a service', async () => {
  const example = hclExample(service, 'tested-hcl');
  expect(await testsOf(example, '-filter=tests/mocked.tftest.hcl')).toEqual([
    'plan_of_a_new_zone',
    'apply',
    'deliveries_fail',
  ]);
});

if (inLane({ share: false, whole: true })) {
  test('terraform test rehearses both steps of a migration, and its cleanup is not blocked by a finished one', async () => {
    expect(await testsOf(hclExample(service, 'managed-rules-migration-hcl'))).toEqual([
      ...['validation', 'finished'],
      ...['nothing_is_approved', 'a_zone_goes_as_far_as_its_row_says', 'a_member_that_is_not_known'],
    ]);
  });
}
