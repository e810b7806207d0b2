import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { inOrder } from '../../provider-shim/zone-reader';
import { readApprovalRows, type ApprovalRow } from '../../schema';
import { editedText } from '../files/input-file';
import { replaceFile, unlessMissing, USUAL_MODE } from '../files/outputs';
import { CommandFailure, notWritable, reasonOf } from '../terminal/failure';

/** The file of approvals where no other is named. */
export const APPROVALS_FILE = 'approvals.json';

/** A row as a file has it: members that it leaves out are not there. */
type WrittenRow = Partial<Omit<ApprovalRow, 'step'>>;

/** A file of approvals; undefined if it does not exist. @throws CommandFailure with the line, if it is no such file */
export function readApprovals(file: string): readonly ApprovalRow[] | undefined {
  try {
    const text = editedText(file);
    return text === undefined ? undefined : readApprovalRows(text, file);
  } catch (error) {
    const reason = reasonOf(error);
    throw new CommandFailure({
      message: 'the approvals cannot be read',
      seen: [reason.startsWith(file) ? reason : `${file}: ${reason}`],
      allowed: ['a JSON list with one row for each zone, or a file that does not exist'],
      hints: ['mend it, or name another file: --file <file>'],
    });
  }
}

/** @throws CommandFailure if it would not be possible to write the file */
export function checkWritable(file: string): void {
  try {
    let folder = dirname(unlessMissing(() => realpathSync(file)) ?? resolve(file));
    while (!existsSync(folder)) folder = dirname(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw notWritable('the approvals', file, '--file <file>', error);
  }
}

/**
 * Puts rows into a file in the place of those of the same zones, sorted by name. Other rows stay as they are.
 *
 * @throws CommandFailure if it cannot be written
 */
export function writeApprovals(file: string, rows: readonly Omit<ApprovalRow, 'step'>[]): void {
  const there = JSON.parse(editedText(file) ?? '[]') as readonly WrittenRow[];
  // Of two rows of a zone, the later one counts.
  const sorted = inOrder(
    [...there, ...rows].map((row) => ({ id: row.zone ?? '', name: row.name ?? '', row })),
  );
  const text = JSON.stringify(
    sorted.map(({ row }) => row),
    null,
    2,
  );
  try {
    replaceFile(file, `${text}\n`, USUAL_MODE);
  } catch (error) {
    throw notWritable('the approvals', file, '--file <file>', error);
  }
}
