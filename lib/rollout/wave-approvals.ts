import { existsSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { InventoryError } from '../fleet/fleet-zone';
import { textOfFile } from '../fleet/text-file';
import { malformedApprovals } from './malformed-approvals';

/** Who decided, when, and what it is filed under. */
export interface Decision {
  /** A name or an address. */
  readonly by: string;
  /** An ISO 8601 time in UTC, `2027-01-31T08:00:00Z`. */
  readonly at: string;
  /** Such as the number of a ticket. */
  readonly ticket: string;
}

/** A zone as it was approved. It has a decision of its own if that is another one than that of its wave. */
export interface ApprovedZone extends Partial<Decision> {
  /** Its name in the inventory, for readers. */
  readonly name: string;
  /**
   * The digest of the rules that may be saved: what the migration accepts as `approved_digest`. Null for a zone that had
   * finished already: no rules may be saved for it.
   */
  readonly digest: string | null;
  /** Why it finishes without the validation that it could have first. Absent where it has validated, or cannot. */
  readonly skips_validation?: string;
}

/** A zone of a wave that does not migrate with it. It has a decision of its own as an approved zone does. */
export interface ZoneLeftOut extends Partial<Decision> {
  readonly name: string;
  /** Why: what is in its way, or what the approver wrote. */
  readonly reason: string;
  /**
   * When the survey ended that showed what is in the way. A later survey may show that it is gone. Without it, a person
   * has left the zone out, and no survey takes it in again.
   */
  readonly survey?: string;
}

/** That a person approved a wave. */
export interface WaveApproval extends Decision {
  readonly wave: string;
  /** How far its zones may go. `finished` cannot be undone. */
  readonly target: 'validation' | 'finished';
  /** By the ids of the zones. */
  readonly zones: Readonly<Record<string, ApprovedZone>>;
  /** By the ids of the zones. */
  readonly leftOut: Readonly<Record<string, ZoneLeftOut>>;
}

/** Whether a person left a zone out, and not what a survey had shown. */
export function isByPerson({ survey }: ZoneLeftOut): boolean {
  return survey === undefined;
}

const SUBJECT = 'The file of approvals';

/** The version of the file's format. */
const FORMAT_VERSION = '1.0';

/**
 * The approvals in a file that `zonewright migration approve` writes; none if there is no such file yet.
 *
 * @throws InventoryError with everything that is wrong in the file
 */
export function readApprovals(file: string): readonly WaveApproval[] {
  if (!existsSync(file)) return [];
  const document = documentOf(textOfFile(file, SUBJECT), file);
  const problems = malformedApprovals(document, FORMAT_VERSION).map((problem) => `${file}${problem}`);
  if (problems.length > 0) throw new InventoryError(problems, SUBJECT);
  const { approvals } = document as { readonly approvals: readonly StoredApproval[] };
  return approvals.map(({ left_out: leftOut = {}, ...rest }) => ({ ...rest, leftOut }));
}

/**
 * The document of a file. What merges leave behind is refused: of two members with one name a parser takes the last, and a
 * reviewer reads the first.
 *
 * @throws InventoryError with the line and the word
 */
function documentOf(text: string, file: string): unknown {
  const lineAt = (position: number): number => text.slice(0, position).split('\n').length;
  const conflict = /^(<{7}|={7}|>{7})(?![<=>])/m.exec(text);
  if (conflict)
    throw new InventoryError(
      [`${file}, line ${lineAt(conflict.index)}: ${conflict[1]} is left of a merge: resolve the conflict.`],
      SUBJECT,
    );
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new InventoryError([`${file} is not JSON: ${(error as Error).message}`], SUBJECT);
  }
  const repeated = parseDocument(text).errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  if (repeated.length === 0) return document;
  throw new InventoryError(
    repeated.map(({ pos: [at] }) => {
      const [word = ''] = /"(?:[^"\\]|\\.)*"/.exec(text.slice(at)) ?? [];
      return `${file}, line ${lineAt(at)}: ${word} is there twice in one object.`;
    }),
    SUBJECT,
  );
}

/** The text of such a file: two approvals of different zones change different lines. */
export function approvalsText(approvals: readonly WaveApproval[]): string {
  const stored = approvals.map(({ leftOut, ...rest }) => ({ ...rest, left_out: leftOut }));
  return `${JSON.stringify({ format_version: FORMAT_VERSION, approvals: stored }, null, 2)}\n`;
}

type StoredApproval = Omit<WaveApproval, 'leftOut'> & { readonly left_out?: WaveApproval['leftOut'] };
