import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  },
};`,
  'vitest/stack.test.mjs': `import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
const require = createRequire(import.meta.url);
${TESTS}`,
  'jest/jest.config.js': `module.exports = {
  globalSetup: 'zonewright/testing/global-setup',
  globalTeardown: 'zonewright/testing/global-teardown',
  setupFilesAfterEnv: ['zonewright/testing/jest'],
  testTimeout: 1_200_000,
};`,
  'jest/stack.test.js': TESTS,
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

/** Runs a program of Node.js in a folder of the project; none of this runner's own settings reach it. */
function run(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { PATH, HOME, TMPDIR = tmpdir() } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: join(project, folder),
    env: { PATH, HOME, TMPDIR, NO_COLOR: '1', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`exit code ${status}\n${stdout}\n${stderr}`);
  return stdout + stderr;
}

test.each(['forks', 'threads'])('vitest runs it, with a pool of %s', (pool) => {
  const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs');
  expect(run('vitest', [vitest, 'run'], { POOL: pool })).toMatch(/Tests\s+3 passed \(3\)/);
});

test('jest runs it', () => {
  const jest = program('jest', 'bin', 'jest.js');
  expect(run('jest', [jest, '--rootDir', '.'])).toMatch(/Tests:\s+3 passed, 3 total/);
});

test.each([
  ['node16', 'node16'],
  ['esnext', 'bundler'],
  ['commonjs', 'node10'],
])('the types are there with module %s and resolution %s', (module, moduleResolution) => {
  const compilerOptions = {
    ...{ module, moduleResolution, noEmit: true, strict: true, target: 'es2022', lib: ['es2023', 'dom'] },
    ...{ types: ['node'], typeRoots: [program('@types')], skipLibCheck: true, esModuleInterop: true },
  };
  writeFileSync(
    join(project, 'types', 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['stack.ts'] }),
  );
  expect(run('types', [program('typescript', 'bin', 'tsc'), '-p', '.'])).toBe('');
});
