import { isDigest, isRecord, nearest, zoneId as checkZoneId } from '../../schema';

type Entry = Readonly<Record<string, unknown>>;

const MEMBERS = {
  file: ['format_version', 'approvals'],
  approval: ['wave', 'target', 'by', 'at', 'ticket', 'zones', 'left_out'],
  zones: ['name', 'digest', 'skips_validation', 'by', 'at', 'ticket'],
  left_out: ['name', 'reason', 'survey', 'by', 'at', 'ticket'],
} as const;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/**
 * What is wrong in a document that should hold approvals: types, and members that nobody reads.
 *
 * @param version of the format that is understood
 * @returns texts that follow the path of the file
 */
export function malformedApprovals(document: unknown, version: string): readonly string[] {
  const { format_version: seen, approvals, ...others } = isRecord(document) ? document : {};
  if (seen !== undefined && seen !== version)
    return [
      ` has format_version ${shown(seen)}, and this version of Zonewright reads "${version}". Use the version of ` +
        'Zonewright that has written the file, or restore the file from the repository.',
    ];
  if (seen === undefined || !Array.isArray(approvals))
    return [` does not hold approvals of format ${version}: it needs format_version and approvals.`];
  return [
    ...unknownMembers(others, 'file').map((problem) => `: ${problem}`),
    ...approvals.flatMap((entry: unknown, index) =>
      problemsOf(entry).map((problem) => `, approval ${index + 1}: ${problem}`),
    ),
  ];
}

function problemsOf(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return [`an approval is an object, not ${JSON.stringify(entry)}.`];
  const { wave, target, zones, left_out: leftOut = {} } = entry;
  return [
    ...(isText(wave) ? [] : [`wave is ${shown(wave)}: write a text.`]),
    ...problemsOfDecision(entry),
    ...(target === 'validation' || target === 'finished'
      ? []
      : [`target is ${shown(target)}: write validation or finished.`]),
    ...problemsOfZones('zones', zones, (zone) => problemsOfDigest(zone, target)),
    ...problemsOfZones('left_out', leftOut, problemsOfReason),
    ...unknownMembers(entry, 'approval'),
  ];
}

function problemsOfDecision({ by, at, ticket }: Entry): readonly string[] {
  return [
    ...Object.entries({ by, ticket }).flatMap(([member, value]) =>
      isText(value) ? [] : [`${member} is ${shown(value)}: write a text.`],
    ),
    ...(isTime(at) ? [] : [`at is ${shown(at)}: write a time in UTC, such as 2027-01-31T08:00:00Z.`]),
  ];
}

function problemsOfDigest(
  { name, digest, skips_validation: skips }: Entry,
  target: unknown,
): readonly string[] {
  if (skips !== undefined && !isText(skips)) return ['skips_validation is a reason: write a text.'];
  if (skips !== undefined && target === 'validation') return ['skips_validation is for finished only.'];
  if (digest === null && target === 'validation')
    return ['has no digest: only a zone that has finished, and is approved for finished, needs none.'];
  const isKnown = digest === null || (isText(digest) && isDigest(digest));
  return isText(name) && isKnown ? [] : ['write its name and digest, sha256: and 64 hexadecimal digits.'];
}

function problemsOfReason({ name, reason, survey }: Entry): readonly string[] {
  return [
    ...(isText(name) && isText(reason) ? [] : ['write its name and reason.']),
    ...(survey === undefined || isTime(survey)
      ? []
      : ['survey is when the survey ended that showed the reason, such as 2027-01-31T08:00:00Z.']),
  ];
}

function problemsOfZones(
  member: 'zones' | 'left_out',
  zones: unknown,
  problemsOfZone: (zone: Entry) => readonly string[],
): readonly string[] {
  if (!isRecord(zones)) return [`${member} is ${shown(zones)}: write an object with the ids of zones.`];
  return Object.entries(zones).flatMap(([id, zone]) => {
    const entry = isRecord(zone) ? zone : {};
    const isDecided = ['by', 'at', 'ticket'].some((each) => each in entry);
    return [
      ...checkZoneId(id).map(({ message }) => `${member}: ${message}`),
      ...problemsOfZone(entry).map((problem) => `${member}: ${id} is ${shown(zone)}: ${problem}`),
      ...[...(isDecided ? problemsOfDecision(entry) : []), ...unknownMembers(entry, member)].map(
        (problem) => `${member}: ${id}: ${problem}`,
      ),
    ];
  });
}

/** A member that nobody reads may be one that is spelled wrong, and a reviewer would take it for true. */
function unknownMembers(entry: Entry, kind: keyof typeof MEMBERS): readonly string[] {
  const known: readonly string[] = MEMBERS[kind];
  return Object.keys(entry)
    .filter((member) => !known.includes(member))
    .map((member) => {
      const meant = nearest(member, known);
      const advice = meant === undefined ? `Allowed: ${known.join(', ')}.` : `Did you mean ${meant}?`;
      return `there is no member ${JSON.stringify(member)}. ${advice}`;
    });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value));
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}
