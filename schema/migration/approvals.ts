import { oneProblem, type Problem } from '../description/problem';
import { isKnown, isRecord } from '../description/value';
import { TARGET_STATES, type TargetState } from './migration-state';
import { ID_PATTERN } from '../zone/service';

/**
 * What a person approves of a migration, as one text: `v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES`. It fits one step of one
 * zone as it was when it was approved, and nothing else.
 */
export interface Approval {
  readonly step: TargetState;
  /** 32 hexadecimal digits. */
  readonly zoneId: string;
  /** The digest of the rules that the step saves; `none` while the service generates none. */
  readonly rules: string;
  /** The digest of the rules that these replace, or `none`. Written behind the former, if there are any. */
  readonly replaced: string;
  /** The digest of the settings that the step loses; `none`, or `unknown` where they cannot be read. */
  readonly losses: string;
  /** A digest of each URI-based override that the step deletes. */
  readonly overrides: readonly string[];
}

const DIGEST = '[0-9a-f]{32}';
const FORM = new RegExp(
  `^v1/(${TARGET_STATES.join('|')})/([0-9a-f]{32})/(none|${DIGEST})(?:(?<!none)\\+(${DIGEST}))?/(none|unknown|${DIGEST})/(none|${DIGEST}(?:,${DIGEST})*)$`,
);

export function formatApproval({ step, zoneId, rules, replaced, losses, overrides }: Approval): string {
  const deleted = overrides.length === 0 ? 'none' : [...overrides].sort().join(',');
  const all = replaced === 'none' ? rules : `${rules}+${replaced}`;
  return ['v1', step, zoneId, all, losses, deleted].join('/');
}

/** Undefined for any other text. */
export function parseApproval(text: string): Approval | undefined {
  const [, step, zoneId, rules, replaced = 'none', losses, overrides] = FORM.exec(text) ?? [];
  if (step === undefined) return undefined;
  return {
    step: step as TargetState,
    zoneId: String(zoneId),
    rules: String(rules),
    replaced,
    losses: String(losses),
    overrides: overrides === 'none' ? [] : String(overrides).split(','),
  };
}

/**
 * The parts of an approval that are not of what has to be approved. Overrides that are gone do not count, nor replaced
 * rules that are all gone: an apply that was cut off goes on with the same approval.
 */
export function misfits(given: Approval, needed: Approval): readonly (keyof Approval)[] {
  const fits = {
    step: given.step === needed.step,
    zoneId: given.zoneId === needed.zoneId,
    rules: given.rules === needed.rules,
    replaced: needed.replaced === 'none' || given.replaced === needed.replaced,
    losses: given.losses === needed.losses,
    overrides: needed.overrides.every((each) => given.overrides.includes(each)),
  };
  const misfit = (Object.keys(fits) as (keyof Approval)[]).filter((part) => !fits[part]);
  // The digests of rules are of a step of a zone.
  const isOther = !fits.step || !fits.zoneId;
  return isOther ? misfit.filter((part) => part !== 'rules' && part !== 'replaced') : misfit;
}

/** Checks the form of an approval. */
export function approvalForm(value: string): readonly Problem[] {
  if (parseApproval(value)) return [];
  return oneProblem(
    'approval_malformed',
    `${JSON.stringify(value)} is not an approval.`,
    'It has the form v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES. Let zonewright migration approve write it, or copy it from ' +
      'the error of a plan.',
  );
}

/** Checks that an approval is of the zone that is declared. */
export function approvalOfZone(config: Readonly<Record<string, unknown>>): readonly Problem[] {
  const { approved_digest: text, zone_id: zoneId } = config;
  const approval = isKnown(text) ? parseApproval(String(text)) : undefined;
  if (!approval || !isKnown(zoneId) || approval.zoneId === zoneId) return [];
  return oneProblem(
    'approval_of_another_zone',
    `approved_digest approves zone ${approval.zoneId}, and this is the migration of zone ${String(zoneId)}.`,
    'Each zone has an approval of its own: take the row of this zone.',
    ['approved_digest'],
  );
}

/** The members of a row, in the order in which they are written. Only the first three have a meaning. */
export const APPROVAL_MEMBERS = ['zone', 'name', 'approved_digest', 'by', 'ticket', 'at'] as const;

/** One zone's furthest approved step. All texts; those that a file leaves out are empty. */
export interface ApprovalRow extends Readonly<Record<(typeof APPROVAL_MEMBERS)[number], string>> {
  /** The step that `approved_digest` names. It is not in the file. */
  readonly step: TargetState;
}

/** The characters of the longest file of approvals: some 50,000 rows. */
const MOST_CHARACTERS = 16 * 2 ** 20;

/**
 * Reads a file of approvals: a JSON list with one row for each zone. It takes linear time for any text.
 *
 * @param file for messages
 * @throws Error naming file and line: no list, an unknown member, a zone twice, a conflict marker, no approval; or that
 *   it is too long
 */
export function readApprovalRows(text: string, file: string): readonly ApprovalRow[] {
  const at = (line: number): string => `${file}:${line}`;
  if (text.length > MOST_CHARACTERS)
    throw new Error(
      `${file} has ${text.length.toLocaleString('en')} characters, more than ${MOST_CHARACTERS.toLocaleString('en')}. ` +
        'Split it: each stack may have a file of its own.',
    );
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
  let [depth, line, counted] = [0, 1, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s,:"[{\]}]+/g)) {
    if (depth === 1) {
      line += lineAt(text.slice(counted, index), Infinity) - 1;
      counted = index;
      lines.push(line);
    }
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
  }
  return lines;
}
