import { given, onOneLine, titleOf } from '../text/words';
import type { DoneZone, ReportedFinding } from './language';

/** A zone, with what is not adopted of it. */
export interface Subject {
  readonly title: string;
  readonly findings: readonly ReportedFinding[];
}

/** What is known once all zones are done. */
export interface Outcome {
  readonly zones: readonly DoneZone[];
  /** Zones that could not be read. */
  readonly failures: readonly Subject[];
}

export const REPORT_FILE = 'NOT-ADOPTED.md';

/** The list of what is not adopted, or only in part, as Markdown. */
export function reportText({ zones, failures }: Outcome): string {
  const subjects = [...failures, ...zones.map(subjectOf)].filter(({ findings }) => findings.length > 0);
  const withoutValue = zones.flatMap((zone) => zone.withoutValue);
  return [
    '# Not adopted',
    '',
    'What the service has and this configuration does not declare, or not completely.',
    'All of it stays as it is.',
    '',
    ...given(subjects.length === 0, 'Nothing: everything is declared.', ''),
    ...subjects.flatMap(({ title, findings }) => [
      `## ${markdown(title)}`,
      '',
      ...findings.flatMap(({ message, hint }) => [`- ${markdown(message)}`, `  ${markdown(hint)}`]),
      '',
    ]),
    ...given(
      withoutValue.length > 0,
      '## Variables without a value',
      '',
      'The service did not show these secrets. Set them before the first plan.',
      '',
      ...withoutValue.map((name) => `- \`${name}\``),
      '',
    ),
  ].join('\n');
}

/** What became of a zone, for the progress. @param zone undefined if it cannot be read */
export function zoneInWords(zone: DoneZone | undefined): string {
  if (zone === undefined) return 'cannot be read';
  const objects = Object.keys(zone.imports).length;
  const left = zone.findings.length === 0 ? '' : `, ${zone.findings.length} not adopted or not completely`;
  return `${objects} ${objects === 1 ? 'object' : 'objects'}${left}`;
}

/** The number of findings. */
export function countFindings({ zones }: Outcome): number {
  return zones.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** Findings that are shown on the terminal; the file has all of them. */
const MOST_SHOWN = 20;

/** The findings for a terminal, one line each. */
export function shownFindings({ zones }: Outcome): readonly string[] {
  const all = zones
    .map(subjectOf)
    .flatMap(({ title, findings }) => findings.map(({ message }) => onOneLine(`${title}: ${message}`)));
  const more = all.length - MOST_SHOWN;
  return more > 0 ? [...all.slice(0, MOST_SHOWN), `… and ${more} more`] : all;
}

function subjectOf(zone: DoneZone): Subject {
  return { title: titleOf(zone), findings: zone.findings };
}

/** Text of the service in Markdown: one line, and nothing of it is markup. */
function markdown(text: string): string {
  return onOneLine(text).replace(/[\\`*_[\]<>#|]/g, '\\$&');
}
