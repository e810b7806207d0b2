/**
 * `npm run test:engines -- PATH …`: runs the life cycle of each resource, the examples and the demo on each of these
 * engines, one after the other, and prints the table of docs/guides/engines.md. An engine that has `-minimal-refresh` gets a
 * second row, with that option. What follows the first option is Jest's. Exits with 1 if anything has failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const args = process.argv.slice(2);
const paths = args.slice(
  0,
  [...args, '-'].findIndex((each) => each.startsWith('-')),
);
const options = args.slice(paths.length);

const engines = paths.map(engineAt);
const problems = engines.flatMap(({ problem }) => problem ?? []);
if (engines.length === 0) problems.push('No engine is given.');
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error('Give paths of terraform or tofu programs: npm run test:engines -- "$(which terraform)" …');
  process.exit(1);
}

const rows = engines.flatMap((engine) => [
  rowOf(engine, engine.name),
  ...(engine.hasMinimalRefresh ? [rowOf(engine, `${engine.name} with \`-minimal-refresh\``, 'on')] : []),
]);
console.log('\n| Engine | Demo | Life cycle | Examples |\n|---|---|---|---|');
for (const { name, cells } of rows) console.log(`| ${[name, ...cells].join(' | ')} |`);
const failures = rows.flatMap(({ name, failed }) => failed.map((each) => `  ${name}: ${each}`));
if (failures.length > 0) {
  console.log(`\nFailed:\n${failures.join('\n')}`);
  process.exitCode = 1;
}

/** What a program says that it is, or why it is no engine. */
function engineAt(path) {
  const binary = resolve(path);
  const ask = (...what) =>
    spawnSync(binary, what, { encoding: 'utf8', env: { ...process.env, CHECKPOINT_DISABLE: '1' } });
  const { error, status, stdout } = ask('version');
  const [, product, version] = /^(Terraform|OpenTofu) v(\S+)/m.exec(stdout ?? '') ?? [];
  if (version === undefined) {
    const seen = error ? `it cannot be started (${error.code})` : `\`version\` exited with ${status}`;
    return { problem: `${binary} is no terraform or tofu: ${seen}.` };
  }
  const hasMinimalRefresh = ask('plan', '-help').stdout.includes('-minimal-refresh');
  return { binary, name: `${product} ${version}`, hasMinimalRefresh };
}

/** Runs everything on an engine. The demo takes no options of the engine: with one there is no demo. */
function rowOf({ binary }, name, minimalRefresh) {
  console.log(`\n${name}`);
  const env = { ...process.env, ZONEWRIGHT_TERRAFORM: binary };
  delete env.ZONEWRIGHT_TEST_MINIMAL_REFRESH;
  if (minimalRefresh) env.ZONEWRIGHT_TEST_MINIMAL_REFRESH = minimalRefresh;
  // Jest builds what the demo needs.
  const { lifecycle, examples } = testsOf(env);
  const demo = minimalRefresh ? { cell: '–', failed: [] } : demoOf(env);
  const all = [demo, lifecycle, examples];
  return { name, cells: all.map(({ cell }) => cell), failed: all.flatMap(({ failed }) => failed) };
}

function testsOf(env) {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-engines-'));
  const outputFile = join(folder, 'results.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const config = fileURLToPath(new URL('jest.config.mjs', import.meta.url));
  try {
    const all = [jest, '--config', config, '--json', '--outputFile', outputFile, ...options];
    spawnSync(process.execPath, all, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    const files = existsSync(outputFile)
      ? JSON.parse(readFileSync(outputFile, 'utf8')).testResults
      : [{ name: config, assertionResults: [], status: 'failed' }];
    const isLifecycle = ({ name }) => name.includes('/lifecycle/');
    return {
      lifecycle: partOf(files.filter(isLifecycle)),
      examples: partOf(files.filter((file) => !isLifecycle(file))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The cell of some test files. A file that fails and whose tests do not could not be loaded, or could not end. */
function partOf(files) {
  const tests = files.flatMap(({ name, assertionResults, status }) => {
    const file = relative(root, name);
    const results = assertionResults.map(({ fullName, status }) => ({
      title: `${file}: ${fullName}`,
      status,
    }));
    const isBroken = status === 'failed' && results.every((each) => each.status !== 'failed');
    return isBroken ? [...results, { title: file, status }] : results;
  });
  const those = (status) => tests.filter((each) => each.status === status);
  const failed = those('failed').map(({ title }) => title);
  const skipped = those('pending').length;
  const passed = those('passed').length;
  const count = failed.length > 0 ? `${failed.length} FAILED of ${passed + failed.length}` : `${passed}`;
  return { cell: `${count}${skipped > 0 ? `, ${skipped} skipped` : ''}`, failed };
}

function demoOf(env) {
  const demo = [join(root, 'dist', 'cli', 'main.js'), 'demo'];
  const { status, stdout, stderr } = spawnSync(process.execPath, demo, { encoding: 'utf8', env });
  const step = stdout.match(/^\d+\/\d+ .*/gm)?.at(-1) ?? 'before the first step';
  if (status === 0) return { cell: `${parseInt(step, 10)} steps`, failed: [] };
  console.error(`${stdout}\n${stderr}`);
  return { cell: 'FAILED', failed: [`demo: ${step}`] };
}
