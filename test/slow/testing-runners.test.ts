import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exports as EXPORTS } from '../../package.json';

const ROOT = join(__dirname, '..', '..');

/** The tests of a user, the same for both runners. */
const TESTS = `
const { spawnSync } = require('node:child_process');
const { TerraformStack, Testing } = require('cdktf');
const { LogCustomFields, ZoneProvider } = require('zonewright');
const { synthesized } = require('zonewright/testing');

function stack() {
  const stack = new TerraformStack(Testing.app(), 'zone');
  new ZoneProvider(stack, 'zone');
  new LogCustomFields(stack, 'fields', { zoneId: '023e105f4ecef8ad9ca31a8372d0c353', cookies: ['sid'] });
  return stack;
}

test('matchers', async () => {
  await expect(stack()).toPlan({ create: 1 });
  await expect(stack()).toHaveNoDrift();
  await expect(expect(stack()).toPlan({ update: 1 })).rejects.toThrow('update: expected 1, planned 0');
});

test('snapshots', () => {
  expect(synthesized(stack()).resource).toEqual(JSON.parse(Testing.synth(stack())).resource);
});

test('the emulator of the global setup answers a program that the test waits for', () => {
  const { ZONEWRIGHT_BASE_URL: url, ZONEWRIGHT_API_TOKEN: token } = process.env;
  const path = '/zones/023e105f4ecef8ad9ca31a8372d0c353';
  const init = JSON.stringify({ headers: { authorization: 'Bearer ' + token } });
  const code = "fetch('" + url + path + "', " + init + ").then((r) => console.log(r.status))";
  expect(String(spawnSync(process.execPath, ['-e', code]).stdout)).toBe('200\\n');
});
`;

/** What a test of a browser's code does to its globals, before the kit is asked for anything. */
const ODD = `
const { startEmulatorProcess } = require('zonewright/testing');

test('the kit works whatever the globals are', async () => {
  if (process.env.STUBBED) globalThis.fetch = () => { throw new Error('fetch is stubbed'); };
  const zone = '023e105f4ecef8ad9ca31a8372d0c353';
  const emulator = await startEmulatorProcess();
  await emulator.control.patchZone(zone, { plan: 'business' });
  expect((await emulator.control.zone(zone)).plan).toBe('business');
  await emulator.close();
});
`;

const TYPES = `
import 'zonewright/testing/vitest';
import { TerraformStack, Testing } from 'cdktf';
import { expect } from 'vitest';
import { createWorkspace, problemsOf, synthesized } from 'zonewright/testing';

const stack = new TerraformStack(Testing.app(), 'zone');
export const promises: readonly Promise<void>[] = [
  expect(stack).toPlan({ create: 1, update: ['a.b'] }, { after: stack }),
  expect(stack).not.toPlanCleanly({ allowWarnings: true }),
  expect(createWorkspace(Testing.app())).toApply(),
];
export const document: unknown = synthesized(stack)['resource'];
export const lengths: readonly number[] = problemsOf(Testing.app()).map(({ prop }) => prop.length);
// @ts-expect-error: there is no such action
void expect(stack).toPlan({ created: 1 });
`;

const FILES: Readonly<Record<string, string>> = {
  'vitest/vitest.config.mjs': `export default {
  test: {
    globalSetup: ['zonewright/testing/global-setup'],
    setupFiles: ['zonewright/testing/vitest'],
    testTimeout: 1_200_000,
    pool: process.env.POOL,
    environment: process.env.ENVIRONMENT,
  },
};`,
  'vitest/stack.test.mjs': `import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
const require = createRequire(import.meta.url);
${TESTS}${ODD}`,
  'vitest/mocked.test.mjs': `import { createRequire } from 'node:module';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
const require = createRequire(import.meta.url);
setupServer().listen({ onUnhandledRequest: 'error' });
${ODD}`,
  'bun/stack.test.js': `const { expect, test } = require('bun:test');
const { zonewrightMatchers } = require('zonewright/testing');
expect.extend(zonewrightMatchers);
${TESTS.replace(/test\('the emulator of the global setup[^]*/, '').replace(/^.*rejects.*$/m, '')}${ODD}`,
  'jest/jest.config.js': `module.exports = {
  globalSetup: 'zonewright/testing/global-setup',
  globalTeardown: 'zonewright/testing/global-teardown',
  setupFilesAfterEnv: ['zonewright/testing/jest'],
  testTimeout: 1_200_000,
  testEnvironment: process.env.ENVIRONMENT,
};`,
  'jest/stack.test.js': TESTS + ODD,
  'types/stack.ts': TYPES,
};

/** A project of a user: vitest and what the package needs, from a lock file of its own, and the package as it is packed. */
let project: string;
const packageFolder = (): string => join(project, 'node_modules', 'zonewright');
const program = (...path: string[]): string => join(ROOT, 'node_modules', ...path);

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'zonewright-runners-'));
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(__dirname, 'runners', file), join(project, file));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: project, stdio: 'pipe' });
  mkdirSync(packageFolder());
  for (const part of ['package.json', 'dist'])
    cpSync(join(ROOT, part), join(packageFolder(), part), { recursive: true });
  const types = ['-p', join(ROOT, 'tsconfig.types.json'), '--outDir', join(packageFolder(), 'dist')];
  execFileSync(process.execPath, [program('typescript', 'bin', 'tsc'), ...types], { stdio: 'pipe' });
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(project, path, '..'), { recursive: true });
    writeFileSync(join(project, path), text);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs a program, as one of Node.js, in a folder of the project; none of this runner's own settings reach it. */
