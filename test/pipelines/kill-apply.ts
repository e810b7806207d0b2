import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowRun } from './ci/run-job';

/**
 * Kills the step that applies, with the engine and the provider, as soon as something holds: as when a runner is lost.
 *
 * @param job the name of the job
 */
export function killingApply(job: string, holds: () => boolean): NonNullable<WorkflowRun['onStep']> {
  const kill = async (shell: ChildProcess): Promise<void> => {
    while (!holds() && shell.exitCode === null) await sleep(5);
    if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, 'SIGKILL');
  };
  return (name, step, shell) => {
    if (name === job && step === 'Apply') void kill(shell);
  };
}
