import {
  destinationSecrets,
  isKnown,
  sameDestination,
  SETTING_ROWS,
  shownDestination,
  type Attributes,
} from '../../../schema';
import { ServiceError, type LogpushJob, type LogpushJobInput } from '../../api';
import type { InterruptedCreation } from '../../records/creation-records';
import type { Call, UpdateCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { differences, tellStored } from '../stored-form';
import { openDestination, type Sent } from './destination';
import { JobRegistry } from './job-registry';
import { PROBLEM, type Change, type Completion } from './problems';
import {
  changedSettings,
  declaredMeaning,
  hasSettings,
  jobMeaning,
  newJob,
  openSettings,
  settingsOf,
  type Declared,
  type Schema,
  type Settings,
  type State,
} from './settings';

/** A job that an interrupted run created. */
interface UnfinishedJob {
  readonly creation: InterruptedCreation;
  readonly job: LogpushJob;
  /** What turns it into the declared job. */
  readonly action: Completion;
}

/** Whether a job is exactly the declared one. */
export function isEqualJob(job: LogpushJob, { destination, settings }: Declared): boolean {
  return sameDestination(job.destination_conf, destination) && hasSettings(job, settings);
}

/** The job that an interrupted creation made; undefined when there is none or it cannot be determined. */
function jobOf(
  { record: { made, before }, matches }: InterruptedCreation,
  jobs: readonly LogpushJob[],
): LogpushJob | undefined {
  return made === null
    ? jobs.find((job) => !before.includes(job.id) && matches(jobMeaning(job)))
    : jobs.find(({ id }) => id === made);
}

/**
 * The job of an interrupted run that a resource completes: the one that matches its declaration, else one of the same
 * name that nobody has changed since. A job without a name must have the same dataset and kind.
 *
 * @param jobs the zone's jobs that no state has, as far as this run has seen
 */
export function findUnfinished(
  creations: readonly InterruptedCreation[],
  jobs: readonly LogpushJob[],
  declared: Declared,
): UnfinishedJob | undefined {
  const { name, dataset, kind } = declared.settings;
  const found = creations.flatMap((creation): readonly UnfinishedJob[] => {
    const job = jobOf(creation, jobs);
    if (!job) return [];
    const action = job.dataset === dataset && job.kind === kind ? 'update' : 'replace';
    return [{ creation, job, action: isEqualJob(job, declared) ? 'none' : action }];
  });
  const isPredecessor = ({ creation, job, action }: UnfinishedJob): boolean =>
    job.name === name && (name !== '' || action === 'update') && creation.matches(jobMeaning(job));
  return found.find(({ action }) => action === 'none') ?? found.find(isPredecessor);
}

/** The zone's jobs when this run first listed them, and those of them that no state has, as far as it has seen. */
export interface ListedJobs {
  readonly listed: readonly LogpushJob[];
  readonly free: readonly LogpushJob[];
}

/** The job that an interrupted run created to replace this one. */
export function findReplacement(
  creations: readonly InterruptedCreation[],
  { listed, free }: ListedJobs,
  declared: Declared,
  jobId: number,
): UnfinishedJob | undefined {
  const old = listed.filter(({ id }) => id === jobId);
  const meanings = [declaredMeaning(declared), ...old.map(jobMeaning)];
  const replacements = creations.filter(({ matches }) => meanings.some(matches));
  return findUnfinished(replacements, free, declared);
}

/** A job, the name of its record, and whether an interrupted run created it. */
interface MadeJob {
  readonly job: LogpushJob;
  readonly token: string;
  readonly isCompleted: boolean;
  /** What was sent. */
  readonly sent: LogpushJobInput;
}

/**
 * Creates a job, even if an identical one exists: that one belongs to somebody else. A job that an interrupted run of
 * this configuration created is completed instead.
 *
 * @returns undefined when the service answers with a job that was there before, which a diagnostic says
 */
export async function createJob(
  client: Configured,
  declared: Declared,
  challenge: Pick<LogpushJobInput, 'ownership_challenge'>,
  call: Pick<Call, 'signal' | 'log' | 'diagnostics'>,
): Promise<MadeJob | undefined> {
  return new Creation(client, declared, challenge, call).run();
}

/** The creation of one job. */
class Creation {
  readonly #jobs: JobRegistry;

  constructor(
    private readonly client: Configured,
    private readonly declared: Declared,
    private readonly challenge: Pick<LogpushJobInput, 'ownership_challenge'>,
    private readonly call: Pick<Call, 'signal' | 'log' | 'diagnostics'>,
  ) {
    this.#jobs = client.runState.of(JobRegistry);
  }

  async run(): Promise<MadeJob | undefined> {
    const completed = await this.#jobs.runExclusive(this.declared.zoneId, () => this.#completeLeftOver());
    return completed ?? this.#jobs.createAlone(this.declared, () => this.#post());
  }

  readonly #list = (): Promise<readonly LogpushJob[]> =>
    this.client.api.listLogpushJobs(this.declared.zoneId, { signal: this.call.signal });

  /** Completes what an interrupted run left over. @returns undefined when a job has to be created */
  async #completeLeftOver(): Promise<MadeJob | undefined> {
    const { creationRecords } = this.client;
    const { zoneId } = this.declared;
    // The list comes second: the provider of that run may be about to end, with a creation under way.
    const interrupted = await creationRecords.interrupted(zoneId, this.call.signal);
    if (interrupted.length === 0) return undefined;
    const ended = interrupted.map(({ token }) => token);
    let jobs = await this.#jobs.atApply.listed(zoneId, ended, this.call.signal, this.#list);
    const isFree = ({ id }: LogpushJob): boolean => {
      const { isInState, isCompleted } = this.#jobs.job(zoneId, id);
      return !isInState && !isCompleted;
    };
    const find = (): UnfinishedJob | undefined =>
      findUnfinished(interrupted, jobs.filter(isFree), this.declared);
    let unfinished = find();
    if (unfinished !== undefined && unfinished.action !== 'none') {
      // What somebody has changed since the list was asked for must be neither changed nor deleted.
      jobs = await this.#list();
      unfinished = find();
    }
    const completed = unfinished && (await this.#complete(unfinished));
    // A creation whose object does not exist took no effect, or somebody deleted the object.
    if (!completed)
      for (const creation of interrupted)
        if (!jobOf(creation, jobs)) creationRecords.remove(zoneId, creation.token);
    return completed;
  }

  /**
   * Takes over the job of an interrupted run and updates it if the configuration has changed since. A job that no update
   * can change is deleted.
   *
   * @returns undefined when a job has to be created
   */
  async #complete({ creation, job, action }: UnfinishedJob): Promise<MadeJob | undefined> {
    const { api, creationRecords } = this.client;
    const { zoneId, destination, settings } = this.declared;
    const { signal, log } = this.call;
    const token = creationRecords.take(creation, job.id);
    if (token === undefined) return undefined;
    if (action === 'replace') {
      await api.deleteLogpushJob(zoneId, job.id, { signal });
      creationRecords.remove(zoneId, token);
      return undefined;
    }
    this.#jobs.job(zoneId, job.id).isCompleted = true;
    log('info', 'the log push job of an interrupted run is taken', { job_id: job.id });
    if (action === 'none') return { job, token, isCompleted: true, sent: {} };
    const moves = !sameDestination(job.destination_conf, destination);
    const body = {
      ...changedSettings(settingsOf(job), settings),
      ...(moves && { destination_conf: destination, ...this.challenge }),
    };
    const secrets = destinationSecrets(destination);
    const changed = await api.updateLogpushJob(zoneId, job, body, { signal, secrets });
    creationRecords.made(token, job.id, declaredMeaning(this.declared));
    return { job: changed, token, isCompleted: true, sent: body };
  }

  /**
   * Sends the creation, which is never repeated: when its answer is lost, the creation made the job that exists then and
   * did not before. After an answer with another job the record stays: what was made all the same, the next run completes.
   */
  async #post(): Promise<MadeJob | undefined> {
    const { api, creationRecords } = this.client;
    const { zoneId, destination, settings } = this.declared;
    const { signal, log, diagnostics } = this.call;
    const known = await this.#jobs.atApply.idsOf(zoneId, signal, this.#list);
    const body = { ...newJob(settings), destination_conf: destination, ...this.challenge };
    const token = creationRecords.open(zoneId, declaredMeaning(this.declared), known);
    const wasThere = (id: number): boolean => known.includes(id) || !this.#jobs.atApply.add(zoneId, id);
    const refuse = async (id: number): Promise<undefined> => {
      const zone = await zoneInMessages({ api, zoneId, signal });
      return void diagnostics.error(PROBLEM.job_there_before(zone, id));
    };
    const made = (job: LogpushJob): MadeJob | Promise<undefined> => {
      if (wasThere(job.id)) return refuse(job.id);
      creationRecords.made(token, job.id);
      return { job, token, isCompleted: false, sent: body };
    };
    try {
      return await made(await api.createLogpushJob(zoneId, body, { signal }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const id = Number(error.accepted?.id);
      if (id > 0 && wasThere(id)) return refuse(id);
      if (id > 0) creationRecords.made(token, id);
      else if (error.outcome !== 'unknown') creationRecords.remove(zoneId, token);
      else if (!signal.aborted) {
        const now = await this.#list().catch(() => []);
        const job = now.find((one) => !known.includes(one.id) && isEqualJob(one, this.declared));
        if (job) {
          log('info', 'the answer was lost, and the log push job was made', { job_id: job.id });
          return await made(job);
        }
      }
      throw error;
    }
  }
}

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
  const before = state.kept_settings ?? [];
  const isNew = (name: string): boolean => isInOutput(name) && !before.includes(name);
  const goes = settings.output_options === null && job.kept.some(isNew);
  const changes = [
    ...changesOf(state, settingsOf(job, state)).filter(({ name }) => name in wanted),
    ...(goes ? [{ name: 'kept_settings', expected: before, found: job.kept }] : []),
  ];
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

/** Whether what is kept goes with `output_options`. @param name of `kept_settings` */
export function isInOutput(name: string): boolean {
  return name.startsWith('output_options.');
}

/** Compares the answer to a write with the plan. @param written the names of the members that were sent */
function changedMeanwhile(
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