function run(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  runner = process.execPath,
): string {
  const { PATH, HOME, TMPDIR = tmpdir() } = process.env;
  const { status, stdout, stderr } = spawnSync(runner, args, {
    cwd: join(project, folder),
    env: { PATH, HOME, TMPDIR, NO_COLOR: '1', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`exit code ${status}\n${stdout}\n${stderr}`);
  return stdout + stderr;
}

const ODD_GLOBALS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['of Node.js', { ENVIRONMENT: 'node' }],
  ['of jsdom', { ENVIRONMENT: 'jsdom' }],
  ['of happy-dom', { ENVIRONMENT: 'happy-dom' }],
  ['with a stubbed fetch', { ENVIRONMENT: 'node', STUBBED: 'on' }],
];

test.each([
  ...ODD_GLOBALS.map(([globals, env]) => [globals, 'forks', env] as const),
  ['of Node.js', 'threads', { ENVIRONMENT: 'node' }] as const,
])(
  'vitest runs it with the globals %s, and msw that refuses all requests, with a pool of %s',
  (_globals, pool, env) => {
    const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs');
    expect(run('vitest', [vitest, 'run'], { POOL: pool, ...env })).toMatch(/Tests\s+5 passed \(5\)/);
  },
);

test.each(ODD_GLOBALS)('jest runs it with the globals %s', (_globals, { ENVIRONMENT = '', ...env }) => {
  const jest = program('jest', 'bin', 'jest.js');
  const environment = ENVIRONMENT === 'happy-dom' ? '@happy-dom/jest-environment' : ENVIRONMENT;
  expect(run('jest', [jest, '--rootDir', '.'], { ENVIRONMENT: environment, ...env })).toMatch(
    /Tests:\s+4 passed, 4 total/,
  );
});

test('bun runs it', () => {
  const bun = join(project, 'node_modules', '.bin', 'bun');
  expect(run('bun', ['test', '--timeout=600000'], {}, bun)).toContain('3 pass');
});

test('Yarn, which keeps packages packed, runs the demo with its rehearsal', async () => {
  const folder = join(project, 'yarn');
  cpSync(join(__dirname, 'runners', 'yarn'), folder, { recursive: true });
  const npm = (...args: readonly string[]): string =>
    execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const packed = npm('pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
  renameSync(join(folder, packed), join(folder, 'zonewright.tgz'));
  const env = {
    ...process.env,
    // The package is another one in each run.
    ...{ YARN_CHECKSUM_BEHAVIOR: 'ignore', YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
    ...{ YARN_GLOBAL_FOLDER: join(folder, 'global'), YARN_ENABLE_TELEMETRY: '0' },
    YARN_NPM_REGISTRY_SERVER: npm('config', 'get', 'registry').replace(/\/$/, ''),
  };
  const yarn = (...args: readonly string[]): Promise<unknown> => {
    const program = join(project, 'node_modules', '@yarnpkg', 'cli-dist', 'bin', 'yarn.js');
    return promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  };
  expect(await yarn('install')).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  expect(await yarn('zonewright', 'demo')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('A refused destroy'),
  });
});

test.each(['typescript', 'typescript-6', 'typescript-7'])(
  '%s finds no error in the declarations of the package',
  (compiler) => {
    const withoutCdktn = Object.entries(EXPORTS).filter(([path]) => path !== './cdktn');
    const files = withoutCdktn.flatMap(([, target]) =>
      typeof target === 'object' ? [join(packageFolder(), target.types)] : [],
    );
    const compilerOptions = {
      ...{ module: 'nodenext', noEmit: true, strict: true, target: 'es2022', skipLibCheck: false },
      ...{ exactOptionalPropertyTypes: true, typeRoots: [program('@types')] },
    };
    const tsc = compiler === 'typescript' ? program(compiler) : join(project, 'node_modules', compiler);
    writeFileSync(join(project, 'types', 'declarations.json'), JSON.stringify({ compilerOptions, files }));
    const { stdout } = spawnSync(process.execPath, [join(tsc, 'bin', 'tsc'), '-p', 'declarations.json'], {
      cwd: join(project, 'types'),
      encoding: 'utf8',
    });
    // Errors in the declarations of others are not ours.
    expect(stdout.split('\n').filter((line) => /^\S*zonewright\/|^error/.test(line))).toEqual([]);
  },
);

test.each([
  ['node16', 'node16', 'vitest'],
  ['esnext', 'bundler', 'vitest'],
  ['esnext', 'bundler', 'vitest-5'],
  ['commonjs', 'node10', 'vitest'],
])('the types are there with module %s, resolution %s and %s', (module, moduleResolution, vitest) => {
  const compilerOptions = {
    ...{ module, moduleResolution, noEmit: true, strict: true, target: 'es2022', lib: ['es2023', 'dom'] },
    ...{ types: ['node'], typeRoots: [program('@types')], esModuleInterop: true },
    // The declarations of vitest itself have errors for the others.
    skipLibCheck: moduleResolution !== 'bundler',
    ...(vitest !== 'vitest' && { paths: { vitest: [`../node_modules/${vitest}`] } }),
  };
  writeFileSync(
    join(project, 'types', 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['stack.ts'] }),
  );
  expect(run('types', [program('typescript', 'bin', 'tsc'), '-p', '.'])).toBe('');
});
