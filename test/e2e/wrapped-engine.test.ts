import '../../testing/jest';
import { join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { DEFAULT_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';
import { createWorkspace, zonewrightMatchers, type Workspace } from '../../testing';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';

/** Programs in front of the engine, `$real`, which change its exit codes and print more. */
const WRAPPERS: Readonly<Record<string, string>> = {
  // wrapper/terraform.js of hashicorp/setup-terraform; its older versions print the lines in brackets and colons.
  'of hashicorp/setup-terraform': `echo "[command]$real $*"; "$real" "$@"; code=$?
echo "::debug::exitcode: $code"; case $code in 0 | 2) exit 0 ;; esac
echo "::error::Terraform exited with code $code."; exit 1`,
  'that ends with 0 in any case': '"$real" "$@"; exit 0',
  'that prints a banner': 'echo "Welcome to {terraform}"; exec "$real" "$@"',
  'that prints all to both streams': 'out=$("$real" "$@" 2>&1); echo "$out"; echo "$out" >&2',
  'that makes 1 of every failure': '"$real" "$@" || exit 1',
};

const TELLS = 'terraform_wrapper: false';
const [zone_id, OTHER] = [DEFAULT_ZONE_ID, SECOND_ZONE_ID];
const seed = {
  zones: [
    { id: zone_id, name: 'done.example', plan: 'enterprise', migration: { state: 'finished' } },
    { id: OTHER, name: 'to-do.example', plan: 'enterprise' },
  ],
} as const;
const execute = { ruleset_id: 'efb7b8c949ac4650a09736fc376e9aee' };
const RESOURCES: Readonly<Record<string, object>> = {
  zone_log_custom_fields: { zone_id, cookies: ['sid'] },
  zone_logpush_job: { zone_id, destination_conf: 'https://logs.example.com/a?header_X=1' },
  zone_logpush_ownership_challenge: { zone_id, destination_conf: 's3://logs/http?region=us-east-1' },
  zone_managed_rules: { zone_id, rules: [{ name: 'all', execute }] },
  zone_managed_rules_migration: { zone_id: OTHER, target_state: 'validation' },
};

/** A root module with an object of each type. */
const stack = (types = Object.keys(RESOURCES), version = '>= 0'): string => {
  const zone = { source: 'registry.terraform.io/zonewright/zone', version };
  const resource = Object.fromEntries(types.map((type) => [type, { a: RESOURCES[type] ?? {} }]));
  return JSON.stringify({ terraform: { required_providers: { zone } }, provider: { zone: {} }, resource });
};

const folder = temporaryFolder();
beforeAll(async () => {
  const { binary } = await findEngine({ fetch: false });
  const cases = Object.entries(WRAPPERS).map(([name, body]) => `'${name}') ${body} ;;`);
  const script = `real=${binary}\ncase "$WRAPPER" in\n${cases.join('\n')}\n*) exec "$real" "$@" ;;\nesac`;
  process.env['ZONEWRIGHT_TERRAFORM'] = fakeProgram(join(folder, 'terraform'), script);
});
afterAll(() => delete process.env['ZONEWRIGHT_TERRAFORM']);

describe.each(Object.keys(WRAPPERS).slice(0, -1))('behind a wrapper %s', (WRAPPER) => {
  const changesCodes = !WRAPPER.endsWith('banner');
  let workspace: Workspace;
  beforeAll(async () => void (workspace = await createWorkspace(stack(), { seed, env: { WRAPPER } })));
  afterAll(() => workspace.remove());
  const refuse = (method: string): unknown =>
    workspace.emulator.control.faults.put([{ match: { method }, effect: { kind: 'answer', status: 400 } }]);

  test('a plan has its changes, of every resource, and says what the wrapper does', async () => {
    const { changes, ...plan } = await workspace.plan();
    expect(plan).toMatchObject({ succeeded: true, hasChanges: true });
    expect([...changes.create].sort()).toEqual(Object.keys(RESOURCES).map((type) => `${type}.a`));
    const { pass, message } = await zonewrightMatchers.toPlan(workspace, {});
    expect([pass, message().includes(TELLS)]).toEqual([false, changesCodes]);
    expect(plan.text.includes('The exit code was 0 and not 2: ')).toBe(changesCodes);
  });

  test('an apply and a destroy that fail have failed, and drift is found', async () => {
    refuse('POST');
    expect(await workspace.apply()).toEqual({ succeeded: false, text: expect.stringContaining('Error: ') });
    workspace.emulator.control.faults.clear();
    expect(workspace.isApplied).toBe(false);
    await expect(workspace).toHaveNoDrift();
    await expect(workspace).toPlan({});
    workspace.emulator.control.editRuleset(zone_id, 'http_log_custom_fields', (draft) => {
      Object.assign(draft.rules[0] as object, { action_parameters: { cookie_fields: [{ name: 'edited' }] } });
    });
    await expect(workspace).not.toHaveNoDrift();
    expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ succeeded: true, hasChanges: true });
    await expect(workspace).toRefuseToDestroy('the service offers no way back');
    expect((await workspace.destroy()).succeeded).toBe(false);
  });

  test('a plan and an init that fail have failed, whatever an earlier run has left', async () => {
    refuse('GET');
    expect(await workspace.plan()).toMatchObject({ succeeded: false, hasChanges: false });
    await workspace.change(stack(['zone_no_such']));
    expect(await workspace.plan()).toMatchObject({ succeeded: false, hasChanges: false });
    await workspace.change(stack([], '9.9.9'));
    expect(await workspace.apply()).toMatchObject({ succeeded: false });
  });
});

test('behind a wrapper that makes 1 of 2, no plan counts as a refusal', async () => {
  const env = { WRAPPER: 'that makes 1 of every failure' };
  const workspace = await createWorkspace(stack(['zone_log_custom_fields']), { env });
  await expect(workspace.plan()).rejects.toThrow(TELLS);
  expect([await workspace.apply(), await workspace.destroy()]).toMatchObject([
    { succeeded: true },
    { succeeded: true },
  ]);
  await workspace.remove();
});
