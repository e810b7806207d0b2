import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createWorkspace } from '../support/workspace';
import { command } from './built-command';
import { temporaryFolder } from './engine/fake-program';

const folder = temporaryFolder();

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const OTHER = '9a7806061c88ada191ed06f989cc3dac';
const VENDOR = 'provider["registry.terraform.io/cloudflare/cloudflare"]';

/** A resource as release 3.x stores it. */
function resource(type: string, name: string, instances: readonly object[], module?: string): object {
  return {
    ...(module === undefined ? {} : { module }),
    mode: 'managed',
    type,
    name,
    provider: VENDOR,
    instances,
  };
}

const instance = (zone_id: string, attributes: object, index_key?: string | number): object => ({
  ...(index_key === undefined ? {} : { index_key }),
  schema_version: 0,
  attributes: { id: '1', zone_id, ...attributes },
  sensitive_attributes: [],
});

const PREVIOUS = [
  resource('cloudflare_waf_package', 'core', [
    instance(ZONE, { package_id: 'a', sensitivity: 'high', action_mode: 'challenge' }),
  ]),
  resource('cloudflare_waf_group', 'each', [
    instance(ZONE, { group_id: 'b', package_id: 'a', mode: 'off' }, "it's"),
    instance(OTHER, { group_id: 'b', package_id: 'a', mode: 'on' }, 'b'),
  ]),
  resource(
    'cloudflare_waf_rule',
    'one',
    [instance(OTHER, { rule_id: '100000', mode: 'disable' }, 0)],
    'module.shop["a].b"].module.waf[1]',
  ),
  resource('cloudflare_waf_override', 'uris', [instance(ZONE, { urls: ['example.com/x'], rules: {} })]),
];

const KEPT = [
  resource('cloudflare_record', 'www', [instance(ZONE, { name: 'www' })]),
  { ...resource('cloudflare_waf_groups', 'found', [instance(ZONE, {})]), mode: 'data' },
];

const state = (resources: readonly object[], version: number = 4): string =>
  JSON.stringify({
    version,
    terraform_version: '1.5.0',
    serial: 3,
    lineage: '3a0c2f0e-5d5c-4c1e-9b1a-0e0f5d3b8a10',
    outputs: {},
    resources,
    check_results: null,
  });

function written(text: string): string {
  const file = join(folder, 'terraform.tfstate');
  writeFileSync(file, text);
  return file;
}

const forget = (text: string, ...args: readonly string[]): ReturnType<typeof command.run> =>
  command.run(['forget-previous-waf', '--state', written(text), ...args]);

test('prints a command for each resource, and with these the engine forgets them and nothing else', async () => {
  const { exitCode, stdout, stderr } = await forget(state([...PREVIOUS, ...KEPT]));
  expect(exitCode).toBe(0);
  expect(stdout.trim().split('\n')).toEqual([
    "terraform state rm 'cloudflare_waf_package.core'",
    "terraform state rm 'cloudflare_waf_group.each'",
    `terraform state rm 'module.shop["a].b"].module.waf[1].cloudflare_waf_rule.one'`,
    "terraform state rm 'cloudflare_waf_override.uris'",
  ]);
  expect(stderr).toContain(`4 resources of the previous managed rules, of the zones ${ZONE}, ${OTHER}.`);

  const workspace = await createWorkspace({ files: { 'terraform.tfstate': state([...PREVIOUS, ...KEPT]) } });
  try {
    const path = `${dirname(workspace.binary)}:${process.env['PATH']}`;
    const script = stdout.replaceAll(/^terraform /gm, `'${workspace.binary}' `);
    execFileSync('sh', ['-e', '-c', script], { cwd: workspace.cwd, env: { PATH: path }, stdio: 'pipe' });
    const left = JSON.parse(workspace.read('terraform.tfstate')) as {
      readonly resources: readonly { type: string }[];
    };
    expect(left.resources.map(({ type }) => type).sort()).toEqual([
      'cloudflare_record',
      'cloudflare_waf_groups',
    ]);
  } finally {
    workspace.remove();
  }
});

test('prints removed blocks, which take no keys', async () => {
  const { stdout } = await forget(state(PREVIOUS), '--as', 'removed');
  expect(stdout.match(/from = .*/g)).toEqual([
    'from = cloudflare_waf_package.core',
    'from = cloudflare_waf_group.each',
    'from = module.shop.module.waf.cloudflare_waf_rule.one',
    'from = cloudflare_waf_override.uris',
  ]);
  expect(stdout).toContain(
    'removed {\n  from = cloudflare_waf_package.core\n  lifecycle {\n    destroy = false\n  }\n}\n',
  );
});

test('says so when there is nothing to forget', async () => {
  const { exitCode, stdout, stderr } = await forget(state(KEPT));
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain('there is nothing to forget');
});

test.each([
  ['is not JSON', '{"version":', ['cannot be read as a state', 'terraform state pull']],
  ['is of another version', state(PREVIOUS, 3), ['is not a state file of version 4', 'version 3']],
  ['is something else', '[]', ['is not a state file of version 4', 'no JSON object']],
])('refuses a file that %s', async (_case, text, says) => {
  const { exitCode, stdout, stderr } = await forget(text);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  for (const part of says) expect(stderr).toContain(part);
});
