import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../cli/engine/process';
import { DEFAULT_TOKEN } from '../../emulator';
import type { EmulatorProcess, Model } from './running-emulator';
import { ZONE_ID } from './seed';

/** A call that a client's program made. */
export interface MadeCall {
  readonly call: string;
  /** What the client raised, or that the answer is not the expected one; null if all is well. */
  readonly error: string | null;
}

/** A client in another language: a program that makes calls one after the other and prints a line of JSON for each. */
export interface ClientProgram {
  /** Its name in docs/internals/emulator-clients.md. */
  readonly name: string;
  /** The program that has to be on the PATH. */
  readonly needs: 'go' | 'node' | 'python3';
  /** Installs the client from its registry; may take minutes the first time. */
  install(): Promise<void>;
  /** The command with its arguments, and its folder. */
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly folder: string;
}

const PYTHON = join(__dirname, 'python');
const GO = join(__dirname, 'go');
const NODE = join(__dirname, 'node');
/** Where the clients are installed: with the npm packages, so that `npm ci` removes them. */
const INSTALLED = join(__dirname, 'node_modules', '.clients');

function pythonClient(name: string, module: string): ClientProgram {
  const environment = join(INSTALLED, `python-${module}`);
  const python = join(environment, 'bin', 'python');
  return {
    name,
    needs: 'python3',
    install: async () => {
      if (!existsSync(python)) await succeed('python3', ['-m', 'venv', environment], PYTHON);
      const requirements = ['-r', `${module}-requirements.txt`];
      await succeed(
        python,
        ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...requirements],
        PYTHON,
      );
    },
    command: [python, '-B', '-W', 'ignore', `${module}.py`],
    folder: PYTHON,
  };
}

function goClient(name: string, folder: string): ClientProgram {
  const built = join(INSTALLED, `go-${folder}`);
  return {
    name,
    needs: 'go',
    install: () => succeed('go', ['build', '-o', built, `./${folder}`], GO),
    command: [built],
    folder: GO,
  };
}

export const CLIENT_PROGRAMS: readonly ClientProgram[] = [
  {
    name: 'Distilled',
    needs: 'node',
    // `npm ci` has done that, with the packages of the lane.
    install: () => Promise.resolve(),
    command: [process.execPath, 'distilled.mjs'],
    folder: NODE,
  },
  pythonClient('Python SDK', 'sdk'),
  pythonClient('Python client before the SDK', 'older'),
  goClient('Go SDK', 'sdk'),
  goClient('Go client before the SDK', 'older'),
];

/** Whether the program is on the PATH. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'go' ? 'version' : '--version']).error === undefined;
}

/**
 * Runs the client's program against an emulator.
 *
 * @throws Error with the program's output if it did not get to its end
 */
export async function callsOf(
  { command, folder }: ClientProgram,
  { baseUrl }: EmulatorProcess,
  model: Model,
): Promise<readonly MadeCall[]> {
  const [program, ...args] = command;
  const { stdout } = await runToEnd(program, args, folder, {
    CLIENT_BASE_URL: baseUrl,
    CLIENT_TOKEN: DEFAULT_TOKEN,
    CLIENT_ZONE_ID: ZONE_ID,
    CLIENT_MODEL: model,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as MadeCall);
}

async function succeed(program: string, args: readonly string[], folder: string): Promise<void> {
  await runToEnd(program, args, folder, {});
}

async function runToEnd(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly stdout: string }> {
  const { exitCode, stdout, stderr } = await runProgram(program, args, {
    cwd,
    env: { ...process.env, ...env },
  });
  if (exitCode !== 0) throw new Error(`${program} ended with ${exitCode}:\n${stdout}\n${stderr}`);
  return { stdout };
}
