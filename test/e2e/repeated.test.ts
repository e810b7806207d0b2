import { Fn, TerraformCount, TerraformIterator, TerraformOutput, type TerraformStack, Token } from 'cdktf';
import { LogCustomFields, LogpushJob, ZoneProvider } from '../../lib';
import { synth, testStack } from '../lib/synth';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

/** What is repeated by the engine: it is imported, moves, is referred to and triggers replacements, instance by instance. */

const ZONES = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];
const destination = 'r2://logs?account-id=a&access-key-id=k&secret-access-key=s';

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  jest.spyOn(process, 'emitWarning').mockImplementation();
  const zones = ZONES.map((id) => ({
    id,
    name: `${id.slice(0, 4)}.example.com`,
    plan: 'enterprise' as const,
  }));
  service = await startService({ seed: { zones } });
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
});
afterAll(() => jest.restoreAllMocks());

function write(id: string, declared?: (fields: LogCustomFields, stack: TerraformStack) => void): void {
  const stack = testStack();
  new ZoneProvider(stack, 'zone');
  const forEach = TerraformIterator.fromMap({ a: ZONES[0], b: ZONES[1] });
  const fields = new LogCustomFields(stack, id, {
    forEach,
    zoneId: forEach.value as string,
    cookies: ['sid'],
  });
  declared?.(fields, stack);
  workspace.write('main.tf.json', JSON.stringify(synth(stack)));
}

async function planned(): Promise<readonly unknown[]> {
  await workspace.plan({ out: 'plan.tfplan' });
  const { json } = await workspace.showJson('plan.tfplan');
  const { resource_changes: changes = [] } = json as {
    readonly resource_changes?: readonly {
      address: string;
      change: { actions: string[]; importing?: object };
    }[];
  };
  return changes.map(({ address, change }) => [
    address,
    change.importing === undefined ? change.actions : 'import',
  ]);
}

test('a repeated construct is referred to, triggers, moves and is imported for each instance', async () => {
  const more = (fields: LogCustomFields, stack: TerraformStack): void => {
    const { rulesetId } = fields;
    new TerraformOutput(stack, 'rulesets', { value: rulesetId });
    new TerraformOutput(stack, 'count', { value: Fn.lengthOf(Fn.tolist(rulesetId)) });
    const count = TerraformCount.of(2);
    const job = new LogpushJob(stack, 'job', {
      zoneId: ZONES[0],
      count,
      name: `job-${Token.asString(count.index)}`,
      destination,
      storeSecrets: true,
      lifecycle: { replaceTriggeredBy: [fields], ignoreChanges: ['logpull_options'] },
    });
    new TerraformOutput(stack, 'jobs', { value: job.jobId });
  };
  write('old', more);
  await workspace.ready();
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  const { values } = (await workspace.showJson()).json as {
    readonly values: { readonly outputs: Readonly<Record<string, { readonly value: unknown }>> };
  };
  expect(values.outputs).toMatchObject({
    rulesets: { value: [expect.any(String), expect.any(String)] },
    jobs: { value: [expect.any(Number), expect.any(Number)] },
  });

  write('now', (fields) => fields.moveFromId('zone_log_custom_fields.old'));
  expect(await planned()).toEqual(
    expect.arrayContaining(['a', 'b'].map((key) => [`zone_log_custom_fields.now["${key}"]`, ['no-op']])),
  );
  workspace.write('terraform.tfstate', '');
  write('again', (fields) => fields.importFrom());
  expect(await planned()).toEqual(
    ['a', 'b'].map((key) => [`zone_log_custom_fields.again["${key}"]`, 'import']),
  );
});
