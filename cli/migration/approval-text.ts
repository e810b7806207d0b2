import type { FleetZone } from '../../lib/fleet/fleet-zone';
import type { WaveApproval, ZoneLeftOut } from '../../lib/rollout/wave-approvals';
import { counted, oneLine, shortened } from '../review/phrase';
import { canGoOn, type Survey, type SurveyedZone } from './survey-model';
import { namesInWords } from './survey-terminal';

/** What was approved, and what was known. */
export interface WrittenApproval {
  readonly approval: WaveApproval;
  /** The one that it replaces. */
  readonly before: WaveApproval | undefined;
  /** Zones that stay approved with the digest of before. */
  readonly kept: readonly FleetZone[];
  readonly survey: Survey;
  /** The file, as given. */
  readonly file: string;
}

/** Reasons that are shown, each with its zones; the rest is counted. */
const MOST_SHOWN = 10;

/** What a person has approved, for that person to read. */
export function approvalText({ approval, before, kept, survey, file }: WrittenApproval): readonly string[] {
  const { wave, target, by, ticket, zones, leftOut } = approval;
  const surveyed = survey.zones.filter(({ id }) => id in zones);
  const going = surveyed.filter(canGoOn);
  return [
    `Wave ${safe(wave)} is approved for ${target} by ${safe(by)}, ${safe(ticket)}`,
    `  ${Object.keys(zones).length} of ${counted(Object.keys({ ...zones, ...leftOut }).length, 'zone')}, ${counted(
      going.reduce((sum, { rules }) => sum + (rules?.length ?? 0), 0),
      'rule',
    )} to save`,
    ...(kept.length > 0
      ? [
          `  As approved before, because they have begun or may have: ${namesInWords(kept.map(({ name }) => name))}`,
        ]
      : []),
    ...lossLines(going),
    ...(going.length > 0 ? [`  ${ONE_WAY[target]}`] : []),
    ...leftOutLines(Object.values(leftOut), file),
    ...(before === undefined ? [] : changeLines(before, approval)),
    `Written to ${file}.`,
    '',
    `Next: commit ${file} and let a second person review it. The approval is the commit.`,
  ];
}

function leftOutLines(zones: readonly ZoneLeftOut[], file: string): readonly string[] {
  if (zones.length === 0) return [];
  const reasons = [...new Set(zones.map(({ reason }) => reason))];
  return [
    `  Left out (${zones.length}):`,
    ...reasons.slice(0, MOST_SHOWN).map((reason) => {
      const names = zones.filter((zone) => zone.reason === reason).map(({ name }) => name);
      return `    ${namesInWords(names)}: ${safe(reason)}`;
    }),
    ...(reasons.length > MOST_SHOWN
      ? [`    and ${reasons.length - MOST_SHOWN} other reasons, in ${file}`]
      : []),
  ];
}

const ONE_WAY: Readonly<Record<WaveApproval['target'], string>> = {
  finished: 'Cannot be undone: finishing disables the previous managed rules of these zones permanently.',
  validation: 'Cannot be undone: a zone in validation cannot go back. Both versions run until it finishes.',
};

const LOST: Readonly<Record<string, readonly [one: string, many: string]>> = {
  core_rule_set_group_override: [
    'override of a group of the core rule set',
    'overrides of groups of the core rule set',
  ],
  core_rule_set_rule_override: [
    'override of a rule of the core rule set',
    'overrides of rules of the core rule set',
  ],
  page_rule_waf_off: [
    'page rule with WAF Off, which an exception replaces',
    'page rules with WAF Off, which exceptions replace',
  ],
};

function lossLines(zones: readonly SurveyedZone[]): readonly string[] {
  const losses = zones.flatMap(({ not_carried_over: lost }) => lost ?? []);
  const unknown = zones.filter(({ not_carried_over: lost }) => lost === null);
  const counts = Object.entries(LOST).flatMap(([kind, [one, many]]) => {
    const count = losses.filter((loss) => loss.kind === kind).length;
    return count === 0 ? [] : [counted(count, one, many)];
  });
  return [
    ...(counts.length > 0 ? ['  Lost:', ...counts.map((count) => `    ${count}`)] : []),
    ...(counts.length === 0 && unknown.length === 0 && zones.length > 0 ? ['  Nothing is lost.'] : []),
    ...(unknown.length > 0
      ? [`  Losses not known: ${namesInWords(unknown.map(({ name, id }) => name || id))}`]
      : []),
  ];
}

/** What differs from the approval that is replaced. */
function changeLines(before: WaveApproval, now: WaveApproval): readonly string[] {
  const of = (zones: WaveApproval['zones'], holds: (id: string) => boolean): readonly string[] =>
    Object.entries(zones).flatMap(([id, { name }]) => (holds(id) ? [name] : []));
  const changes: readonly (readonly [string, readonly string[]])[] = [
    ['new', of(now.zones, (id) => !(id in before.zones))],
    [
      'other rules',
      of(now.zones, (id) => id in before.zones && before.zones[id]?.digest !== now.zones[id]?.digest),
    ],
    ['no longer approved', of(before.zones, (id) => !(id in now.zones))],
  ];
  const lines = changes.flatMap(([what, names]) =>
    names.length === 0 ? [] : [`    ${what} (${names.length}): ${namesInWords(names)}`],
  );
  const since = `the approval of ${safe(before.by)}, ${safe(before.ticket)}, ${before.at}`;
  return lines.length === 0
    ? [`  Replaces ${since}; zones and rules are the same.`]
    : [`  Replaces ${since}:`, ...lines];
}

/** The longest text of others in a line. */
const LONGEST = 200;

function safe(text: string): string {
  return shortened(oneLine(text), LONGEST);
}
