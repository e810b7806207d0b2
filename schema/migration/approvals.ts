import type { Problem } from '../description/problem';
import { isRecord } from '../description/value';
import { ID_PATTERN } from '../zone/service';
import { parseApproval } from './approval';
import type { TargetState } from './migration-state';

/** The members of a row, in the order in which they are written. Only the first three have a meaning. */
export const APPROVAL_MEMBERS = ['zone', 'name', 'approved_digest', 'by', 'ticket', 'at'] as const;

/** One zone's furthest approved step. All texts; those that a file leaves out are empty. */
export interface ApprovalRow extends Readonly<Record<(typeof APPROVAL_MEMBERS)[number], string>> {
  /** The step that `approved_digest` names. It is not in the file. */
  readonly step: TargetState;
}

/**
 * Reads a file of approvals: a JSON list with one row for each zone.
 *
 * @param file for messages
 * @throws Error naming file and line: no list, an unknown member, a zone twice, a conflict marker, no approval
 */
export function readApprovalRows(text: string, file: string): readonly ApprovalRow[] {
  const at = (line: number): string => `${file}:${line}`;
  const marker = /^(?:<{7}|={7}|>{7})/m.exec(text);
  if (marker) throw new Error(`${at(lineAt(text, marker.index))} has a conflict marker. Resolve the merge.`);
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(rows)) throw new Error(`${file} is no JSON list. It has one object for each zone.`);
  const lines = linesOfItems(text);
  const seen = new Map<string, string>();
  return rows.map((row: unknown, index) => {
    const here = at(lines[index] ?? 1);
    const [problem] = rowProblems(row);
    if (problem !== undefined) throw new Error(`${here}: ${problem}`);
    const read = row as Readonly<Record<string, string>>;
    const { zone = '', approved_digest: digest = '' } = read;
    const before = seen.get(zone);
    if (before !== undefined)
      throw new Error(
        `${here}: zone ${zone} has a row already, at ${before}. Keep the furthest approved step.`,
      );
    seen.set(zone, here);
    const members = APPROVAL_MEMBERS.map((name) => [name, read[name] ?? ''] as const);
    return { ...Object.fromEntries(members), step: parseApproval(digest)?.step } as ApprovalRow;
  });
}

function rowProblems(row: unknown): readonly string[] {
  if (!isRecord(row)) return ['a row is an object, such as {"zone": "…", "approved_digest": "v1/…"}.'];
  const names: readonly string[] = APPROVAL_MEMBERS;
  const unknown = Object.keys(row).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return [
      `unknown member ${JSON.stringify(unknown)}. Allowed: ${names.map((name) => JSON.stringify(name)).join(', ')}.`,
    ];
  const noText = Object.keys(row).find((name) => typeof row[name] !== 'string');
  if (noText !== undefined)
    return [`"${noText}" is ${JSON.stringify(row[noText]) ?? 'an expression'}, and must be a text.`];
  const { zone = '', approved_digest: digest = '' } = row as Readonly<Record<string, string>>;
  if (!ID_PATTERN.test(zone)) return [`"zone" is ${JSON.stringify(zone)}, and must be the id of a zone.`];
  const approval = parseApproval(digest);
  if (!approval)
    return [
      `"approved_digest" is ${JSON.stringify(digest)}. Its form is v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES.`,
    ];
  return approval.zoneId === zone
    ? []
    : [`"approved_digest" approves zone ${approval.zoneId}, and the row is of zone ${zone}.`];
}

/** The problem of a row that a construct is given. */
export function approvalRowCheck(row: unknown): readonly Problem[] {
  const { step: _inDigest, ...written } = isRecord(row) ? row : { step: undefined };
  return rowProblems(written).map((message) => ({
    code: 'approval_row',
    path: ['approval'],
    message,
    hint: 'Take the row of the zone from the file of approvals.',
  }));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** The lines on which the items of a JSON list begin. */
function linesOfItems(text: string): readonly number[] {
  const lines: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s,:"[{\]}]+/g)) {
    const closes = token === ']' || token === '}';
    if (depth === 1 && !closes) lines.push(lineAt(text, index));
    if (token === '[' || token === '{') depth += 1;
    else if (closes) depth -= 1;
  }
  return lines;
}
