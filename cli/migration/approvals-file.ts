import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileInUse, takeFileLock, type FileLock } from '../../emulator/persistence/file-lock';
import { InventoryError } from '../../lib/fleet/fleet-zone';
import { approvalsText, readApprovals, type WaveApproval } from '../../lib/rollout/wave-approvals';
import { CommandFailure, notWritable, reasonOf } from '../terminal/failure';
import { replaceFile, USUAL_MODE } from '../files/replace-file';

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
export async function changeApprovals<Result extends { readonly approvals: readonly WaveApproval[] }>(
  file: string,
  change: (approvals: readonly WaveApproval[]) => Result,
): Promise<Result> {
  // The file itself, whatever links lead to it: each name of it would have a lock of its own.
  const target = existsSync(file) ? realpathSync(file) : file;
  const lock = await lockOf(target);
  try {
    const result = change(approvalsIn(file));
    try {
      replaceFile(target, approvalsText(result.approvals), USUAL_MODE);
    } catch (error) {
      throw notWritten(file, error);
    }
    return result;
  } finally {
    await lock.release();
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

/** Waits while another run has the lock; that of one that was killed is taken over. */
async function lockOf(file: string): Promise<FileLock> {
  const until = Date.now() + LONGEST_WAIT;
  for (;;) {
    try {
      return await takeFileLock(file);
    } catch (error) {
      if (!(error instanceof FileInUse)) throw notWritten(file, error);
      if (Date.now() > until) throw locked(file, error);
      await sleep(PAUSE);
    }
  }
}

function locked(file: string, { pid, lock }: FileInUse): CommandFailure {
  return new CommandFailure({
    code: 'approvals_locked',
    message: `another run is writing the approvals: ${file}`,
    seen: [`${lock} of process ${pid}`],
    allowed: ['one run at a time'],
    hints: ['run the same command again', `if process ${pid} does not write the approvals, remove ${lock}`],
  });
}

function notWritten(file: string, thrown: unknown): CommandFailure {
  return notWritable('the approvals', file, '--approvals <file>', thrown);
}
