import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { runCommandLine } from '../../cli/commands/program';
import { openTerminal } from '../../cli/terminal/terminal';

const MAIN = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

/** The environment without what whoever runs the tests, such as `npm run test:all`, wants of colours. */
const { NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...plainEnv } = process.env;

/** A finished run of the command. */
export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line as a process of its own, in the form in which the package ships it: the global set-up builds it. */
export const command = {
  file: MAIN,
  /** Runs it to its end. */
  run: (args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()): Promise<Finished> =>
    new Promise((resolve) => {
      const options = { env: { ...plainEnv, ...env }, cwd };
      execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
        resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    }),
  /** Starts it, with pipes. */
  start: (args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()): ChildProcess =>
    spawn(process.execPath, [MAIN, ...args], { env: { ...plainEnv, ...env }, cwd, stdio: 'pipe' }),
};

/**
 * Runs the command line in this process, at a tenth of the CPU time of one of its own.
 *
 * @param onPrint called with each line that it prints
 */
export async function runHere(
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
  onPrint?: (line: string) => void,
): Promise<Finished> {
  const env = { ...plainEnv, ...more };
  const { terminal, printed } = collectingTerminal(env, onPrint);
  return { exitCode: await runCommandLine(args, { terminal, env }), ...printed };
}

/** A terminal that keeps what is printed. */
export function collectingTerminal(
  env: NodeJS.ProcessEnv,
  onPrint: (line: string) => void = () => undefined,
) {
  const printed = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof printed) => ({
    write: (text: string): void => {
      printed[name] += text;
      onPrint(text);
    },
  });
  return { terminal: openTerminal(stream('stdout'), stream('stderr'), env), printed };
}
