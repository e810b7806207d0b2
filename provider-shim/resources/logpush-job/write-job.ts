import {
  sameDestination,
  isKnown,
  shownDestination,
  type Problem,
  OBJECT_STORES,
  parseDestination,
  SETTING_ROWS,
  type PathStep,
} from '../../../schema';
import { ServiceError, type LogpushJob, type LogpushJobInput, refusedOfDestination } from '../../api';
import type { UpdateCall, PrivateState } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import {
  openSettings,
  type Schema,
  type State,
  changedSettings,
  settingsOf,
  type Settings,
} from './settings';
import { sentBefore } from './private-state';
import { destinationAttribute, writtenDestination, type WrittenDestination } from './destination';

type Call = Pick<
  UpdateCall<Schema, Configured>,
  'client' | 'state' | 'diagnostics' | 'signal' | 'privateState'
>;

/**
 * Updates a job that nobody has changed since the plan. The service has no version to compare, so the job is read right
 * before. A setting that already has its planned value is not sent.
 *
 * @param body the members that the plan changes
 * @param secrets of the destination, which a refusal of the service may quote
 * @returns the job; undefined when it was not written and a diagnostic says why
 */
export async function updateJob(
  { client: { api }, state, diagnostics, signal, privateState }: Call,
  planned: PlannedJob,
  body: LogpushJobInput,
  secrets: readonly string[],
): Promise<LogpushJob | undefined> {
  const { zone_id: zoneId } = state;
  const jobId = state.job_id ?? 0;
  const zone = (): Promise<string> => zoneInMessages({ api, zoneId, signal });
  const gone = async (): Promise<void> => diagnostics.error(jobGone(await zone(), jobId));
  const before = await api.getLogpushJob(zoneId, jobId, { signal });
  if (!before) return void (await gone());
  const changes = changedSincePlan(before, state, planned, privateState);
  if (changes.length > 0) return void diagnostics.error(jobChanged(await zone(), jobId, changes));
  const open = stillOpen(before, state, planned, body);
  if (Object.keys(open).length === 0) return before;
  try {
    const answer = await api.updateLogpushJob(zoneId, before, open, { signal, secrets });
    const meanwhile = changedMeanwhile(answer, state, planned, Object.keys(open), privateState);
    if (meanwhile.length > 0) diagnostics.warning(jobChangedMeanwhile(await zone(), jobId, meanwhile));
    return answer;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not-found') throw error;
    return void (await gone());
  }
}

/** The members of an update that the job does not have yet. */
function stillOpen(
  job: LogpushJob,
  state: State,
  { settings, destination }: PlannedJob,
  { destination_conf, ownership_challenge, ...members }: LogpushJobInput,
): LogpushJobInput {
  const differing = openSettings(job, settings, state);
  const isThere = destination === undefined || sameDestination(job.destination_conf, destination);
  return {
    ...Object.fromEntries(Object.entries(members).filter(([name]) => name in differing)),
    ...(!isThere && { destination_conf, ...(ownership_challenge !== undefined && { ownership_challenge }) }),
  };
}

/** The job that an update produces. */
interface PlannedJob {
  readonly settings: Settings;
  /** The destination to send; undefined when the job keeps its own. */
  readonly destination: string | undefined;
}

