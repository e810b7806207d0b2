import type { WaveApproval, ZoneLeftOut, ApprovedZone, Decision } from '../../lib/rollout/wave-approvals';
import { isIrreversible } from '../../schema';
import { counted } from '../review/phrase';
import { REMARKS, type MadeApproval, type Remark } from './approve-wave';
import { canGoOn, nameOf, type Survey, type SurveyedZone } from './survey-model';
import { namesInWords, safe } from './survey-formats';
import { decisionOf } from './former-decisions';

/** What was approved, and what was known. */
interface WrittenApproval extends MadeApproval {
  /** The one that it replaces. */
  readonly before: WaveApproval | undefined;
  readonly survey: Survey;
  /** The file, as given. */
  readonly file: string;
}

/** Reasons that are shown, each with its zones; the rest is counted. */
const MOST_SHOWN = 10;

/** What a person has approved, for that person to read. */
export function approvalText(written: WrittenApproval): readonly string[] {
  const { approval, before, survey, file } = written;
  const { wave, target, by, ticket, zones, leftOut } = approval;
  const surveyed = survey.zones.filter(({ id }) => id in zones);
  const ready = surveyed
    .filter((zone) => canGoOn(zone) && zones[zone.id]?.digest === zone.digest)
    .map((zone) => ({ ...zone, name: zones[zone.id]?.name ?? nameOf(zone) }));
  const settled = [...ready, ...surveyed.filter(({ state }) => isIrreversible(state ?? 'start'))];
  const known = new Set(settled.map(({ id }) => id));
  const unknown = Object.entries(zones).flatMap(([id, { name }]) => (known.has(id) ? [] : [name]));
  const rules = ready.reduce((sum, { rules: own }) => sum + (own?.length ?? 0), 0);
  return [
    `Wave ${safe(wave)} is approved for ${target} by ${safe(by)}, ${safe(ticket)}`,
    `  ${Object.keys(zones).length} of ${counted(Object.keys({ ...zones, ...leftOut }).length, 'zone')}, ` +
      `${counted(rules, 'rule')} to save${unknown.length === 0 ? '' : `, and not known for ${counted(unknown.length, 'zone')}`}`,
    ...remarkLines(written),
    ...skippingLines(zones),
    ...lossLines(ready, unknown),
    ...(ready.length + unknown.length > 0 ? [`  ${ONE_WAY[target]}`] : []),
    ...leftOutLines(Object.values(leftOut), file),
    ...takeInLines(written),
    ...(before === undefined ? [] : changeLines(before, approval)),
    `Written to ${file}.`,
    '',
    `Next: commit ${file} and let a second person review it. The approval is the commit.`,
  ];
}

const IN_WORDS: Readonly<Record<Remark, string>> = {
  begun: 'As approved before, because they have begun or may have',
  'not surveyed': 'As before, because the survey does not have them',
  'left out by a person': 'Still left out, because a person decided it (--take-in ZONE ends that)',
  'taken over': 'Taken over as they are, because they have finished',
};

function remarkLines({ approval: { zones, leftOut }, remarks }: WrittenApproval): readonly string[] {
  return REMARKS.flatMap((remark) => {
    const names = [...remarks].flatMap(([id, own]) =>
      own === remark ? [zones[id]?.name ?? leftOut[id]?.name ?? id] : [],
    );
    return names.length === 0 ? [] : [`  ${IN_WORDS[remark]}: ${namesInWords(names)}`];
  });
}

/** How a zone that has finished without this wave comes into it. */
function takeInLines({ approval: { target, leftOut }, remarks, survey }: WrittenApproval): readonly string[] {
  const finished = survey.zones.filter(
    ({ id, state }) => id in leftOut && !remarks.has(id) && isIrreversible(state ?? 'start'),
  );
  return target === 'finished' && finished.some(({ id }) => leftOut[id]?.survey !== undefined)
    ? ['    To have this wave take over a zone that has finished, add --take-in ZONE.']
    : [];
}

