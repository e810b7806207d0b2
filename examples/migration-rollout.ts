/**
 * The migration of a fleet in waves: each wave has a stack, was approved by a person, and begins when the wave before has
 * finished. docs/guides/fleets.md has the whole course.
 *
 *   npm run build && node dist/examples/migration-rollout.js
 *   cd cdktf.out/stacks/waf-canary && terraform init && terraform plan
 *
 * Nothing is approved yet, so no stack has a migration, and the output waits_for says how to approve the wave. Approvals
 * are in approvals.json, in the folder where this program runs:
 *
 *   npx zonewright migration survey …  && npx zonewright migration approve --wave canary …
 *   node dist/examples/migration-rollout.js
 *
 * The provider takes its address and credentials from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN; the zones are those of
 * the emulator's default seed.
 */
import { resolve } from 'node:path';
import { App, LocalBackend } from 'cdktf';
import { MigrationRollout, RolloutWaves, ZoneInventory } from 'zonewright';

/** In a repository: ZoneInventory.fromFile('zones.csv'), with a column wave. */
const zones = ZoneInventory.of([
  { id: '9a7806061c88ada191ed06f989cc3dac', name: 'example.net', labels: { wave: 'canary' } },
  { id: 'c2547eb745079dac9320b638f5e225cf', name: 'example.org', labels: { wave: 'rest' } },
  { id: '023e105f4ecef8ad9ca31a8372d0c353', name: 'example.com', labels: { wave: 'rest' } },
]);

const app = new App();
new MigrationRollout(app, 'waf', {
  zones,
  waves: RolloutWaves.byLabel('wave', ['canary', 'rest']),
  approvals: 'approvals.json',
  // In a repository: the backend of your pipeline, with the key in its address.
  backend: (stack, key) => new LocalBackend(stack, { path: resolve(`terraform.${key}.tfstate`) }),
  // An apply ends when the service has begun to finish, so no run holds the lock of its state for an hour.
  migration: () => ({ wait: false }),
});
app.synth();
