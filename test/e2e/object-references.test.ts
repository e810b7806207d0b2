import { join } from 'node:path';
import { App, LocalBackend, TerraformOutput, TerraformStack } from 'cdktf';
import {
  DataManagedRulesConfiguration,
  DataRulesets,
  LogCustomFields,
  LogDestination,
  LogpushJob,
  ManagedRulesMigration,
  ZoneProvider,
} from '../../lib';
import { temporaryFolder } from '../lib/fake-provider';
import { service, useService } from './one-service';
import { createWorkspace } from '../support/workspace';
import { migratingZone, zoneIdOf } from './migrating-zones';

/** References to objects as a whole, on the engine: null and known, in their own stack and in another one. */

const [BEGUN, FINISHED] = ['begun', 'finished'].map(zoneIdOf) as [string, string];

const outdir = temporaryFolder();
useService({
  seed: { zones: [migratingZone('begun'), migratingZone('finished')] },
  settings: { finishSeconds: 0 },
});
beforeAll(() => void jest.spyOn(process, 'emitWarning').mockImplementation());
afterAll(() => jest.restoreAllMocks());

/** Two stacks with the same outputs: one has the objects, the other one reads them. */
function synthesize(): void {
  const app = new App({ outdir });
  const [own, other] = ['own', 'other'].map((id) => {
    const stack = new TerraformStack(app, id);
    new LocalBackend(stack, { path: join(outdir, `${id}.tfstate`) });
    return stack;
  }) as [TerraformStack, TerraformStack];
  new ZoneProvider(own, 'zone');
  const migration = (id: string, zoneId: string, targetState: 'validation' | 'finished') =>
    new ManagedRulesMigration(own, id, { zoneId, targetState, acknowledgeIrreversible: zoneId });
  const [begun, finished] = [
    migration('begun', BEGUN, 'validation'),
    migration('finished', FINISHED, 'finished'),
  ];
  const destination = LogDestination.https({ host: 'logs.example.com' });
  const job = (id: string, outputType?: 'ndjson') =>
    new LogpushJob(own, id, {
      zoneId: BEGUN,
      destination,
      ...(outputType && { outputOptions: { outputType, fieldNames: ['RayID'] } }),
    });
  const [plain, formed] = [job('plain'), job('formed', 'ndjson')];
  const fields = new LogCustomFields(own, 'fields', { zoneId: BEGUN, cookies: ['a'] });
  const rulesets = new DataRulesets(own, 'rulesets', { zoneId: BEGUN, dependsOn: [fields] });
  const generated = new DataManagedRulesConfiguration(own, 'generated', {
    zoneId: FINISHED,
    dependsOn: [finished],
  });
  const values: Readonly<Record<string, unknown>> = {
    null_object: begun.finish,
    object: finished.finish,
    list: begun.rules,
    element: begun.rules.get(0),
    null_list: generated.notCarriedOver,
    null_text: generated.name,
    null_options: plain.references.outputOptions,
    options: formed.references.outputOptions,
    null_map: begun.resource.interpolationForAttribute('adjustments'),
    member: rulesets.rulesets.get(0).name,
    text: fields.rulesetId,
  };
  for (const stack of [own, other])
    for (const [id, value] of Object.entries(values))
      new TerraformOutput(stack, id, { value, sensitive: true });
  app.synth();
}

/** The outputs of a stack after an apply, which a plan finds to be complete. */
async function outputsOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  const workspace = await createWorkspace({
    folder: join(outdir, 'stacks', id),
    env: service.env,
    startedBy: 'workspace',
  });
  await workspace.ready();
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  const { values } = (await workspace.showJson()).json as {
    readonly values: { readonly outputs: Readonly<Record<string, { readonly value: unknown }>> };
  };
  return Object.fromEntries(
    Object.entries(values.outputs)
      .filter(([name]) => !name.startsWith('cross-stack'))
      .map(([name, { value }]) => [name, value]),
  );
}

test('an object as a whole is right while it is null and once it is known, also in another stack', async () => {
  synthesize();
  const own = await outputsOf('own');
  expect(Object.keys(own).sort()).toEqual(['element', 'list', 'member', 'object', 'options', 'text']);
  expect(own).toMatchObject({ options: { output_type: 'ndjson', field_names: ['RayID'] } });
  expect(await outputsOf('other')).toEqual(own);
});
