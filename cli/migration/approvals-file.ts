import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { InventoryError } from '../../lib/fleet/fleet-zone';
import { approvalsText, readApprovals, type WaveApproval } from '../../lib/rollout/wave-approvals';
import { codeOf, CommandFailure, reasonOf } from '../failure';
import { replaceFile, USUAL_MODE } from '../replace-file';

/** How long to wait for another run that writes the file, in milliseconds. It takes a moment. */
const LONGEST_WAIT = 5_000;
const PAUSE = 20;

/**
 * Changes the file of approvals, whole or not at all. Of two runs at once, the second one sees what the first has
 * written.
 *
 * @param change makes the new approvals from those of the file; none if there is no such file yet
 * @throws CommandFailure if the file cannot be read or written; whatever `change` throws
 */
export function changeApprovals<Result extends { readonly approvals: readonly WaveApproval[] }>(
  file: string,
  change: (approvals: readonly WaveApproval[]) => Result,
): Result {
  const unlock = lock(file);
  try {
    const result = change(approvalsIn(file));
    try {
      replaceFile(file, approvalsText(result.approvals), USUAL_MODE);
    } catch (error) {
      throw notWritten(file, error);
    }
    return result;
  } finally {
    unlock();
  }
}

function approvalsIn(file: string): readonly WaveApproval[] {
  try {
    return readApprovals(file);
  } catch (error) {
    throw new CommandFailure(
      {
        code: 'approvals',
        message: `the approvals cannot be read: ${file}`,
        seen: error instanceof InventoryError ? error.problems : [reasonOf(error)],
        allowed: ['a file that zonewright migration approve has written, or none yet'],
        hints: ['restore the file from the repository, or name another: --approvals <file>'],
      },
      undefined,
      { cause: error },
    );
  }
}

/** Only one process at a time has the lock. That of one that was killed is taken over. */
function lock(file: string): () => void {
  const path = `${file}.lock`;
  const until = Date.now() + LONGEST_WAIT;
  for (;;) {
    try {
      const descriptor = openSync(path, 'wx');
      writeSync(descriptor, String(process.pid));
      closeSync(descriptor);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw notWritten(file, error);
    }
    const owner = ownerOf(path);
    if (owner !== undefined && !isRunning(owner)) rmSync(path, { force: true });
    else if (Date.now() > until) throw locked(file, path, owner);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

/** The process that has a lock; undefined if it has not said so yet. */
function ownerOf(path: string): number | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return /^\d+$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function locked(file: string, path: string, owner: number | undefined): CommandFailure {
  return new CommandFailure({
    code: 'approvals_locked',
    message: `another run is writing the approvals: ${file}`,
    seen: [`${path}${owner === undefined ? '' : ` of process ${owner}`}`],
    allowed: ['one run at a time'],
    hints: ['run the same command again', `if no other run exists, remove ${path}`],
  });
}

function notWritten(file: string, error: unknown): CommandFailure {
  return new CommandFailure(
    {
      code: 'output',
      message: `the approvals cannot be written: ${file}`,
      seen: [reasonOf(error)],
      allowed: ['a file in a folder that you may write to'],
      hints: ['name another file: --approvals <file>'],
    },
    undefined,
    { cause: error },
  );
}
