import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../lib/fake-provider';

const ROOT = join(__dirname, '..', '..');
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

const PROGRAM = `
  const { App, LocalBackend, TerraformStack } = require(process.env.CDK);
  const { LogCustomFields, MigrationGate, ZoneProvider } = require(process.env.ENTRY);
  const zoneId = '023e105f4ecef8ad9ca31a8372d0c353';
  const app = new App({ outdir: 'out' });
  const stack = new TerraformStack(app, 'packed');
  new LocalBackend(stack, { path: require('node:path').resolve('packed.tfstate') });
  new ZoneProvider(stack, 'zone');
  new LogCustomFields(stack, 'fields', { zoneId, cookies: ['sid'] });
  const approved_digest = 'v1/validation/' + zoneId + '/none/none/none';
  new MigrationGate(stack, 'gate', { approval: { zone: zoneId, approved_digest, step: 'validation' } });
  app.synth();`;

/** The packed package in a new project, with its dependencies and this CDK, and nothing else of ours. */
function projectWith(...cdk: readonly string[]): string {
  const folder = temporaryFolder();
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ readonly filename: string }];
  const installed = join(folder, 'node_modules', 'zonewright');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
  for (const name of [...Object.keys(dependencies), 'constructs', ...cdk]) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
  writeFileSync(join(folder, 'program.js'), PROGRAM);
  return folder;
}

test.each([
  ['cdktf', 'zonewright'],
  ['cdktn', 'zonewright/cdktn'],
])('the packed package with %s alone synthesizes, with the provider', (cdk, entry) => {
  const folder = projectWith(cdk);
  const env = { PATH: process.env['PATH'], CDK: cdk, ENTRY: entry };
  const ran = spawnSync(process.execPath, ['program.js'], { cwd: folder, env, encoding: 'utf8' });
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  const stack = join(folder, 'out', 'stacks', 'packed');
  const { resource } = JSON.parse(readFileSync(join(stack, 'cdk.tf.json'), 'utf8')) as {
    readonly resource: Readonly<Record<string, unknown>>;
  };
  expect(Object.keys(resource)).toEqual(['null_resource', 'zone_log_custom_fields']);
  expect(
    existsSync(join(stack, 'terraform.d', 'plugins', 'registry.terraform.io', 'zonewright', 'zone')),
  ).toBe(true);
});

test('the demo says what to install when there is no CDK', () => {
  const folder = projectWith();
  const command = join(folder, 'node_modules', 'zonewright', 'dist', 'cli', 'main.js');
  const env = { PATH: process.env['PATH'], HOME: folder };
  const { status, stderr } = spawnSync(process.execPath, [command, 'demo'], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('the demo synthesizes a stack, and neither cdktf nor cdktn is installed');
  expect(stderr).toContain('npm install cdktf constructs');
});

test.each([
  [[], 2],
  [['--migration'], 3],
])('a project that the packed command begins (%j) passes its tests', (options, tests) => {
  const folder = projectWith('cdktf', 'jest', 'ts-jest', 'typescript', '@types/node', '@types/jest');
  const run = (cwd: string, ...args: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const modules = join(folder, 'node_modules');
  const begun = run(folder, join(modules, 'zonewright/dist/cli/main.js'), 'init', ...options, 'zone');
  expect(begun).toMatchObject({ status: 0, stderr: '' });
  const { status, stderr } = run(join(folder, 'zone'), join(modules, 'jest/bin/jest.js'));
  expect(stderr).toContain(`Tests:       ${tests} passed, ${tests} total`);
  expect(status).toBe(0);
});
