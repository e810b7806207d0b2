import { countsOf } from '../review/model';
import { countTexts, groupsOf, type Printed, type Report } from '../review/report';
import { counted, given, shellWord, titleOf } from '../text/words';
import type { TargetState } from '../../schema';
import { APPROVALS_FILE, SURVEY_FILE } from '../files/outputs';
import { lackOfSoak, soakInWords } from './soak';
import { isEnterprise, NEEDS, stepToName, type Need, type NotFoundZone, type SurveyedZone } from './survey';

/** Those of `approve`. */
export interface ApproveOptions {
  /** The survey to approve. @default survey.json, if it is there */
  readonly survey?: string;
  readonly for?: string | undefined;
  /** For how many hours zones have to have validated their rules. */
  readonly validatedFor?: number | undefined;
  readonly by?: string;
  readonly ticket?: string;
  /** The file of approvals. */
  readonly file: string;
}

/** What a survey, or what was approved, is told with. */
export interface ToldZones extends Pick<ApproveOptions, 'file' | 'survey' | 'validatedFor'> {
  readonly command: 'survey' | 'approve';
  readonly title: string;
  readonly zones: readonly SurveyedZone[];
  readonly notFound: readonly NotFoundZone[];
  /** Also tells lines that are not of a zone. */
  readonly summary: readonly string[];
  /** Names each of many equal zones, which are counted otherwise. */
  readonly isOpen: boolean;
}

const NO_WAY_BACK = 'No zone goes back to start from validation, and what finishes is finished for good.';

/** Of more equal zones only the number is told. */
const MOST_NAMED = 3;

/** Zones for people: equal ones fold into a line. */
export function zonesReport(told: ToldZones): Report {
  const { command, title, zones, notFound, summary, isOpen } = told;
  const missing = notFound.map(({ zone, message, hint }): Printed => {
    const details = [message.replaceAll(zone, '…'), hint];
    return { title: 'Not found', counted_as: ['unreadable'], zone: null, address: zone, stack: '', details };
  });
  const names = soleNames(zones);
  const rows = [...missing, ...zones.map((zone) => rowOf(zone, told, names))];
  const all = countsOf(zones, NEEDS);
  const counts = countTexts({ ...all, unreadable: all.unreadable + notFound.length }, NEEDS);
  const groups = groupsOf(rows, NEEDS);
  const change = all.open + all.approved > 0 ? 'change' : 'good';
  return {
    command,
    title,
    tone: counts.some(({ level }) => level === 'stop') ? 'stop' : change,
    summary: [...summary, ...given(all.open + all.approved > 0, NO_WAY_BACK)],
    counts,
    groups: isOpen
      ? groups
      : groups.map((group) => ({
          ...group,
          lines: group.lines.flatMap((line) => {
            if (line.rows.length <= MOST_NAMED) return [line];
            // The heading has the number of all.
            if (line.rows.length === group.rows.length) return [];
            return [{ ...line, texts: [counted(line.rows.length, 'zone')] }];
          }),
        })),
    next: nextOf(told, names),
  };
}

/** Of what is approved, each setting that is lost is told. */
function rowOf(
  zone: SurveyedZone,
  { command, validatedFor: hours }: ToldZones,
  names: ReadonlySet<string>,
): Printed {
  const isHeld = zone.approved_digest !== null && zone.approval.status !== 'approved';
  const lack = hours !== undefined && isHeld ? lackOfSoak(zone, hours) : undefined;
  const soaks = zone.approved_digest !== null && zone.state === 'validation';
  const isWhole = command === 'approve';
  const { id, name, plan, counted_as: needs } = zone;
  const kind = isEnterprise(zone) ? 'Enterprise' : plan === null ? 'plan not known' : `${plan} plan`;
  return {
    title: `${titleIn(zone, lack !== undefined)} (${kind}${zone.state === 'validation' ? ', in validation' : ''})`,
    counted_as: needs,
    zone: names.has(name) ? { id: null, name } : { id, name: name === '' ? null : name },
    ...{ address: '', stack: '' },
    details: [
      ...given(soaks || lack !== undefined, lack ?? soakInWords(zone)),
      ...zone.approval.because,
      ...zone.problems.flatMap(({ message, hint }) => ofZone(zone, `${message}\n${hint}`).split('\n')),
      ...zone.deleted_uri_overrides.map((override) => `deletes first: ${override}`),
      ...zone.replaced_rules.map((rule) =>
        zone.state === 'validation'
          ? `has an adjusted or edited rule: ${rule}`
          : `has a rule that is replaced: ${rule}`,
      ),
      ...lossesOf(zone, isWhole),
      ...rulesOf(zone),
    ],
  };
}

