import { existsSync, readFileSync } from 'node:fs';
import { isRecord, zoneId as checkZoneId } from '../../schema';
import { InventoryError } from '../fleet/fleet-zone';

/** A zone as it was approved. */
export interface ApprovedZone {
  /** Its name in the inventory, for readers. */
  readonly name: string;
  /** The digest of the rules that may be saved: what the migration accepts as `approved_digest`. */
  readonly digest: string;
}

/** A zone of a wave that does not migrate with it. */
export interface ZoneLeftOut {
  readonly name: string;
  /** Why: what is in its way, or what the approver wrote. */
  readonly reason: string;
}

/** That a person approved a wave. */
export interface WaveApproval {
  readonly wave: string;
  /** How far its zones may go. `finished` cannot be undone. */
  readonly target: 'validation' | 'finished';
  /** Who approved it: a name or an address. */
  readonly by: string;
  /** When: an ISO 8601 time in UTC, `2027-01-31T08:00:00Z`. */
  readonly at: string;
  /** What the approval is filed under, such as the number of a ticket. */
  readonly ticket: string;
  /** By the ids of the zones. */
  readonly zones: Readonly<Record<string, ApprovedZone>>;
  /** By the ids of the zones. */
  readonly leftOut: Readonly<Record<string, ZoneLeftOut>>;
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
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InventoryError([`${file} is not JSON: ${(error as Error).message}`], SUBJECT);
  }
  const { format_version: version, approvals } = isRecord(document) ? document : {};
  if (version !== FORMAT_VERSION || !Array.isArray(approvals))
    throw new InventoryError(
      [`${file} does not hold approvals of format ${FORMAT_VERSION}: it needs format_version and approvals.`],
      SUBJECT,
    );
  const problems = approvals.flatMap((entry: unknown, index) =>
    problemsOf(entry).map((problem) => `${file}, approval ${index + 1}: ${problem}`),
  );
  if (problems.length > 0) throw new InventoryError(problems, SUBJECT);
  return approvals.map(({ left_out: leftOut = {}, ...rest }: StoredApproval) => ({ ...rest, leftOut }));
}

/** The text of such a file: two approvals of different zones change different lines. */
export function approvalsText(approvals: readonly WaveApproval[]): string {
  const stored = approvals.map(({ leftOut, ...rest }) => ({ ...rest, left_out: leftOut }));
  return `${JSON.stringify({ format_version: FORMAT_VERSION, approvals: stored }, null, 2)}\n`;
}

type StoredApproval = Omit<WaveApproval, 'leftOut'> & { readonly left_out?: WaveApproval['leftOut'] };

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

function problemsOf(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return [`an approval is an object, not ${JSON.stringify(entry)}.`];
  const { target, at, zones, left_out: leftOut = {} } = entry;
  return [
    ...['wave', 'by', 'ticket']
      .filter((member) => !isText(entry[member]))
      .map((member) => `${member} is ${shown(entry[member])}: write a text.`),
    ...(target === 'validation' || target === 'finished'
      ? []
      : [`target is ${shown(target)}: write validation or finished.`]),
    ...(typeof at === 'string' && TIME.test(at) && !Number.isNaN(Date.parse(at))
      ? []
      : [`at is ${shown(at)}: write a time in UTC, such as 2027-01-31T08:00:00Z.`]),
    ...problemsOfZones(
      'zones',
      zones,
      'digest',
      (digest) => isText(digest) && DIGEST.test(digest),
      ', sha256: and 64 hexadecimal digits',
    ),
    ...problemsOfZones('left_out', leftOut, 'reason', isText),
  ];
}

function problemsOfZones(
  member: string,
  zones: unknown,
  fact: string,
  holds: (value: unknown) => boolean,
  form = '',
): readonly string[] {
  if (!isRecord(zones)) return [`${member} is ${shown(zones)}: write an object with the ids of zones.`];
  return Object.entries(zones).flatMap(([id, zone]) => [
    ...checkZoneId(id).map(({ message }) => `${member}: ${message}`),
    ...(isRecord(zone) && isText(zone['name']) && holds(zone[fact])
      ? []
      : [`${member}: ${id} is ${shown(zone)}: write its name and ${fact}${form}.`]),
  ]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}
