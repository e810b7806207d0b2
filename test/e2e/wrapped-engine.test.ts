import '../../testing/jest';
import { join } from 'node:path';
import { findEngine } from '../../cli/engine/find';
import { DEFAULT_ZONE_ID, SECOND_ZONE_ID } from '../../emulator';
import { createWorkspace, zonewrightMatchers, type Workspace } from '../../testing';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';

/** Programs in front of the engine, which change its exit codes and print more. */

/** `$real` is the engine. */
const WRAPPERS: Readonly<Record<string, string>> = {
  // wrapper/terraform.js of hashicorp/setup-terraform: 2 becomes 0, others 1; up to v3 it printed commands and debug lines.
  'of hashicorp/setup-terraform': `echo "[command]$real $*"
out=$("$real" "$@" 2> "$TMPDIR/errors.$$"; echo "$?")
code=\${out##*
}
printf %s "\${out%"$code"}"; cat "$TMPDIR/errors.$$" >&2; rm "$TMPDIR/errors.$$"
echo "::debug::Terraform exited with code $code."
printf '%s\\n' "::debug::stdout: $(printf %s "$out" | sed -z 's/%/%25/g; s/\\n/%0A/g')"
printf '\\n%s\\n' "::set-output name=exitcode::$code"
case $code in 0 | 2) exit 0 ;; esac
echo "::error::Terraform exited with code $code."; exit 1`,
  'that ends with 0 in any case': '"$real" "$@"; exit 0',
  'that prints a banner': 'echo "Welcome to {terraform}"; exec "$real" "$@"',
  'that prints everything to both streams, and ends with 0':
    'out=$("$real" "$@" 2>&1); echo "$out"; echo "$out" >&2',
  'that makes 1 of every failure': '"$real" "$@" || exit 1',
};

const TELLS = 'terraform_wrapper: false';
const [FINISHED, MIGRATING] = [DEFAULT_ZONE_ID, SECOND_ZONE_ID];
const seed = {
  zones: [
    {
      id: FINISHED,
      name: 'done.example',
      plan: 'enterprise' as const,
      migration: { state: 'finished' as const },
    },
    { id: MIGRATING, name: 'to-do.example', plan: 'enterprise' as const },
  ],
};
const RESOURCES = {
  zone_log_custom_fields: { zone_id: FINISHED, cookies: ['sid'] },
  zone_logpush_job: { zone_id: FINISHED, destination_conf: 'https://logs.example.com/a?header_X=1' },
  zone_logpush_ownership_challenge: {
    zone_id: FINISHED,
    destination_conf: 's3://logs/http?region=us-east-1',
  },
  zone_managed_rules: {
    zone_id: FINISHED,
    rules: [{ name: 'all', execute: { ruleset_id: 'efb7b8c949ac4650a09736fc376e9aee' } }],
  },
  zone_managed_rules_migration: { zone_id: MIGRATING, target_state: 'validation' },
};
const ADDRESSES = Object.keys(RESOURCES).map((type) => `${type}.a`);

/** A root module. */
const stack = (resources: object = RESOURCES, more: object = {}): string =>
  JSON.stringify({
    terraform: { required_providers: { zone: { source: 'registry.terraform.io/zonewright/zone' } } },
    provider: { zone: {} },
    resource: Object.fromEntries(
      Object.entries(resources).map(([type, body]) => [type, { a: body as object }]),
    ),
    ...more,
  });

const folder = temporaryFolder();
const env = { TMPDIR: folder };
beforeAll(async () => {
  const { binary } = await findEngine({ fetch: false });
  const cases = Object.entries(WRAPPERS).map(([name, body]) => `${JSON.stringify(name)})\n${body} ;;`);
  process.env['ZONEWRIGHT_TERRAFORM'] = fakeProgram(
    join(folder, 'terraform'),
    `real=${binary}\ncase "$WRAPPER" in\n${cases.join('\n')}\n*) exec "$real" "$@" ;;\nesac`,
  );
});
afterAll(() => delete process.env['ZONEWRIGHT_TERRAFORM']);

describe.each(Object.keys(WRAPPERS).slice(0, -1))('behind a wrapper %s', (name) => {
  const changesCodes = !name.endsWith('banner');
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createWorkspace(stack(), { seed, env: { ...env, WRAPPER: name } });
  });
  afterAll(() => workspace.remove());

  test('a plan has its changes, of every resource, and says what the wrapper does', async () => {
    const { text, changes, ...plan } = await workspace.plan();
    expect(plan).toEqual({ succeeded: true, hasChanges: true });
    expect([...changes.create].sort()).toEqual(ADDRESSES);
    const result = await zonewrightMatchers.toPlan(workspace, {});
    expect([result.pass, result.message().includes(TELLS)]).toEqual([false, changesCodes]);
    expect(text.includes('The exit code was 0 and not 2: ')).toBe(changesCodes);
  });

  test('an apply that fails has failed, and one that succeeds has nothing left to do', async () => {
    const { faults, editRuleset } = workspace.emulator.control;
    faults.put([{ match: { method: 'POST' }, effect: { kind: 'answer', status: 400, body: 'no' } }]);
    const failed = await workspace.apply();
    expect([failed.succeeded, workspace.isApplied]).toEqual([false, false]);
    expect(failed.text).toMatch(/Error: /);
    faults.clear();
    await expect(workspace).toApply();
    await expect(workspace).toHaveNoDrift();
    await expect(workspace).toPlan({});
    editRuleset(FINISHED, 'http_log_custom_fields', (draft) => {
      Object.assign(draft.rules[0] as object, { action_parameters: { cookie_fields: [{ name: 'edited' }] } });
    });
    await expect(workspace).not.toHaveNoDrift();
    expect(await workspace.plan({ refreshOnly: true })).toMatchObject({ succeeded: true, hasChanges: true });
    await expect(workspace).toRefuseToDestroy('the service offers no way back');
    expect((await workspace.destroy()).succeeded).toBe(false);
  });

  test('a plan that fails has failed, whatever an earlier one has left', async () => {
    workspace.emulator.control.faults.put([{ effect: { kind: 'answer', status: 400, body: 'no' } }]);
    expect(await workspace.plan()).toMatchObject({ succeeded: false, hasChanges: false });
    workspace.emulator.control.faults.clear();
    await workspace.change(stack({ zone_no_such: {} }));
    expect(await workspace.plan()).toMatchObject({ succeeded: false, hasChanges: false });
    const providers = {
      terraform: { required_providers: { zone: { source: 'zonewright/zone', version: '9' } } },
    };
    await workspace.change(stack({}, providers));
    expect(await workspace.apply()).toMatchObject({ succeeded: false });
  });
});

test('behind a wrapper that makes 1 of 2, no plan counts as a refusal', async () => {
  const workspace = await createWorkspace(stack(), {
    seed,
    env: { WRAPPER: 'that makes 1 of every failure' },
  });
  try {
    await expect(workspace.plan()).rejects.toThrow(TELLS);
  } finally {
    await workspace.remove();
  }
});
