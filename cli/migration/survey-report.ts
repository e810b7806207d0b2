import { countsOf } from '../review/model';
import { countTexts, groupsOf, type Printed, type Report } from '../review/report';
import { counted, given, shellWord, titleOf } from '../text/words';
import { TARGET_STATES, type TargetState } from '../../schema';
import { APPROVALS_FILE } from '../files/outputs';
import { isEnterprise, NEEDS, stepToName, type Need, type NotFoundZone, type SurveyedZone } from './survey';

/** What a survey, or what was approved, is told with. */
export interface ToldZones {
  readonly command: 'survey' | 'approve';
  readonly zones: readonly SurveyedZone[];
  readonly notFound: readonly NotFoundZone[];
  /** Also tells lines that are not of a zone. */
  readonly summary: readonly string[];
  /** The file of approvals. */
  readonly file: string;
  /** Names each of many equal zones, which are counted otherwise. */
  readonly isOpen: boolean;
}

/** Of more equal zones only the number is told. */
const MOST_NAMED = 3;

/** Zones for people: equal ones fold into a line. */
export function zonesReport(told: ToldZones): Report {
  const { command, zones, notFound, summary, isOpen } = told;
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
    title: command === 'survey' ? `The migration of ${counted(rows.length, 'zone')}` : 'Approvals',
    tone: counts.some(({ level }) => level === 'stop') ? 'stop' : change,
    ...{ summary, counts },
    groups: isOpen
      ? groups
      : groups.map((group) => ({
          ...group,
          lines: group.lines.flatMap((line) => {
            if (line.rows.length <= MOST_NAMED) return [line];
            // The heading has the number of all.
            if (line.rows.length === group.rows.length && line.below.length === 0) return [];
            return [{ ...line, texts: [counted(line.rows.length, 'zone')] }];
          }),
        })),
    next: nextOf(told, names),
  };
}

/** What is approved is told whole: the rules, and each setting that is lost. */
function rowOf(zone: SurveyedZone, { command }: ToldZones, names: ReadonlySet<string>): Printed {
  const isWhole = command === 'approve';
  const { id, name, plan, counted_as: needs } = zone;
  const kind = isEnterprise(zone) ? 'Enterprise' : plan === null ? 'plan not known' : `${plan} plan`;
  return {
    title: `${titleIn(zone)} (${kind}${zone.state === 'validation' ? ', in validation' : ''})`,
    counted_as: needs,
    zone: names.has(name) ? { id: null, name } : { id, name: name === '' ? null : name },
    ...{ address: '', stack: '' },
    details: [
      ...zone.approval.because,
      ...zone.problems.flatMap(({ message, hint }) => [ofZone(zone, message), ofZone(zone, hint)]),
      ...zone.deleted_uri_overrides.map((override) => `deletes first: ${override}`),
      ...zone.replaced_rules.map((rule) =>
        zone.state === 'validation'
          ? `has an adjusted or edited rule: ${rule}`
          : `has a rule that is replaced: ${rule}`,
      ),
      ...lossesOf(zone, isWhole),
      ...(isWhole ? rulesOf(zone) : []),
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

function titleIn({ approval, step, rules, counted_as: [need = 'open'], ...zone }: SurveyedZone): string {
  const title = TITLES[need];
  const isApproved = approval.status === 'done' && ['finishing', 'finished'].includes(need);
  if (title !== undefined) return `${title}${isApproved ? ' as approved' : ''}`;
  return [
    `${{ approved: 'Approved', stale: 'Stale approval', none: 'To approve', done: 'To approve' }[approval.status]}: `,
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
      `loses: the effect of ${counted(off.length, 'page rule')} with WAF Off; an exception takes its place`,
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

/** The plan of what is approved, then what else to approve: what needs no eyes first. */
function nextOf({ command, zones, file }: ToldZones, sole: ReadonlySet<string>): Next {
  const ready = zones.filter(({ approval }) => approval.status === 'approved');
  const plan = {
    what: `Next: commit the approvals, plan, and review the plan (${steps(ready)})`,
    command: 'terraform plan -out tfplan && npx zonewright review tfplan',
  };
  const open = command === 'approve' ? [] : zones.filter(({ counted_as: needs }) => needs.includes('open'));
  const approve = (what: string, isMeant: (zone: SurveyedZone) => boolean, step?: TargetState): Next => {
    const some = open.filter((zone) => stepToName(zone) === step && isMeant(zone)).slice(0, MOST_IN_COMMAND);
    const names = some.map((zone) => (sole.has(zone.name) && PLAIN.test(zone.name) ? zone.name : zone.id));
    const options = [
      ...(step === undefined ? [] : [`--for ${step}`]),
      ...(file === APPROVALS_FILE ? [] : [`--file ${shellWord(file)}`]),
    ];
    const line = ['npx zonewright migration approve', ...names, ...options].join(' ');
    return some.length === 0 ? [] : [{ what: `To approve ${what} (${steps(some)})`, command: line }];
  };
  return [
    ...given(ready.length > 0, plan),
    ...approve('what loses and replaces nothing', needsNoEyes),
    ...approve('the others, once you accept that', (zone) => !needsNoEyes(zone)),
    ...TARGET_STATES.flatMap((step) => approve('again, only without adjustments', () => true, step)),
  ];
}

/** A name that a shell takes as it is. */
const PLAIN = /^\w[\w.-]*$/;

function needsNoEyes({ counted_as: [need] }: SurveyedZone): boolean {
  return need === 'open';
}

/** How many zones take which step. */
function steps(zones: readonly SurveyedZone[]): string {
  const finish = zones.filter((zone) => targetOf(zone) === 'finished').length;
  const begin = zones.length - finish;
  return [
    ...(begin > 0 ? [counted(begin, 'begins validation', 'begin validation')] : []),
    ...(finish > 0 ? [counted(finish, 'finishes for good', 'finish for good')] : []),
  ].join(', ');
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
