import fc from 'fast-check';
import { DEFAULT_ZONE_ID, type SeedDocument } from '../../emulator';
import { inLane } from '../support/lane';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { migratingZone, zoneIdOf } from './migrating-zones';

import { type Block } from './ignored-blocks';
import { fieldsRounds, FieldsCourse, fieldZones } from './ignored-fields-course';
import { JobCourse, jobRounds } from './ignored-job-course';
import { migrating, MigrationCourse, migrationRounds } from './ignored-migration-course';

/** Each round edits, ignores and declares at random, for all of these at once. */
const ROUNDS = Number(process.env['ZONEWRIGHT_TEST_ROUNDS'] ?? inLane({ share: 1, whole: 4 }));
const SEED = Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 1);

const round = fc.record({ jobs: jobRounds, fields: fieldsRounds, migrations: migrationRounds });

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  const seed: SeedDocument = {
    zones: [
      { id: DEFAULT_ZONE_ID, name: 'jobs.example' },
      ...fieldZones.map((name) => ({ id: zoneIdOf(name), name: `${name}.example` })),
      ...migrating.map((name) => migratingZone(name)),
    ],
  };
  service = await startService({ seed, settings: { finishSeconds: 0 } });
  workspace = await createWorkspace({
    env: { ...service.env, ZONEWRIGHT_API_TOKEN: service.emulator.credentials.token },
    startedBy: 'workspace',
  });
  configure({});
  await workspace.ready();
});

test(
  `attributes in ignore_changes are never written, and all others are (seed ${SEED}, ${ROUNDS} rounds)`,
  async () => {
    const rounds = fc.sample(round, { seed: SEED, numRuns: ROUNDS + 1 });
    const [jobs, fields, migrations] = [
      new JobCourse(service),
      new FieldsCourse(service),
      new MigrationCourse(service),
    ];
    for (const [index, one] of rounds.entries()) {
      configure({
        ...jobs.next(one.jobs, index),
        zone_log_custom_fields: fields.next(one.fields, index),
        zone_managed_rules_migration: migrations.next(one.migrations, index),
      });
      await workspace.applied();
      for (const course of [jobs, fields, migrations]) course.check(`round ${index}`);
      expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
      expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ exitCode: 0 });
    }
  },
  60_000 + ROUNDS * 30_000,
);

function configure(resource: Block): void {
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      provider: { zone: { max_requests_per_second: 1000 } },
      ...(Object.keys(resource).length > 0 && { resource }),
    }),
  );
}
