import {
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  type ObjectSchema,
} from '../../../../schema';
import { callInProcess } from '../../../conformance/called-in-process';
import { RootModule } from '../../../conformance/root-module';
import { fields } from '../../../e2e/lifecycle/fields';
import { job } from '../../../e2e/lifecycle/job';
import { managedRules } from '../../../e2e/lifecycle/managed-rules';
import { migration } from '../../../e2e/lifecycle/migration';
import { Scene, type Adapter } from '../../../e2e/lifecycle/scene';
import { FIELDS_STORIES } from './field-stories';
import { JOBS } from './job-stories';
import { MANAGED_RULES } from './managed-rules-stories';
import { MIGRATIONS } from './migration-stories';
import type { Stories } from './stories';
import { Recorded, Transcript } from './transcript';

describe.each<readonly [string, Adapter, ObjectSchema, Stories]>([
  ['job', job, logpushJobSchema, JOBS],
  ['fields', fields, logCustomFieldsSchema, FIELDS_STORIES],
  ['managed-rules', managedRules, managedRulesSchema, MANAGED_RULES],
  ['migration', migration, managedRulesMigrationSchema, MIGRATIONS],
])('stories: %s', (name, adapter, schema, stories) => {
  const recorded = new Recorded(`${name}-stories`);
  let scene: Scene;
  let transcript: Transcript;
  beforeAll(async () => {
    scene = await Scene.of(
      { ...adapter, held: () => '' },
      (env) => new RootModule(callInProcess(env), schema),
      { uriOverrides: 'available' },
    );
    transcript = new Transcript(scene);
  });
  beforeEach(() => {
    scene.beginAnew();
    transcript.begin();
  });
  test.each(Object.entries(stories))('%s', async (title, steps) => {
    for (const step of steps) await step(scene);
    expect(transcript.whole).toEqual(recorded.of(title, transcript.whole));
  });
  test('every record is of a story', () => recorded.end());
});
