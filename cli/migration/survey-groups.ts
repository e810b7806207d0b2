import { say, type Phrase } from '../review/phrase';
import { canGoOn, nameOf, type Survey, type SurveyedZone } from './survey-model';

/** Zones about which there is the same to say. */
export interface ZoneGroup {
  /** What they have in common, to follow their number: `with URI-based overrides`. */
  readonly what: Phrase;
  /** What to do about it; null if nothing. */
  readonly advice: Phrase | null;
  readonly names: readonly string[];
}

/** A part of a survey. */
export interface SurveyPart {
  readonly title: string;
  readonly tone: 'good' | 'change' | 'stop';
  /** How many zones it is about. A zone may be in several groups. */
  readonly count: number;
  readonly groups: readonly ZoneGroup[];
}

/** What there is to say of many zones in a few lines: the parts that are not empty, in the order of the survey. */
export function partsOf({ zones, not_found: notFound }: Survey): readonly SurveyPart[] {
  const ready = zones.filter(canGoOn);
  const blocked = zones.filter(
    ({ problems, result }) => problems.length > 0 && result !== 'unreadable' && result !== 'gone',
  );
  const unreadable = zones.filter(({ result }) => result === 'unreadable');
  const gone = zones.filter(({ result }) => result === 'gone');
  const settled = zones.filter(({ state }) => state === 'finishing' || state === 'finished');
  const losing = ready.filter(({ not_carried_over: losses }) => (losses?.length ?? 0) > 0);
  const lossless = ready.filter(({ not_carried_over: losses }) => losses?.length === 0);
  const parts: readonly SurveyPart[] = [
    part('Can migrate and lose nothing', 'good', lossless, (zone) => [
      [zone.state === 'validation' ? 'in validation' : 'not begun', null],
    ]),
    part('Can migrate and lose settings', 'change', losing, (zone) =>
      [...new Set(zone.not_carried_over?.map(({ kind }) => kind))].map((kind) => [
        LOSSES[kind],
        LOSS_ADVICE[kind],
      ]),
    ),
    part(
      'Can migrate; the losses are not known',
      'change',
      ready.filter(({ not_carried_over: losses }) => losses === null),
      () => [
        [
          'whose previous settings cannot all be read',
          'let the token read the firewall settings and page rules',
        ],
      ],
    ),
    part('Cannot migrate yet', 'stop', blocked, obstaclesOf),
    part('Could not be read', 'stop', unreadable, ({ problems: [problem] }) => [
      [
        READ_FAILURES[problem?.code ?? ''] ?? 'with an answer that cannot be used',
        problem ? say`${problem.hint}` : null,
      ],
    ]),
    {
      title: 'Not found',
      tone: 'stop',
      count: notFound.length,
      groups: notFoundGroups(notFound),
    },
    part('Gone', 'change', gone, ({ problems: [problem] }) => [
      ['that the service does not have any more', problem ? say`${problem.hint}` : null],
    ]),
    part('Nothing left to do', 'good', settled, ({ state }) => [
      [state === 'finished' ? 'finished' : 'finishing', null],
    ]),
  ];
  return parts.filter(({ count }) => count > 0);
}

/** A group for each advice. */
function notFoundGroups(zones: Survey['not_found']): readonly ZoneGroup[] {
  return [...new Set(zones.map(({ hint }) => hint))].map((advice) => {
    const same = zones.filter(({ hint }) => hint === advice);
    const what = same[0]?.code === 'zone_ambiguous' ? 'with a name that several zones have' : 'not found';
    return { what: [what], advice: say`${advice}`, names: same.map(({ zone }) => zone) };
  });
}

type Loss = NonNullable<SurveyedZone['not_carried_over']>[number];
type Obstacle = SurveyedZone['obstacles'][number];

const LOSSES: Readonly<Record<Loss['kind'], string>> = {
  core_rule_set_group_override: 'with overrides of groups of the core rule set',
  core_rule_set_rule_override: 'with overrides of rules of the core rule set',
  page_rule_waf_off: 'with page rules with WAF Off, which exceptions replace',
};

const LOSS_ADVICE: Readonly<Record<Loss['kind'], string | null>> = {
  core_rule_set_group_override: 'declare adjustments for what the new managed rules should do instead',
  core_rule_set_rule_override: 'declare adjustments for what the new managed rules should do instead',
  page_rule_waf_off: null,
};

/** What is in the way, and what to do about it. */
const OBSTACLES: Readonly<Record<Obstacle['kind'], readonly [what: string, advice: string]>> = {
  uri_override: [
    'with URI-based overrides',
    'delete them through the API of the previous managed rules, and survey these zones again',
  ],
  too_many_firewall_rules: [
    'with too many firewall rules that bypass the managed rules',
    "remove or pause some of them, or ask the service's support to migrate these zones",
  ],
  expression_too_long: [
    'with a firewall rule whose expression exceeds 4 KB',
    "shorten it or split the rule, or ask the service's support to migrate these zones",
  ],
};

/** In our words; the advice may be in those of others. */
type Finding = readonly [what: string, advice: string | Phrase | null];

function obstaclesOf({ obstacles, problems: [problem] }: SurveyedZone): readonly Finding[] {
  if (obstacles.length > 0)
    return [...new Set(obstacles.map(({ kind }) => kind))].map((kind) => OBSTACLES[kind]);
  return [['refused by the service for another reason', problem ? say`${problem.hint}` : null]];
}

/** By the code of the problem. */
const READ_FAILURES: Readonly<Record<string, string>> = {
  service_authorization: 'not readable with these credentials',
  service_not_found: 'not known to the service',
  service_unreachable: 'not reached',
  service_timeout: 'with no answer in time',
  service_unavailable: 'with no answer, because the service is unavailable',
  migration_state_unknown: 'in a state that is not known',
  migration_state_missing: 'of which the service reports no state',
};

function part(
  title: string,
  tone: SurveyPart['tone'],
  zones: readonly SurveyedZone[],
  find: (zone: SurveyedZone) => readonly Finding[],
): SurveyPart {
  const groups = new Map<string, { advice: Phrase | null; names: string[] }>();
  for (const zone of zones)
    for (const [what, advice] of find(zone)) {
      const group = groups.get(what) ?? {
        advice: typeof advice === 'string' ? [advice] : advice,
        names: [],
      };
      groups.set(what, group);
      group.names.push(nameOf(zone));
    }
  return {
    title,
    tone,
    count: zones.length,
    groups: [...groups].map(([what, group]) => ({ what: [what], ...group })),
  };
}