/** The zones that finish without validation, by the reason. */
function skippingLines(zones: WaveApproval['zones']): readonly string[] {
  const skipping = Object.values(zones).filter(({ skips_validation: reason }) => reason !== undefined);
  const reasons = [...new Set(skipping.map(({ skips_validation: reason = '' }) => reason))];
  return reasons.map((reason) => {
    const names = skipping.filter((zone) => zone.skips_validation === reason).map(({ name }) => name);
    return `  Without validation, which they could have first (${safe(reason)}): ${namesInWords(names)}`;
  });
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

/** @param notSurveyed names of other approved zones, of which the survey does not know it */
function lossLines(zones: readonly SurveyedZone[], notSurveyed: readonly string[]): readonly string[] {
  const unknown = [
    ...zones.filter(({ not_carried_over: lost }) => lost === null).map(({ name }) => name),
    ...notSurveyed,
  ];
  const losses = Object.entries(LOST).flatMap(([kind, [one, many]]) => {
    const ofZones = zones.map(
      (zone) =>
        [zone.name, (zone.not_carried_over ?? []).filter((loss) => loss.kind === kind).length] as const,
    );
    const count = ofZones.reduce((sum, [, own]) => sum + own, 0);
    const names = ofZones.flatMap(([name, own]) => (own === 0 ? [] : [name]));
    return count === 0 ? [] : [`    ${counted(count, one, many)}: ${namesInWords(names)}`];
  });
  return [
    ...(losses.length > 0 ? ['  Lost:', ...losses] : []),
    ...(losses.length === 0 && unknown.length === 0 && zones.length > 0
      ? ['  No setting of the previous rules is lost.']
      : []),
    ...(unknown.length > 0
      ? [`  Losses not known for ${counted(unknown.length, 'zone')}: ${namesInWords(unknown)}`]
      : []),
  ];
}

type Entries = Readonly<Record<string, ApprovedZone | ZoneLeftOut>>;

/** What differs from the approval that is replaced, and whose decisions go on. */
function changeLines(before: WaveApproval, now: WaveApproval): readonly string[] {
  const [all, allBefore] = [entriesOf(now), entriesOf(before)];
  const changes = [
    change('new', now.zones, (id) => !(id in before.zones)),
    change('other rules', now.zones, (id, { digest }) => differs(before.zones[id]?.digest, digest)),
    change('no longer approved', before.zones, (id) => !(id in now.zones)),
    change('left out besides', now.leftOut, (id) => !(id in allBefore)),
    change('left out for another reason', now.leftOut, (id, { reason }) =>
      differs(before.leftOut[id]?.reason, reason),
    ),
    change('no longer in the wave', before.leftOut, (id) => !(id in all)),
    change('renamed', all, (id, { name }) => differs(allBefore[id]?.name, name)),
  ].flat();
  const since = inWords(before);
  const others = decisionLines(before, now).filter((line) => changes.length > 0 || !line.includes(since));
  return changes.length === 0 && others.length === 0
    ? [`  Replaces the approval of ${since}; zones and rules are the same.`]
    : [
        `  Replaces the approval of ${since}${changes.length === 0 ? '; zones and rules are the same' : ''}:`,
        ...changes,
        ...others,
      ];
}

function change<Entry extends { readonly name: string }>(
  what: string,
  entries: Readonly<Record<string, Entry>>,
  holds: (id: string, entry: Entry) => boolean,
): readonly string[] {
  const names = Object.entries(entries).flatMap(([id, entry]) => (holds(id, entry) ? [entry.name] : []));
  return names.length === 0 ? [] : [`    ${what} (${names.length}): ${namesInWords(names)}`];
}

/** The zones that were not approved now, but before, with those who approved them. */
function decisionLines(before: WaveApproval, now: WaveApproval): readonly string[] {
  const names = new Map<string, string[]>();
  for (const [id, zone] of Object.entries(now.zones)) {
    const former = before.zones[id];
    if (former === undefined || former.digest !== zone.digest) continue;
    const decision = inWords(decisionOf(now, zone));
    names.set(decision, [...(names.get(decision) ?? []), zone.name]);
  }
  return [...names].map(
    ([decision, zones]) => `    still approved by ${decision} (${zones.length}): ${namesInWords(zones)}`,
  );
}

function entriesOf({ zones, leftOut }: WaveApproval): Entries {
  return { ...leftOut, ...zones };
}

function differs<T>(before: T | undefined, now: T): boolean {
  return before !== undefined && before !== now;
}

function inWords({ by, at, ticket }: Decision): string {
  return `${safe(by)}, ${safe(ticket)}, ${at}`;
}
