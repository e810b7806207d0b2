import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../cli/engine/process';

/** A program that the Go module proxy has as source. */
export interface GoProgram {
  readonly module: string;
  readonly version: string;
}

/** The compiler that makes WebAssembly of policies, in the version that is in the current conftest. */
export const OPA: GoProgram = { module: 'github.com/open-policy-agent/opa', version: '1.21.1' };

/** The conftest of today, and the last one with an OPA before 1.0. */
export const CONFTEST = {
  current: { module: 'github.com/open-policy-agent/conftest', version: '0.71.1' },
  'before OPA 1.0': { module: 'github.com/open-policy-agent/conftest', version: '0.56.0' },
} satisfies Readonly<Record<string, GoProgram>>;

/**
 * Builds a program, which takes minutes the first time; it is kept in the `node_modules` of the checkout.
 *
 * @returns its path
 * @throws Error without `go`, and with what it said
 */
export async function installed({ module, version }: GoProgram): Promise<string> {
  const name = module.slice(module.lastIndexOf('/') + 1);
  const folder = join(process.cwd(), 'node_modules', '.policy-programs', `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  const { exitCode, stderr } = await runProgram('go', ['install', `${module}@v${version}`], {
    env: { ...process.env, GOBIN: folder },
  }).catch((error: unknown) => {
    throw new Error(`${name} is built with go, which is not on the PATH: https://go.dev/dl`, {
      cause: error,
    });
  });
  if (exitCode !== 0) throw new Error(`go install ended with ${exitCode}:\n${stderr}`);
  return program;
}
