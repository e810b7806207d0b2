import { accessSync } from 'node:fs';
import { dirname } from 'node:path';
import { InventoryError } from '../../lib/fleet/fleet-zone';
import { approvalsText, readApprovals, type WaveApproval } from '../../lib/rollout/wave-approvals';
import { CommandFailure, notWritable, reasonOf } from '../terminal/failure';
import { replaceFile, USUAL_MODE } from '../files/replace-file';

/**
 * Changes the file of approvals, whole or not at all.
 *
 * @param change makes the new approvals from those of the file; none if there is no such file yet
 * @throws CommandFailure if the file cannot be read or written, or was written meanwhile; whatever `change` throws
 */
export function changeApprovals<Result extends { readonly approvals: readonly WaveApproval[] }>(
  file: string,
  change: (approvals: readonly WaveApproval[]) => Result,
): Result {
  const approvals = approvalsIn(file);
  const result = change(approvals);
  if (approvalsText(approvalsIn(file)) !== approvalsText(approvals)) throw changedMeanwhile(file);
  try {
    // A folder that does not exist is a mistake in the path.
    accessSync(dirname(file));
    replaceFile(file, approvalsText(result.approvals), USUAL_MODE);
  } catch (error) {
    throw notWritable('the approvals', file, '--approvals <file>', error);
  }
  return result;
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

function changedMeanwhile(file: string): CommandFailure {
  return new CommandFailure({
    code: 'approvals_changed',
    message: `the approvals were changed meanwhile: ${file}`,
    seen: ['another run has written the file since this one read it; this one has written nothing'],
    allowed: ['one run at a time'],
    hints: ['run the same command again'],
  });
}
