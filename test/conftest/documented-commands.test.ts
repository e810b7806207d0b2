import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runProgram, type RunResult } from '../../cli/engine/process';
import { recorded } from '../policies/case';
import { CONFTEST, installed, OPA } from '../policies/go-programs';

const ROOT = join(__dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'guides', 'review.md'), 'utf8');

/** The commands of the page: in a block of their own, and in the table of the CIs. */
const COMMANDS = [
  ...new Set(
    [...PAGE.matchAll(/^(?:\|.*\| `)?((?:conftest test|opa eval) [^`\n]*)/gm)].map(([, each]) => each ?? ''),
  ),
];

const project = mkdtempSync(join(tmpdir(), 'zonewright-project-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** A project with the packed package, and the settings of the page. */
beforeAll(async () => {
  await succeed('npm', ['pack', '--ignore-scripts', '--silent', `--pack-destination=${project}`], ROOT);
  await succeed('tar', ['-xzf', `zonewright-${version()}.tgz`], project);
  mkdirSync(join(project, 'node_modules'));
  await succeed('mv', ['package', join('node_modules', 'zonewright')], project);
  const [, settings = ''] = /```yaml\n([^]*?)```/.exec(PAGE) ?? [];
  writeFileSync(join(project, 'zone-policies.yaml'), settings);
});

test('the page has commands for conftest and for OPA', () => {
  expect(COMMANDS.length).toBeGreaterThanOrEqual(6);
});

describe.each(Object.entries(CONFTEST))('with conftest, %s', (_which, release) => {
  let path = '';
  beforeAll(async () => {
    path = [dirname(await installed(release)), dirname(await installed(OPA)), process.env['PATH']].join(
      delimiter,
    );
  });

  const exitCodeOf = async (command: string, plan: unknown): Promise<number> => {
    writeFileSync(join(project, 'plan.json'), JSON.stringify(plan));
    const { exitCode } = await runProgram('sh', ['-c', command], {
      cwd: project,
      env: { PATH: path, HOME: project },
    });
    return exitCode;
  };

  test.each(COMMANDS)('%s', async (command) => {
    expect(await exitCodeOf(command, recorded('kept'))).toBe(0);
    expect(await exitCodeOf(command, recorded('places'))).toBe(1);
    expect(await exitCodeOf(command, recorded('state'))).toBe(1);
  });

  const TEST = 'conftest test --policy node_modules/zonewright/policy --data zone-policies.yaml';

  test.each<readonly [string, string, unknown, number]>([
    ['all namespaces', `${TEST} --all-namespaces plan.json`, recorded('kept'), 0],
    ['all namespaces of a plan that is denied', `${TEST} --all-namespaces plan.json`, recorded('places'), 1],
    ['the standard input', `${TEST} --parser json - < plan.json`, recorded('places'), 1],
    ['warnings that fail', `${TEST} --fail-on-warn plan.json`, recorded('kept'), 1],
    ['no policies', 'conftest test --policy nowhere plan.json', recorded('kept'), 1],
    ['no data', `${TEST} --data nowhere.yaml plan.json`, recorded('kept'), 1],
    ['no plan', `${TEST} nowhere.json`, recorded('kept'), 1],
    ['another name', `${TEST} zone-policies.yaml`, recorded('kept'), 1],
    // As the page says: conftest gives the policies nothing to judge.
    ['an empty list', `${TEST} plan.json`, [], 0],
    ['another namespace', `${TEST} --namespace other plan.json`, recorded('places'), 0],
  ])('%s', async (_name, command, plan, exitCode) => {
    expect(await exitCodeOf(command, plan)).toBe(exitCode);
  });
});

function version(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string })
    .version;
}

async function succeed(program: string, args: readonly string[], cwd: string): Promise<RunResult> {
  const result = await runProgram(program, args, { cwd, env: process.env });
  if (result.exitCode !== 0) throw new Error(`${program} ended with ${result.exitCode}:\n${result.stderr}`);
  return result;
}
