import {
  findZones,
  isZoneGone,
  MigrationProblem,
  NOTHING_AHEAD,
  readZoneMigration,
  REFUSALS,
  ServiceError,
  type ListedZone,
  type WantedZones,
  type ZoneMigration,
} from '../../provider-shim/zone-reader';
import { misfits, parseApproval } from '../../schema';
import type { Approval, ApprovalRow, Problem, TargetState } from '../../schema';
import type { ReadingProgress } from '../files/progress';
import { byDanger, type Marks } from '../review/model';
import { readEach, reported, type ReportedProblem, type ZoneReading } from '../zones/reading-zones';

/** What `zonewright migration survey` has found, as `--format json` writes it (docs/schemas/survey.schema.json). */
export interface Survey {
  readonly format_version: '1.0';
  /** The address of the service. */
  readonly service: string;
  /** The file of approvals; null if there is none. */
  readonly approvals: string | null;
  /** How many zones are counted as each. A zone may be counted as several. */
  readonly counts: Readonly<Record<Need, number>>;
  /** What needs a person first. */
  readonly zones: readonly SurveyedZone[];
  /** Zones that were asked for and that the credentials do not see. */
  readonly not_found: readonly NotFoundZone[];
}

/** What is read of a zone. Of an unreadable or gone one, everything else is null or empty. */
export interface ZoneFacts extends Omit<ZoneMigration, 'state' | 'problems'> {
  readonly id: string;
  /** Empty if the credentials may not read the zone itself. */
  readonly name: string;
  /** The plan's `legacy_id`, such as `enterprise`. */
  readonly plan: string | null;
  readonly state: ZoneMigration['state'] | 'unreadable' | 'gone';
  /** Why the step is not offered, or why the zone cannot be read, and what to do. */
  readonly problems: readonly ReportedProblem[];
  /** ISO 8601, in UTC. */
  readonly read_at: string;
}

export interface SurveyedZone extends ZoneFacts {
  readonly approval: ZoneApproval;
  readonly counted_as: readonly Need[];
}

/** What the row of a zone approves. */
export interface ZoneApproval {
  /** `done`: its step is reached. `stale`: it is not of what the step does now. */
  readonly status: 'none' | 'approved' | 'stale' | 'done';
  readonly step: TargetState | null;
  /** Why it is stale. */
  readonly because: readonly string[];
}

export interface NotFoundZone extends ReportedProblem {
  /** As it was asked for. */
  readonly zone: string;
}

/** How the migrations of zones are read. */
interface ReadingMigrations {
  /** The step that is read of every zone. @default the next one of each */
  readonly step?: TargetState | undefined;
  /** @default an interrupted run begins again */
  readonly progress?: ReadingProgress<ZoneFacts>;
}

/** What is known of zones that were asked for. */
export interface ReadZones {
  readonly zones: readonly ZoneFacts[];
  readonly notFound: readonly NotFoundZone[];
}

/** After so many zones in a row without an answer, the service itself does not answer, and the run ends. */
const MOST_UNANSWERED = 4;

/**
 * Reads the zones one by one and notes each, so that a run that is cut off can continue. A zone that cannot be read does
 * not stop the others.
 *
 * @throws ServiceError if the service does not answer at all, or does not accept the credentials
 */
export async function readZones(
  wanted: WantedZones,
  reading: ZoneReading,
  { step, progress }: ReadingMigrations,
): Promise<ReadZones> {
  const { service, signal } = reading;
  // Of one that is gone, its row says so.
  const found = await findZones(wanted, service, signal, () => true);
  let unanswered = 0;
  const zones = await readEach<ZoneFacts>(found.zones, reading, {
    earlier: ({ id }) => progress?.read.get(id),
    read: async (zone) => {
      try {
        const migration = await readZoneMigration(zone, service, signal, step);
        const problems = migration.problems.map(reported);
        const facts = { ...known(zone), ...migration, problems, read_at: new Date().toISOString() };
        progress?.note(facts);
        unanswered = 0;
        return [facts, inWords(facts)];
      } catch (error) {
        if (!isOfThisZone(error)) throw error;
        const isGone = await isZoneGone(service.configured, zone.id, signal, error);
        // The service has understood the request and refused it.
        const isAnswer = error instanceof MigrationProblem || REFUSALS.includes(error.kind);
        if (!isGone) unanswered = isAnswer ? 0 : unanswered + 1;
        if (!isGone && unanswered >= MOST_UNANSWERED) throw error;
        const state = isGone ? 'gone' : 'unreadable';
        const problems = [reported(isGone ? GONE : error.toProblem())];
        const read_at = new Date().toISOString();
        const facts = { ...NOTHING_AHEAD, ...known(zone), state, problems, read_at } as const;
        return [facts, isGone ? 'is gone' : 'cannot be read'];
      }
    },
  });
  const notFound = found.failures.map(({ wanted: zone, problem }) => ({ zone, ...reported(problem) }));
  return { zones, notFound };
}

/** What a list says of a zone. */
function known({ id, name, plan }: ListedZone): Pick<ZoneFacts, 'id' | 'name' | 'plan'> {
  return { id, name, plan };
}

/** What may concern one zone only; everything else ends the run. */
function isOfThisZone(error: unknown): error is ServiceError | MigrationProblem {
  if (error instanceof MigrationProblem) return true;
  return error instanceof ServiceError && !ENDING.includes(error.kind);
}

const ENDING: readonly ServiceError['kind'][] = ['authentication', 'rate-limited', 'cancelled'];

