import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(__dirname, '..', '..');

/** A finished run of the command. */
export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line as one program, made from the sources of now. */
export interface BundledCommand {
  run(args: readonly string[], env?: NodeJS.ProcessEnv, cwd?: string): Promise<Finished>;
  start(args: readonly string[], env?: NodeJS.ProcessEnv, cwd?: string): ChildProcess;
}

/** Bundles the command line for the tests of a file. It lies inside the package, which it looks for at run time. */
export function bundledCommand(): BundledCommand {
  const file = join(ROOT, 'node_modules', '.cache', 'zonewright', `cli-${process.pid}-${Date.now()}.js`);
  beforeAll(() =>
    buildSync({
      entryPoints: [join(ROOT, 'cli', 'main.ts')],
      outfile: file,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    }),
  );
  afterAll(() => rmSync(file, { force: true }));
  return {
    run: (args, env = {}, cwd = process.cwd()) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [file, ...args],
          { env: { ...process.env, ...env }, cwd },
          (error, stdout, stderr) => {
            resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
          },
        );
      }),
    start: (args, env = {}, cwd = process.cwd()) =>
      spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env }, cwd, stdio: 'pipe' }),
  };
}