/** A setting that somebody changed: the expected and the actual value. Nothing secret. */
interface Change {
  readonly name: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/**
 * Compares a job, read right before it is written, with the state that the plan started from. A setting that already
 * has its planned value does not count.
 *
 * @returns the settings that somebody changed since the plan
 */
function changedSincePlan(
  job: LogpushJob,
  state: State,
  planned: PlannedJob,
  privateState: PrivateState,
): readonly Change[] {
  const found = settingsOf(job, state);
  const wanted = openSettings(job, planned.settings, state);
  const changes = differences(state, found).filter(({ name }) => name in wanted);
  const isPlanned =
    planned.destination !== undefined && sameDestination(job.destination_conf, planned.destination);
  return isPlanned || !isElsewhere(job, state, privateState)
    ? changes
    : [...changes, destinationChange(job, state)];
}

/**
 * Compares the answer to a write with the plan.
 *
 * @param sent the names of the members that were sent
 * @returns the settings that somebody changed at the same time
 */
function changedMeanwhile(
  answer: LogpushJob,
  state: State,
  planned: PlannedJob,
  sent: readonly string[],
  privateState: PrivateState,
): readonly Change[] {
  const { settings } = planned;
  const changes = differences(settings, settingsOf(answer, settings)).filter(
    ({ name }) => !sent.includes(name),
  );
  const isElsewhereNow = planned.destination === undefined && isElsewhere(answer, state, privateState);
  return isElsewhereNow ? [...changes, destinationChange(answer, state)] : changes;
}

/** Whether the job's destination differs from the state. */
function isElsewhere(job: LogpushJob, state: State, privateState: PrivateState): boolean {
  if (sentBefore(privateState, state.destination_conf)?.isAnswer(job.destination_conf) !== false)
    return false;
  // The refresh may have found that already.
  if (isKnown(state.destination_conf)) return state.destination_conf !== job.destination_conf;
  return (
    state.destination_conf_wo_version !== null || state.destination !== shownDestination(job.destination_conf)
  );
}

function differences(expected: Settings, found: Settings): readonly Change[] {
  return Object.keys(changedSettings(expected, found)).map((name) => ({
    name,
    expected: expected[name as keyof Settings],
    found: found[name as keyof Settings],
  }));
}

function destinationChange(job: LogpushJob, { destination }: State): Change {
  const found = shownDestination(job.destination_conf);
  const isShown = found !== destination;
  return {
    name: 'destination_conf',
    expected: isShown ? destination : '(secret)',
    found: isShown ? found : '(another secret)',
  };
}

/** Refuses to overwrite what the plan did not show. */
function jobChanged(zone: string, jobId: number, changes: readonly Change[]): Problem {
  return {
    code: 'job_changed_since_plan',
    path: [],
    message: `Somebody changed the log push job ${jobId} of zone ${zone} after this plan was made: ${listNames(changes)}.`,
    hint: `Nothing was written.\n\n${listChanges(changes)}\n\nPlan again: the new plan shows what it would overwrite.`,
  };
}

/** Reports what somebody changed during this run's write. */
function jobChangedMeanwhile(zone: string, jobId: number, changes: readonly Change[]): Problem {
  return {
    code: 'job_changed_meanwhile',
    path: [],
    message: `Somebody changed the log push job ${jobId} of zone ${zone} while it was being updated: ${listNames(changes)}.`,
    hint: `This apply wrote its plan. It did not overwrite:\n\n${listChanges(changes)}\n\nThe next plan shows this as a difference.`,
  };
}

/** An update does not create a job that somebody deleted: the plan did not show that. */
function jobGone(zone: string, jobId: number): Problem {
  return {
    code: 'job_gone',
    path: [],
    message: `Zone ${zone} no longer has the log push job ${jobId}: somebody deleted it after this plan was made.`,
    hint: 'Nothing was written. Plan again: the new plan creates the job again.',
  };
}

function listNames(changes: readonly Change[]): string {
  return changes.map(({ name }) => name).join(', ');
}

function listChanges(changes: readonly Change[]): string {
  return changes
    .map(({ name, expected, found }) => `  ${name}: expected ${shown(expected)}, found ${shown(found)}`)
    .join('\n');
}

/** A value on one line. */
function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The parts of the configuration that decide which attribute a refusal belongs to. */
interface WrittenJob extends WrittenDestination {
  readonly ownership_challenge: string | null;
  readonly ownership_challenge_wo: string | null;
}

/** The attributes whose members have the same names at the service. */
const ATTRIBUTES: ReadonlySet<string> = new Set(SETTING_ROWS.map(([name]) => name));

/** A refusal of the service as a problem of the attribute that it names. Undefined for any other failure. */
export function refusalProblem(error: unknown, written: WrittenJob): Problem | undefined {
  if (!(error instanceof ServiceError) || error.outcome !== 'refused') return undefined;
  const { message, hint } = error.toProblem();
  const pointer = error.errors.find((one) => one.pointer !== undefined)?.pointer ?? '';
  const refused = error.kind === 'invalid' ? refusedOfDestination(error.errors) : undefined;
  const path = refused === undefined ? pathOf(pointer, written) : pathOf(REFUSED[refused], written);
  if (path === undefined) return undefined;
  const more = refused === 'destination' ? moreOf(written) : '';
  return { code: 'job_refused', path, message, hint: `${hint}${more}` };
}

const REFUSED = { ownership: '/ownership_challenge', destination: '/destination_conf' } as const;

/** A JSON pointer into a job as a path of attributes. */
function pathOf(pointer: string, written: WrittenJob): readonly PathStep[] | undefined {
  const [, name = ''] = pointer.split('/');
  switch (name) {
    case 'destination_conf':
      return [destinationAttribute(written)];
    case 'ownership_challenge':
      return [written.ownership_challenge_wo ? 'ownership_challenge_wo' : 'ownership_challenge'];
    default:
      return ATTRIBUTES.has(name) ? [name] : undefined;
  }
}

/** The service tests HTTP receivers on every write, whatever changes (docs/internals/service.md 5.2). */
function moreOf(written: WrittenJob): string {
  const destination = writtenDestination(written);
  const scheme = isKnown(destination) ? parseDestination(destination)?.scheme : undefined;
  if (scheme === undefined || OBJECT_STORES.has(scheme)) return '';
  return (
    ' The service tests the destination whenever the job is written, even when only something else changes: it ' +
    'sends a gzipped test file, and the receiver must answer with success. Check that it is up, and what it ' +
    'requires (headers are parameters such as header_Authorization=…).'
  );
}