const GONE: Problem = {
  code: 'zone_gone',
  path: [],
  message: 'the zone does not exist any more',
  hint: 'remove these zones from your configuration',
};

function inWords({ state, step, approved_digest: digest }: ZoneFacts): string {
  if (step !== null && digest === null) return 'cannot migrate yet';
  return state === 'start' ? 'not begun' : state;
}

/** What a zone can be counted as: first what needs a person most. */
export const NEEDS = {
  unreadable: ['stop', 'cannot be read', 'cannot be read'],
  blocked: ['stop', 'cannot migrate yet', 'cannot migrate yet'],
  stale: ['stop', 'has a stale approval', 'have a stale approval'],
  replaces: ['stop', 'replaces rules', 'replace rules'],
  overrides: ['stop', 'deletes URI overrides', 'delete URI overrides'],
  unknown: ['look', 'with unknown losses', 'with unknown losses'],
  loses: ['look', 'loses settings', 'lose settings'],
  open: ['look', 'to approve', 'to approve'],
  approved: ['rest', 'approved', 'approved'],
  validation: ['rest', 'in validation', 'in validation'],
  finishing: ['rest', 'finishing', 'finishing'],
  finished: ['rest', 'finished', 'finished'],
  retired: ['rest', 'without a migration', 'without a migration'],
  gone: ['rest', 'gone', 'gone'],
} as const satisfies Marks;

export type Need = keyof typeof NEEDS;

const ALL_NEEDS = Object.keys(NEEDS) as readonly Need[];

/** The zones with their approvals, and what they need; first what needs a person most, and of that what finishes. */
export function surveyedZones(
  zones: readonly ZoneFacts[],
  rows: readonly ApprovalRow[],
): readonly SurveyedZone[] {
  const byZone = new Map(rows.map((row) => [row.zone, row]));
  const surveyed = zones.map((zone) => {
    const approval = approvalOf(zone, byZone.get(zone.id));
    return { ...zone, approval, counted_as: needsOf(zone, approval) };
  });
  return byDanger(surveyed, NEEDS, (zone) => {
    const rank = `${zone.step === 'finished' ? '0' : '1'}${isEnterprise(zone) ? '0' : '1'}`;
    return [zone.counted_as.slice(0, 4), rank, zone.state, zone.name, zone.id];
  });
}

/** The row of a zone, compared with what the step does now. */
function approvalOf(zone: ZoneFacts, row: ApprovalRow | undefined): ZoneApproval {
  if (row === undefined) return { status: 'none', step: null, because: [] };
  const { step } = row;
  const is = (status: ZoneApproval['status'], because: readonly string[] = []): ZoneApproval => ({
    ...{ status, step, because },
  });
  if (zone.step === null || (step === 'validation' && zone.state !== 'start')) return is('done');
  const [given, needed] = [parseApproval(row.approved_digest), parseApproval(zone.approved_digest ?? '')];
  if (!given || !needed) return is('stale', ['the zone cannot migrate now']);
  // Another step loses and deletes the same. Digests of rules are of one step: the plan compares them.
  const known = (part: 'rules' | 'replaced'): string =>
    given.step === needed.step || [given[part], needed[part]].includes('none') ? needed[part] : given[part];
  const other = misfits(given, { ...needed, step, rules: known('rules'), replaced: known('replaced') })
    // Rules in force that others were adjusted to replace nothing in the plan of the same adjustments.
    .filter((part, _index, all) => part !== 'replaced' || !all.includes('rules'))
    .map((part) => {
      if (part === 'rules' && given.rules === 'none')
        return 'the overrides are deleted, and the rules are known only now';
      return OTHERS[part] ?? 'it is of another step or zone';
    });
  return is(other.length === 0 ? 'approved' : 'stale', other);
}

const OTHER_RULES = 'its rules differ: they changed since, or the configuration adjusts them';

/** The step to name before a row is replaced: its rules may be of adjustments, or it is of the end before validation. */
export function stepToName({ step, approval }: SurveyedZone): TargetState | undefined {
  if (step === 'validation' && approval.step === 'finished')
    return approval.status === 'approved' ? step : 'finished';
  const [because, ...more] = approval.because;
  return because === OTHER_RULES && more.length === 0 ? (approval.step ?? undefined) : undefined;
}

const OTHERS: Readonly<Partial<Record<keyof Approval, string>>> = {
  losses: 'it loses other settings now',
  overrides: 'it deletes other URI-based overrides now',
  replaced: 'it replaces other rules now',
  rules: OTHER_RULES,
};

function needsOf(zone: ZoneFacts, { status }: ZoneApproval): readonly Need[] {
  const { state } = zone;
  // Only a step that somebody asked for is not ahead in the others.
  if (zone.step === null && state !== 'start') return [state];
  if (zone.approved_digest === null) return ['blocked'];
  if (status === 'approved') return ['approved'];
  const is: Readonly<Partial<Record<Need, boolean>>> = {
    stale: status === 'stale',
    replaces: zone.replaced_rules.length > 0,
    overrides: zone.deleted_uri_overrides.length > 0,
    unknown: zone.losses_unknown_because !== null,
    loses: (zone.not_carried_over ?? []).length > 0,
    open: true,
  };
  return ALL_NEEDS.filter((need) => is[need]);
}

/** Whether a zone's plan is known to be Enterprise. */
export function isEnterprise({ plan }: Pick<ZoneFacts, 'plan'>): boolean {
  return plan === 'enterprise';
}
