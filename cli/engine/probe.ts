import { reasonOf } from './failure';
import { runProgram } from './process';
import type { EngineVersion } from './version';
import { isRecentEnough, OLDEST_ENGINE, parseVersion, productName } from './version';

/** Whether a program is an engine that we can use. */
export type Probe =
  | ({ readonly usable: true } & EngineVersion)
  | { readonly usable: false; readonly reason: string; readonly seen: readonly string[] };

/** Long enough for a cold disk; a version manager's wrapper that waits for input must not block forever. */
const TIME_LIMIT_MS = 20_000;

/** Asks a program for its version. Never throws. */
export async function probeEngine(binary: string, env: NodeJS.ProcessEnv): Promise<Probe> {
  try {
    const result = await runProgram(binary, ['version'], {
      // CHECKPOINT_DISABLE: no check for newer versions.
      env: { ...env, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      graceMs: 1_000,
    });
    return judge(result.exitCode, result.stdout, result.stderr);
  } catch (thrown) {
    return { usable: false, reason: 'cannot be started', seen: [reasonOf(thrown)] };
  }
}

function judge(exitCode: number, stdout: string, stderr: string): Probe {
  const found = parseVersion(stdout);
  if (exitCode !== 0 || !found) {
    const output = firstLines(stdout.trim() || stderr.trim());
    return {
      usable: false,
      reason: 'does not answer like Terraform or OpenTofu',
      seen: [`\`version\` ended with exit code ${exitCode}`, ...output],
    };
  }
  if (isRecentEnough(found.version)) return { usable: true, ...found };
  return {
    usable: false,
    reason: `is too old: ${productName(found.flavor)} ${found.version}, and ${OLDEST_ENGINE} is the oldest that works`,
    seen: [`${productName(found.flavor)} v${found.version}`],
  };
}

function firstLines(output: string): readonly string[] {
  return output === '' ? ['no output'] : output.split('\n').slice(0, 3);
}
