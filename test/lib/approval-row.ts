import { readApprovalRows, type ApprovalRow } from '../../schema';
import { ZONE } from './logpush-stack';

/** The approval of a step of a zone that loses nothing. */
export function approvalOf(step: string, zone = ZONE): string {
  return `v1/${step}/${zone}/${'a'.repeat(32)}/none/none`;
}

/** The row of a zone in a file of approvals, as it is read. */
export function approvalRow(step = 'validation', zone = ZONE): ApprovalRow {
  const row = { zone, name: 'example.com', approved_digest: approvalOf(step, zone), by: 'Ann' };
  return readApprovalRows(JSON.stringify([row]), 'approvals.json')[0] as ApprovalRow;
}