/** Of zones without a step that can be approved. */
const TITLES: Readonly<Partial<Record<Need, string>>> = {
  unreadable: 'Cannot be read',
  gone: 'Does not exist any more',
  blocked: 'Cannot migrate yet',
  validation: 'In validation already',
  finishing: 'Finishing',
  finished: 'Finished',
  retired: 'The service no longer has the migration',
};

function titleIn(
  { approval, step, rules, counted_as: [need = 'open'], ...zone }: SurveyedZone,
  isHeld: boolean,
): string {
  const title = TITLES[need];
  const isApproved = approval.status === 'done' && ['finishing', 'finished'].includes(need);
  if (title !== undefined) return `${title}${isApproved ? ' as approved' : ''}`;
  return [
    `${isHeld ? 'Not approved' : { approved: 'Approved', stale: 'Stale approval', none: 'To approve', done: 'To approve' }[approval.status]}: `,
    rules === null ? 'delete URI overrides, to ' : '',
    targetOf({ approval, step }) === 'finished' ? 'finish for good' : 'begin validation',
    zone.replaced_rules.length > 0 ? ', replacing rules' : '',
    (zone.not_carried_over ?? []).length > 0
      ? ', losing settings'
      : zone.losses_unknown_because === null
        ? ', losing nothing'
        : ', losses not known',
  ].join('');
}

/** Without the words that are of this zone alone: what is equal folds. */
function ofZone(zone: SurveyedZone, text: string): string {
  const named = titleOf(zone);
  const [said = ''] = text
    .replace(`Zone ${named} cannot migrate: `, '')
    .replace(` (zone ${zone.name})`, '')
    .split(` Zone ${named} `);
  return said.replaceAll(zone.id, '…').trim();
}

function lossesOf(zone: SurveyedZone, isWhole: boolean): readonly string[] {
  const { not_carried_over: losses, losses_unknown_because: because } = zone;
  const off = (losses ?? []).filter(({ kind }) => kind === 'page_rule_waf_off');
  const others = (losses ?? []).filter((loss) => isWhole || !off.includes(loss));
  return [
    ...given(
      because !== null,
      `not all losses are known, and none are compared: ${ofZone(zone, because ?? '')}`,
    ),
    ...others.map(({ description }) => `loses: ${description}`),
    ...given(
      !isWhole && off.length > 0,
      `loses: the effect of ${counted(off.length, 'page rule')} with WAF Off; exceptions switch the managed rules off there afterwards`,
    ),
  ];
}

function rulesOf({ rules, approved_digest: digest }: SurveyedZone): readonly string[] {
  if (digest === null) return [];
  if (rules === null) return ['the rules are known only without the overrides, and are approved then'];
  return rules.length === 0 ? ['saves no rules'] : rules.map((rule) => `saves: ${rule}`);
}

type Next = NonNullable<Report['next']>;

/** Of more zones a command names the first. */
const MOST_IN_COMMAND = 100;

