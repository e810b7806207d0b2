import '../../testing/jest';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { S3Backend, TerraformStack, Testing } from 'cdktf';
import { DataZones, LogCustomFields, LogDestination, LogpushJob, Secret, ZoneProvider } from '../../lib';
import { createWorkspace, zonewrightMatchers, type MatcherResult, type Workspace } from '../../testing';
import { fieldsStack, finishedStack, ZONE, zoneStack } from './zone-stacks';

/** The current workspaces. */
const workspaces = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('zonewright-testing-'));

/** The message of a matcher that must fail. */
async function failure(result: Promise<MatcherResult>): Promise<string> {
  const { pass, message } = await result;
  expect(pass).toBe(false);
  return message();
}

describe('matchers for stacks', () => {
  test('plan a version from the previous one, and remove everything afterwards', async () => {
    const before = workspaces();
    await expect(fieldsStack(['sid', 'cart'])).toPlan(
      { update: ['zone_log_custom_fields.fields'] },
      { after: fieldsStack(['sid']) },
    );
    expect(workspaces().filter((name) => !before.includes(name))).toEqual([]);
  });

  test('ignore the user’s service, credentials and variables', async () => {
    const stack = new TerraformStack(Testing.app(), 'zone');
    new S3Backend(stack, { bucket: 'states', key: 'zone', region: 'eu-central-1' });
    new ZoneProvider(stack, 'zone', {
      baseUrl: 'https://api.example.com/v4',
      email: 'a@example.com',
      apiKey: 'k',
    });
    new ZoneProvider(stack, 'other', { alias: 'other', baseUrl: 'https://example.com/v5', apiToken: 't' });
    new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['sid'] });
    process.env['ZONEWRIGHT_BASE_URL'] = 'https://another.example.com/v4';
    try {
      await expect(stack).toApply();
    } finally {
      delete process.env['ZONEWRIGHT_BASE_URL'];
    }
  });

  test('give a secret that is stored nowhere a value, unless the test has one', async () => {
    const stack = zoneStack();
    const destination = `https://logs.example.com/collect?header_Authorization=${Secret.variable(stack, 'key')}`;
    new LogpushJob(stack, 'job', { zoneId: ZONE, destination });
    const workspace = await createWorkspace(stack);
    try {
      await expect(workspace).toApply();
      const [job] = workspace.emulator.control.zone(ZONE).logpush?.jobs ?? [];
      expect(job?.destination_conf).toContain('placeholder-for-key');
    } finally {
      await workspace.remove();
    }
    await expect(stack).toPlan({ create: 1 }, { variables: { key: 'mine' } });
  });

  test('hide secrets in their messages', async () => {
    const stack = zoneStack();
    new LogpushJob(stack, 'job', {
      zoneId: ZONE,
      destination: LogDestination.r2({
        bucket: 'logs',
        accountId: 'a',
        accessKeyId: 'k',
        secretAccessKey: 'planted-4711',
      }),
      storeSecrets: true,
    });
    const message = await failure(zonewrightMatchers.toPlan(stack, {}));
    expect(message).toContain('✗ create: expected 0, planned 1 (zone_logpush_job.job)');
    expect(message).toContain('destination_conf');
    expect(message).not.toContain('4711');
  });

  test('refuse what is not a stack, and say what is allowed', async () => {
    await expect(zonewrightMatchers.toApply({})).rejects.toThrow(
      /Expected an App, a TerraformStack, .* got a value of/,
    );
    await expect(zonewrightMatchers.toApply('/no/such/folder')).rejects.toThrow('got "/no/such/folder"');
  });
});

describe('a workspace', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    const stack = fieldsStack();
    new DataZones(stack, 'zones', { names: ['example.com'] });
    workspace = await createWorkspace(stack);
  });
  afterAll(() => workspace.remove());

  test('starts with a plan that creates', async () => {
    await expect(workspace).toPlanCleanly();
    await expect(workspace).toPlan({ create: 1 });
    await expect(workspace).not.toPlan({ create: ['zone_log_custom_fields.others'] });
    const { faults } = workspace.emulator.control;
    faults.put([{ match: { method: 'GET' }, delayMs: 1100, times: 1 }]);
    const message = await failure(zonewrightMatchers.toPlan(workspace, { update: 1 }));
    expect(faults.list()).toEqual([expect.objectContaining({ struck: 1 })]);
    // The same text, however long the engine reads.
    expect(message).toBe(`expect(stacks).toPlan(expected)

✗ create: expected 0, planned 1 (zone_log_custom_fields.fields)
✗ update: expected 1, planned 0

The plan:

${(await workspace.plan()).text}
`);
    await expect(zonewrightMatchers.toPlan(workspace, { created: 1 } as object)).rejects.toThrow(
      'toPlan does not accept created. It accepts create, update, delete, replace, import, forget, irreversible.',
    );
  });

  test('then applies, after which nothing is left to do, until others edit it', async () => {
    await expect(workspace).toApply();
    await expect(workspace).toHaveNoDrift();
    await expect(workspace).toPlan({});
    const { control } = workspace.emulator;
    control.editRuleset(ZONE, 'http_log_custom_fields', (draft) => {
      Object.assign(draft.rules[0] as object, { action_parameters: { cookie_fields: [{ name: 'edited' }] } });
    });
    const message = await failure(zonewrightMatchers.toHaveNoDrift(workspace));
    expect(message).toMatch(
      /The plan after the apply is not empty:\n\n[^]*"edited"[^]*Plan: 0 to add, 1 to change/,
    );
  });

  test('an irreversible step is not a clean plan, is counted, and cannot be destroyed', async () => {
    const workspace = await createWorkspace(finishedStack());
    try {
      const address = 'zone_managed_rules_migration.migration';
      await expect(workspace).toPlan({ create: 1, irreversible: [address] });
      // A test that does not expect it fails.
      await expect(workspace).not.toPlan({ create: 1 });
      const warned = await failure(zonewrightMatchers.toPlanCleanly(workspace));
      expect(warned).toMatch(/The plan has a warning:\n\nWarning: IRREVERSIBLE[^]*The plan:/);
      await expect(workspace).toRefuseToDestroy('it is finished, and the service offers no way back');
    } finally {
      await workspace.remove();
    }
  });
});
