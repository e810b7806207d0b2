import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type RunResult } from '../../cli/engine/process';
import type { PolicyCase } from '../policies/case';
import { inOrder, type Result, type Verdict } from '../policies/verdict';

/** What `--output json` has for a file and a namespace. */
interface Report {
  readonly namespace: string;
  readonly successes?: number;
  readonly failures?: readonly Reported[];
  readonly warnings?: readonly Reported[];
}

interface Reported {
  readonly msg: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Runs `conftest test` on a case in a folder of its own. @param policy the folder of the policies */
export async function conftest(
  program: string,
  policy: string,
  { plan, settings, combine }: PolicyCase,
): Promise<{ readonly exitCode: number; readonly verdict: Verdict }> {
  const folder = mkdtempSync(join(tmpdir(), 'zonewright-conftest-'));
  try {
    const write = (name: string, value: unknown): void =>
      writeFileSync(join(folder, name), JSON.stringify(value));
    write('plan.json', plan);
    write('settings.json', { zone_policies: settings });
    const options = [
      ...(settings === undefined ? [] : ['--data', 'settings.json']),
      ...(combine ? ['--combine'] : []),
    ];
    const args = ['test', '--policy', policy, ...options, '--output', 'json', 'plan.json'];
    const { exitCode, stdout, stderr } = await run(program, args, folder);
    if (!stdout.startsWith('[')) throw new Error(`conftest ended with ${exitCode}:\n${stdout}\n${stderr}`);
    return { exitCode, verdict: verdictOf(JSON.parse(stdout) as readonly Report[]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program with nothing of the user's configuration. */
export function run(program: string, args: readonly string[], cwd: string): Promise<RunResult> {
  return runProgram(program, args, { cwd, env: { PATH: process.env['PATH'], HOME: cwd } });
}

function verdictOf(reports: readonly Report[]): Verdict {
  const [{ failures = [], warnings = [] } = {}, ...others] = reports;
  if (others.length > 0)
    throw new Error(`several namespaces: ${reports.map(({ namespace }) => namespace).join(', ')}`);
  return { deny: inOrder(failures.map(resultOf)), warn: inOrder(warnings.map(resultOf)) };
}

function resultOf({ msg, metadata }: Reported): Result {
  const { policy, address } = metadata ?? {};
  return {
    msg,
    policy: String(policy),
    ...(typeof address === 'string' ? { address } : {}),
  };
}
