import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readApprovalRows, type ApprovalRow } from '../../schema';
import { AppError } from '../binding/app-error';
import { decodedText } from '../provider/decoded-text';

/**
 * Reads a file of approvals: a JSON list with one row for each zone, its furthest approved step.
 *
 * @param file relative to the working folder
 * @throws AppError naming file and line: an unknown member, a zone twice, a conflict marker, no approval
 * @example
 * for (const approval of readApprovals('approvals.json'))
 *   new ManagedRulesMigration(stack, `zone_${approval.zone}`, {
 *     zoneId: approval.zone,
 *     targetState: approval.step,
 *     approvedDigest: approval.approved_digest,
 *   });
 */
export function readApprovals(file: string): readonly ApprovalRow[] {
  try {
    return readApprovalRows(decodedText(readFileSync(resolve(file))), file);
  } catch (cause) {
    const { message } = cause as Error;
    throw new AppError(message.includes(file) ? message : `${file}: ${message}`, { cause });
  }
}
