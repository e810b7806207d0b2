import { join } from 'node:path';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { zipSync } from 'fflate';
import { DEFAULT_TOKEN } from '../../emulator';
import { ACTION_SCHEMAS, NEEDED_PERMISSIONS, OBJECT_SCHEMAS } from '../../schema';
import { service, useService } from '../e2e/one-service';
import { recorded } from '../support/printed';
import { runHere } from './built-command';
import { engineScript, fakeProgram, temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();
const READER = 'reader-0123456789012345678901234567890123';
const [ZONE, BLOG, NEWS] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
const KEY = { ZONEWRIGHT_API_TOKEN: '', ZONEWRIGHT_EMAIL: 'a@b.example', ZONEWRIGHT_API_KEY: 'x'.repeat(37) };
const FOR_NONE = 'for-no-zone-0123456789012345678901234567890';
const FOR_TWO = 'for-two-zones-0123456789012345678901234567';

/** An engine that finds the provider, if `MISSING` is not set and none of 9.9.9 is required, and whose exit codes arrive, if `WRAPPED` is not. */
const ANSWERS = `case "$1" in
fmt) exit \${WRAPPED:-2} ;;
init) { ls -A; env; cat main.tf; } >'${join(folder, 'init')}'
  [ -z "$OVERRIDE" ] || echo ' - zonewright/zone in /opt/zone'
  if [ -n "$MISSING" ] || grep -q 9.9.9 main.tf; then printf 'Error: Failed\\n\\nto query\\n\\nTo see which modules ask, run another' >&2; exit 1; fi
  mkdir -p .terraform/providers/registry.terraform.io/zonewright/zone/0.9.8
  echo 'OpenTofu has been successfully initialized!'; exit ;;
esac`;

useService({
  seed: {
    zones: [
      { id: ZONE, name: 'shop.example', plan: 'enterprise' },
      ...[BLOG, NEWS].map((id) => ({ id, name: `zone-${id[0]}.example`, plan: 'enterprise' as const })),
    ],
    options: { model: 'today' },
    credentials: {
      tokens: [
        { token: DEFAULT_TOKEN },
        { token: READER, permissions: ['zone:read', 'rulesets:read'], zones: [ZONE] },
        { token: FOR_TWO, zones: [ZONE, BLOG] },
        { token: FOR_NONE, zones: [] },
      ],
    },
  },
});

describe('zonewright doctor', () => {
  const run = (env: NodeJS.ProcessEnv, ...args: readonly string[]) => {
    const script = `${ANSWERS}\n${engineScript('OpenTofu', '1.9.1')}`;
    return runHere(['doctor', ...args], {
      ...service.env,
      ZONEWRIGHT_TERRAFORM: fakeProgram(join(folder, 'engine'), script),
      NO_COLOR: '1',
      ...env,
    });
  };

  /** A report without what differs from run to run. */
  const plain = (stdout: string): string =>
    stdout
      .replace(/\d+(?= of \d+ requests| s\b)/g, 'N')
      .replace(/(?<=^zonewright +)\d.*/, 'VERSIONS')
      .replace(`${service.env['ZONEWRIGHT_BASE_URL']}`, 'ADDRESS');

  test('reports what a run needs, changes nothing, and shows no secret', async () => {
    const before = service.emulator.control.zones();
    const { exitCode, stdout, stderr } = await run({ ZONEWRIGHT_PROOF: 'on' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(plain(stdout)).toBe(recorded('doctor.txt', plain(stdout)));
    expect(service.emulator.control.zones()).toEqual(before);
  });

  test('says what the credentials may not do, and which permission that needs', async () => {
    const { stdout } = await run({ ZONEWRIGHT_API_TOKEN: READER });
    expect(plain(stdout)).toBe(recorded('doctor-of-a-reader.txt', plain(stdout)));
  });

  test.each([
    [-45, /^clock {7}(4\d|3[1-9]) s behind the service$/m, 1],
    [20, /^clock {7}2\d s ahead of the service$/m, 0],
    [45, /^clock {7}[45]\d s ahead of the service$/m, 1],
  ])('fails for a clock that is wrong by half a minute: %d s', async (seconds, says, code) => {
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
    const { exitCode, stdout } = await run({});
    jest.restoreAllMocks();
    expect([exitCode, stdout]).toEqual([code, expect.stringMatching(says)]);
  });

  const NOTHING = { ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '' };
  const UNSET = [
    ...['address     none: set ZONEWRIGHT_BASE_URL', 'credentials none: set ZONEWRIGHT_API_TOKEN'],
    ...['proof       off', 'error: the service cannot be used'],
    '  seen:    Neither the configuration nor the environment gives the base URL of the zone service.',
    '           Neither the configuration nor the environment has credentials for the zone service.\n',
  ].join('\n');
  test.each<readonly [string, NodeJS.ProcessEnv, readonly string[], string]>([
    [
      'a token that is none',
      { ZONEWRIGHT_API_TOKEN: 'x'.repeat(40) },
      [],
      'Invalid access token. The service does not',
    ],
    ['neither address nor credentials', NOTHING, [], UNSET],
    ['a stack that is none', {}, ['/nowhere'], 'error: /nowhere cannot be read\n'],
    ['a stack of nothing', {}, [__dirname], `declare nothing of Zonewright\n  seen:    ${__dirname}\n`],
    ['a wrong key', KEY, [], 'credentials a key with an e-mail address, from ZONEWRIGHT_API_KEY\n'],
    ['a token of no zone', { ZONEWRIGHT_API_TOKEN: FOR_NONE }, [], 'zone        the credentials see none'],
    ['a Node.js that is none', { ZONEWRIGHT_NODE: '/bin/false' }, [], '(/bin/false) ended with exit code 1'],
    ['a silent Node.js', { ZONEWRIGHT_NODE: 'cd' }, [], 'names no program that can be run: cd.'],
    ['a zone that is none', {}, ['--zone', 'none.example'], 'none.example was not found'],
    ['an engine that is none', { ZONEWRIGHT_TERRAFORM: 'none' }, [], 'whether the provider is found; '],
    ['no provider', { MISSING: '1' }, [], 'run npx zonewright install: Error: Failed to query (for .)\n'],
    ['a wrapper of exit codes', { WRAPPED: '0' }, [], '2 arrives as 0: set terraform_wrapper: false'],
    ['no address', { ZONEWRIGHT_BASE_URL: 'api.example.com/v4' }, [], 'is none that can be used: write'],
    ['an id of no zone', {}, ['--zone', 'f'.repeat(32)], 'was not found. GET /zones/ffff'],
  ])('fails for %s', async (_what, env, args, says) => {
    const { exitCode, stdout, stderr } = await run(env, ...args);
    expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining(says)]);
    expect(stdout).not.toContain('npx zonewright doctor');
  });

  test.each<readonly [string, number, number, number]>([
    ['zone_logpush_job', 500, 403, 0],
    ['zone_logpush_job', 403, 500, 1],
    ['zone_managed_rules', 403, 403, 0],
  ])(
    'fails only for what a plan needs: a %s, with %d for jobs, %d for page rules',
    async (type, jobs, pages, code) => {
      const stack = join(folder, `${type}-${jobs}`);
      mkdirSync(stack);
      writeFileSync(join(stack, 'main.tf'), `resource "${type}" "a" {\n  zone_id = "${ZONE}"\n}`);
      const { faults } = service.emulator.control;
      faults.put([{ match: { operation: 'logpush.jobs.list' }, effect: { kind: 'answer', status: jobs } }]);
      faults.add({ match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: pages } });
      const { exitCode, stdout } = await run({ ZONEWRIGHT_MAX_RETRIES: '0' }, stack);
      faults.clear();
      const is = (status: number): string => (status === 403 ? 'no' : 'not known');
      const lines = [`read and write log push jobs: ${is(jobs)}`, `read page rules: ${is(pages)}`];
      expect([exitCode, stdout.match(/(?<=^ {2}may ).*: n[^:;]*/gm)]).toEqual([code, lines]);
    },
  );

  test('tries every zone of the stacks, as they write it, and says what it did not try', async () => {
    const [hcl, cdk, plan] = ['hcl', 'cdk', 'plan'].map((name) => join(folder, 'tried', name));
    for (const each of [hcl, cdk, plan]) mkdirSync(String(each), { recursive: true });
    const jobs = ['var.here', 'each.key'].map(
      (zone) => `resource "zone_logpush_job" "a" {\n  zone_id = ${zone}\n}`,
    );
    writeFileSync(
      `${hcl}/main.tf`,
      `provider "zone" {\n  api_token = var.t\n  base_url = var.u\n}\n${jobs.join('\n')}`,
    );
    const data = { zone_zones: { zones: { names: ['zone-b.example'] } } };
    const zone_id = '${data.zone_zones.zones.ids["zone-b.example"]}';
    writeFileSync(
      `${cdk}/cdk.tf.json`,
      JSON.stringify({
        data,
        provider: { zone: [{ api_key: 'k' }] },
        resource: { zone_logpush_job: { a: { zone_id } } },
      }),
    );
    const values = Buffer.from(`\xa7zone_id\xd9 ${NEWS}`, 'latin1');
    writeFileSync(`${plan}/tfplan`, zipSync({ tfplan: values }));
    const env = { ZONEWRIGHT_API_TOKEN: FOR_TWO, TF_VAR_here: ZONE };
    const { exitCode, stdout } = await run(env, join(folder, 'tried'));
    const printed = plain(stdout).replaceAll(folder, 'FOLDER');
    expect([exitCode, printed]).toEqual([1, recorded('doctor-of-stacks.txt', printed)]);
  });

  const IN_HCL = 'required_providers {\n zone = {\n source = "zonewright/zone"\n version = "9.9.9"\n}\n}';
  const IN_JSON = '{"zone":{"version":"9.9.9","source":"registry.terraform.io/zonewright/zone"}}';
  test.each([
    ['main.tf', `terraform {\n ${IN_HCL}\n}`, {}, 1, 'not found, so run'],
    ['cdk.tf.json', `{"terraform":{"required_providers":${IN_JSON}}}`, {}, 1, 'not found, so run'],
    ['own.tf', IN_HCL, { OVERRIDE: '1' }, 0, 'the development override /opt/zone'],
  ])('looks for the version that a stack requires, in %s', async (name, text, env, code, found) => {
    const stack = join(folder, `requires-${name}`);
    mkdirSync(join(stack, 'terraform.d'), { recursive: true });
    const zone_id = 'data.zone_zones.a.ids.b';
    writeFileSync(join(stack, name), `${text}\nresource "zone_logpush_job" "a" {\n zone_id = ${zone_id}\n}`);
    writeFileSync(join(stack, 'more.tf'), IN_HCL.replace('9.9.9', '> 1'));
    writeFileSync(join(stack, '.terraform.lock.hcl'), '');
    const { exitCode, stdout } = await run({ ...env, TF_CLI_ARGS_init: '-upgrade' }, stack);
    expect([exitCode, stdout]).toEqual([code, expect.stringContaining(`provider    ${found}`)]);
    expect(stdout).toContain(`not tried   zones that only a plan knows, so name saved plans (${zone_id}); `);
    const init = readFileSync(join(folder, 'init'), 'utf8');
    expect(init).toMatch(
      /^\.terraform\.lock\.hcl\nmain\.tf\nterraform\.d\n[^]*version = "(9\.9\.9, > 1|> 1, 9\.9\.9)"/,
    );
    expect(init).not.toContain('-upgrade');
    expect(readdirSync(tmpdir()).filter((each) => each.startsWith('zonewright-doctor-'))).toEqual([]);
  });

  test('says what a plan and an apply need, for a folder of stacks', async () => {
    for (const of of ['a', '.terraform', 'node_modules']) {
      const type = of === 'a' ? 'log_custom_fields' : 'logpush_job';
      mkdirSync(join(folder, 'stacks', of), { recursive: true });
      writeFileSync(join(folder, 'stacks', of, 'main.tf'), `resource "zone_${type}" "a" {}`);
    }
    writeFileSync(
      join(folder, 'stacks', 'cdk.tf.json'),
      // As PowerShell 5 writes it.
      Buffer.from(`\ufeff${JSON.stringify({ resource: { zone_managed_rules: { a: {} } } })}`, 'utf16le'),
    );
    writeFileSync(join(folder, 'stacks', 'tfplan.json'), '{"type":"zone_logpush_delivery"}');
    const named = join(folder, 'stacks', '.terraform', 'named');
    writeFileSync(named, `zone_managed_rules_migration.a\n zone_id = "${ZONE}"`);
    const { exitCode, stdout } = await run({}, join(folder, 'stacks'), named, '--zone', BLOG);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('\nzones       2 tried of 2 that are')]);
    const needed = stdout.slice(stdout.indexOf('Permissions')).replace(/ +[0-9a-f]{32}$/gm, '');
    expect(needed).toBe(recorded('permissions.txt', needed));
  });

  test('knows what each type needs', () => {
    const types = new Set([...OBJECT_SCHEMAS, ...ACTION_SCHEMAS].map(({ type }) => type));
    expect(Object.keys(NEEDED_PERMISSIONS).sort()).toEqual([...types].sort());
  });
});