/** The plan of what is approved, then what else to approve: each step by itself, and what needs no eyes first. */
function nextOf(told: ToldZones, sole: ReadonlySet<string>): Next {
  const { command, zones } = told;
  const ready = zones.filter(({ approval }) => approval.status === 'approved');
  const plan = {
    what: `Next: commit the approvals, plan, and review the plan (${stepsInWords(stepKinds(ready, targetOf))})`,
    command: 'terraform plan -out tfplan && npx zonewright review tfplan',
  };
  const open = command === 'approve' ? [] : zones.filter(({ counted_as: needs }) => needs.includes('open'));
  const approve = stepKinds(open, (zone) => stepToName(zone) ?? zone.step).flatMap(([kind, all]) =>
    CLASSES.flatMap((how, at): Next => {
      const some = all.filter((zone) => classOf(zone) === at);
      const what = `To approve: ${kind}, ${how}: ${some.length.toLocaleString('en')}${firstOf(some)}`;
      const options = { ...told, for: some[0] && stepToName(some[0]) };
      return given(some.length > 0, { what, command: approveLine(some, sole, options) });
    }),
  );
  return [...given(ready.length > 0, plan), ...approve];
}

const CLASSES = [
  'loses nothing',
  'once you accept what is lost, replaced or deleted',
  'again, only without adjustments',
];

/** By its place in the former. */
function classOf(zone: SurveyedZone): number {
  if (stepToName(zone) !== undefined) return 2;
  return zone.counted_as[0] === 'open' ? 0 : 1;
}

/** What an approval lets happen: first what cannot be undone. */
const STEP_KINDS = ['finish for good', 'delete URI overrides, to finish later', 'begin validation'] as const;

export type StepKinds = readonly (readonly [kind: string, zones: readonly SurveyedZone[]])[];

/** Zones by what their approval lets happen. @param stepOf the step of a zone. @default the next one */
export function stepKinds(
  zones: readonly SurveyedZone[],
  stepOf: (zone: SurveyedZone) => TargetState | null = ({ step }) => step,
): StepKinds {
  const kindOf = (zone: SurveyedZone): number =>
    stepOf(zone) === 'validation' ? 2 : zone.rules === null ? 1 : 0;
  const all = STEP_KINDS.map((kind, at) => [kind, zones.filter((zone) => kindOf(zone) === at)] as const);
  return all.filter(([, { length }]) => length > 0);
}

/** How many zones take which step. */
export function stepsInWords(kinds: StepKinds): string {
  return kinds.map(([kind, { length }]) => `${kind}: ${length.toLocaleString('en')}`).join('; ');
}

/** A name that a shell takes as it is. */
const PLAIN = /^\w[\w.-]*$/;

/** Says that a command does not name all of its zones. */
export function firstOf({ length }: readonly unknown[]): string {
  return length > MOST_IN_COMMAND ? ` (the first ${MOST_IN_COMMAND} of them)` : '';
}

/** The command that approves zones, at most a hundred. @param names those that stand for one zone */
export function approveLine(
  zones: readonly SurveyedZone[],
  names: ReadonlySet<string>,
  { validatedFor: hours, ...told }: ApproveOptions,
): string {
  const some = zones.slice(0, MOST_IN_COMMAND);
  const words = some.map(({ id, name }) => (names.has(name) && PLAIN.test(name) ? name : id));
  const options = { ...told, 'validated-for': hours && `${hours}h` };
  const usual = ['', APPROVALS_FILE, SURVEY_FILE];
  for (const name of ['for', 'validated-for', 'by', 'ticket', 'file', 'survey'] as const) {
    const value = options[name] ?? '';
    if (!usual.includes(String(value))) words.push(`--${name} ${shellWord(String(value))}`);
  }
  return ['npx zonewright migration approve', ...words].join(' ');
}

/** The step that a row approves, if it is ahead; else the next one. */
function targetOf({ approval, step }: Pick<SurveyedZone, 'approval' | 'step'>): TargetState | null {
  return approval.status === 'approved' || approval.status === 'stale' ? approval.step : step;
}

/** The names that one zone alone has. */
function soleNames(zones: readonly SurveyedZone[]): ReadonlySet<string> {
  const [once, again] = [new Set<string>(), new Set([''])];
  for (const { name } of zones) (once.has(name) ? again : once).add(name);
  for (const name of again) once.delete(name);
  return once;
}
