import {
  destinationScheme,
  isKnown,
  parseDestination,
  sameDestination,
  SETTING_ROWS,
  shownDestination,
  type Attributes,
  type PathStep,
  type Problem,
} from '../../../schema';
import { refusedOfDestination, ServiceError, type LogpushJob, type LogpushJobInput } from '../../api';
import type { Call, UpdateCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { differences, tellStored } from '../stored-form';
import {
  destinationAttribute,
  openDestination,
  writtenDestination,
  type Sent,
  type WrittenDestination,
} from './destination';
import { PROBLEM, type Change } from './problems';
import {
  changedSettings,
  openSettings,
  settingsOf,
  type Schema,
  type Settings,
  type State,
} from './settings';

/** An update as it is planned. */
export interface PlannedUpdate {
  readonly state: State;
  /** What was sent as the destination before. */
  readonly sent: Sent | undefined;
  readonly settings: Settings;
  /** The destination to send; undefined when the job keeps its own. */
  readonly destination: string | undefined;
  /** The members that the plan changes. */
  readonly body: LogpushJobInput;
}

/**
 * Updates a job that nobody has changed since the plan. The service has no version to compare, so the job is read right
 * before. A setting that already has its planned value is not sent.
 *
 * @param secrets of the destination, which a refusal of the service may quote
 * @returns the job; undefined when it was not written and a diagnostic says why
 */
export async function updateJob(
  {
    client: { api },
    diagnostics,
    signal,
  }: Pick<UpdateCall<Schema, Configured>, 'client' | 'diagnostics' | 'signal'>,
  planned: PlannedUpdate,
  secrets: readonly string[],
): Promise<LogpushJob | undefined> {
  const { zone_id: zoneId } = planned.state;
  const jobId = planned.state.job_id ?? 0;
  const zone = (): Promise<string> => zoneInMessages({ api, zoneId, signal });
  const gone = async (): Promise<void> => diagnostics.error(PROBLEM.job_gone(await zone(), jobId));
  const before = await api.getLogpushJob(zoneId, jobId, { signal });
  if (!before) return void (await gone());
  const { changes, open } = checkBeforeWrite(before, planned);
  if (changes.length > 0)
    return void diagnostics.error(PROBLEM.job_changed_since_plan(await zone(), jobId, changes));
  if (Object.keys(open).length === 0) return before;
  try {
    const answer = await api.updateLogpushJob(zoneId, before, open, { signal, secrets });
    const meanwhile = changedMeanwhile(answer, planned, Object.keys(open));
    if (meanwhile.length > 0)
      diagnostics.warning(PROBLEM.job_changed_meanwhile(await zone(), jobId, meanwhile));
    await compareStored({ api, diagnostics, signal }, { zoneId, settings: planned.settings }, answer, open);
    return answer;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'not-found') throw error;
    return void (await gone());
  }
}

/** Tells what a job has in another form than it was sent. @param sent the members of the request */
export async function compareStored(
  { api, diagnostics, signal }: Pick<Configured, 'api'> & Pick<Call, 'diagnostics' | 'signal'>,
  { zoneId, settings }: { readonly zoneId: string; readonly settings: Settings },
  job: LogpushJob,
  sent: LogpushJobInput,
): Promise<void> {
  const attributes = Object.fromEntries(SETTING_ROWS.filter(([name]) => name in sent)) as Attributes;
  const [expected, found] = [sent.destination_conf ?? job.destination_conf, job.destination_conf].map(
    openDestination,
  );
  const advice = 'write it so, and keep what is not shown of it';
  const all = [
    ...differences(attributes, { ...settings }, { ...settingsOf(job, settings) }),
    ...(expected === found ? [] : [{ path: ['destination'], expected, found, advice }]),
  ];
  await tellStored(diagnostics, { api, zoneId, signal }, `log push job ${job.id}`, all);
}

/**
 * Compares a job, read right before it is written, with the state that the plan started from. What already is as planned
 * does not count, and is not sent.
 *
 * @returns what somebody changed since the plan, and the members of the update that the job does not have yet
 */
