import { destinationSecrets, sameDestination } from '../../../schema';
import { ServiceError, type LogpushJob, type LogpushJobInput } from '../../api';
import type { InterruptedCreation } from '../../records/creation-records';
import type { Call } from '../../sdk/framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { JobRegistry } from './job-registry';
import { PROBLEM, type Completion } from './problems';
import {
  changedSettings,
  declaredMeaning,
  hasSettings,
  jobMeaning,
  newJob,
  settingsOf,
  type Declared,
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