export function checkBeforeWrite(
  job: LogpushJob,
  { state, sent, settings, destination, body }: PlannedUpdate,
): { readonly changes: readonly Change[]; readonly open: LogpushJobInput } {
  const wanted = openSettings(job, settings, state);
  const changes = changesOf(state, settingsOf(job, state)).filter(({ name }) => name in wanted);
  const isThere = destination !== undefined && sameDestination(job.destination_conf, destination);
  const { destination_conf, ownership_challenge, ...members } = body;
  const moves = destination !== undefined && !isThere;
  return {
    changes:
      isThere || !isElsewhere(job, state, sent) ? changes : [...changes, destinationChange(job, state)],
    open: {
      ...Object.fromEntries(Object.entries(members).filter(([name]) => name in wanted)),
      ...(moves && { destination_conf, ...(ownership_challenge !== undefined && { ownership_challenge }) }),
    },
  };
}

/** Compares the answer to a write with the plan. @param written the names of the members that were sent */
export function changedMeanwhile(
  answer: LogpushJob,
  { state, sent, settings, destination }: Omit<PlannedUpdate, 'body'>,
  written: readonly string[],
): readonly Change[] {
  const changes = changesOf(settings, settingsOf(answer, settings)).filter(
    ({ name }) => !written.includes(name),
  );
  const isElsewhereNow = destination === undefined && isElsewhere(answer, state, sent);
  return isElsewhereNow ? [...changes, destinationChange(answer, state)] : changes;
}

/** Whether the job's destination differs from the state. */
function isElsewhere(job: LogpushJob, state: State, sent: Sent | undefined): boolean {
  if (sent?.isAnswer(job.destination_conf) !== false) return false;
  // The refresh may have found that already.
  if (isKnown(state.destination_conf)) return state.destination_conf !== job.destination_conf;
  return (
    state.destination_conf_wo_version !== null || state.destination !== shownDestination(job.destination_conf)
  );
}

function changesOf(expected: Settings, found: Settings): readonly Change[] {
  return Object.keys(changedSettings(expected, found)).map((name) => ({
    name,
    expected: expected[name as keyof Settings],
    found: found[name as keyof Settings],
  }));
}

function destinationChange(job: LogpushJob, { destination }: State): Change {
  const found = shownDestination(job.destination_conf);
  const [shown, now] = found === destination ? ['(secret)', '(another secret)'] : [destination, found];
  return { name: 'destination_conf', expected: shown, found: now };
}

/** The parts of the configuration that decide which attribute a refusal belongs to. */
interface WrittenJob extends WrittenDestination {
  readonly ownership_challenge: string | null;
  readonly ownership_challenge_wo: string | null;
}

/** The attributes whose members have the same names at the service. */
const ATTRIBUTES: ReadonlySet<string> = new Set(SETTING_ROWS.map(([name]) => name));

const REFUSED = { ownership: 'ownership_challenge', destination: 'destination_conf' } as const;

/** A refusal of the service as a problem of the attribute that it names. Undefined for any other failure. */
export function refusalProblem(error: unknown, written: WrittenJob): Problem | undefined {
  if (!(error instanceof ServiceError) || error.outcome !== 'refused') return undefined;
  const [, name = ''] = (error.errors.find((one) => one.pointer !== undefined)?.pointer ?? '').split('/');
  const refused = error.kind === 'invalid' ? refusedOfDestination(error.errors) : undefined;
  const path = pathOf(refused === undefined ? name : REFUSED[refused], written);
  if (path === undefined) return undefined;
  const { message, hint } = error.toProblem();
  const more = refused === 'destination' ? testedAtEachWrite(written) : '';
  return { code: 'job_refused', path, message, hint: `${hint}${more}` };
}

/** A member of a job as a path of attributes. */
function pathOf(name: string, written: WrittenJob): readonly PathStep[] | undefined {
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
function testedAtEachWrite(written: WrittenJob): string {
  const destination = writtenDestination(written);
  const scheme = isKnown(destination) ? parseDestination(destination)?.scheme : undefined;
  if (scheme === undefined || destinationScheme(scheme)?.isStore) return '';
  return (
    ' The service tests the destination whenever the job is written, even when only something else changes: it ' +
    'sends a gzipped test file, and the receiver must answer with success. Check that it is up, and what it ' +
    'requires (headers are parameters such as header_Authorization=…).'
  );
}
