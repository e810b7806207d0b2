import { destinationSecrets, sameDestination } from '../../../schema';
import { ServiceError, type LogpushJob, type LogpushJobInput } from '../../api';
import type { InterruptedCreation } from '../../records/creation-records';
import type { Call } from '../../sdk/framework';
import type { Configured } from '../configured';
import { declaredMeaning, type Declared, changedSettings, newJob, settingsOf } from './settings';
import { findUnfinished, isEqualJob, jobOf, type UnfinishedJob } from './unfinished-job';
import { JobRegistry } from './job-registry';

type Context = Pick<Call, 'signal' | 'log'>;

/** A job, the name of its record, and whether an interrupted run created it. */
export interface MadeJob {
  readonly job: LogpushJob;
  readonly token: string;
  readonly isCompleted: boolean;
}

/**
 * Creates a job, even if an identical one exists: that one belongs to somebody else. A job that an interrupted run of
 * this configuration created is completed instead.
 */
export async function createJob(
  client: Configured,
  declared: Declared,
  challenge: Pick<LogpushJobInput, 'ownership_challenge'>,
  call: Context,
): Promise<MadeJob> {
  const jobs = client.runState.of(JobRegistry);
  const completed = await jobs.runExclusive(declared.zoneId, () =>
    completeLeftOver(client, declared, challenge, call),
  );
  return completed ?? jobs.createAlone(declared, () => post(client, declared, challenge, call));
}

/** Completes what an interrupted run left over. @returns undefined when a job has to be created */
async function completeLeftOver(
  client: Configured,
  declared: Declared,
  challenge: Pick<LogpushJobInput, 'ownership_challenge'>,
  call: Context,
): Promise<MadeJob | undefined> {
  const { api, runState, creationRecords } = client;
  const { zoneId } = declared;
  // The list comes second: the provider of that run may be about to end, with a creation under way.
  const interrupted = await creationRecords.interrupted(zoneId, call.signal);
  if (interrupted.length === 0) return undefined;
  const ended = interrupted.map(({ token }) => token);
  const list = (): Promise<readonly LogpushJob[]> => api.listLogpushJobs(zoneId, { signal: call.signal });
  let jobs = await runState.of(JobRegistry).listedSince(zoneId, ended, call.signal, list);
  const find = (): UnfinishedJob | undefined => {
    const free = ({ id }: LogpushJob): boolean =>
      !runState.of(JobRegistry).isInState(zoneId, id) && !runState.of(JobRegistry).isCompleted(zoneId, id);
    return findUnfinished(interrupted, jobs.filter(free), declared);
  };
  let unfinished = find();
  if (unfinished !== undefined && unfinished.action !== 'none') {
    // What somebody has changed since the list was asked for must be neither changed nor deleted.
    jobs = await list();
    unfinished = find();
  }
  const completed = unfinished && (await complete(client, unfinished, declared, challenge, call));
  if (!completed) forgetWithoutEffect(client, interrupted, jobs);
  return completed;
}

/**
 * Takes over the job of an interrupted run and updates it if the configuration has changed since. A job that no update
 * can change is deleted.
 *
 * @returns undefined when a job has to be created
 */
async function complete(
  { api, runState, creationRecords }: Configured,
  { creation, job, action }: UnfinishedJob,
  declared: Declared,
  challenge: Pick<LogpushJobInput, 'ownership_challenge'>,
  { signal, log }: Context,
): Promise<MadeJob | undefined> {
  const { zoneId, destination, settings } = declared;
  const token = creationRecords.take(creation, job.id);
  if (token === undefined) return undefined;
  if (action === 'replace') {
    await api.deleteLogpushJob(zoneId, job.id, { signal });
    creationRecords.remove(zoneId, token);
    return undefined;
  }
  runState.of(JobRegistry).markCompleted(zoneId, job.id);
  log('info', 'the log push job of an interrupted run is taken', { job_id: job.id });
  if (action === 'none') return { job, token, isCompleted: true };
  const body = {
    ...changedSettings(settingsOf(job), settings),
    ...(!sameDestination(job.destination_conf, destination) && {
      destination_conf: destination,
      ...challenge,
    }),
  };
  const secrets = destinationSecrets(destination);
  const changed = await api.updateLogpushJob(zoneId, job, body, { signal, secrets });
  creationRecords.made(token, job.id, declaredMeaning(declared));
  return { job: changed, token, isCompleted: true };
}

/** A creation whose object does not exist took no effect, or somebody deleted the object. */
function forgetWithoutEffect(
  { creationRecords }: Configured,
  creations: readonly InterruptedCreation[],
  jobs: readonly LogpushJob[],
): void {
  for (const creation of creations)
    if (!jobOf(creation, jobs)) creationRecords.remove(creation.record.zoneId, creation.token);
}

/**
 * Sends the creation, which is never repeated: when its answer is lost, the creation made the job that exists then and
 * did not before.
 */
async function post(
  { api, creationRecords, runState }: Configured,
  declared: Declared,
  challenge: Pick<LogpushJobInput, 'ownership_challenge'>,
  { signal, log }: Context,
): Promise<MadeJob> {
  const { zoneId, destination, settings } = declared;
  const jobs = runState.of(JobRegistry);
  const known = await jobs.idsBefore(zoneId, signal, () => api.listLogpushJobs(zoneId, { signal }));
  const body = { ...newJob(settings), destination_conf: destination, ...challenge };
  const token = creationRecords.open(zoneId, declaredMeaning(declared), known);
  try {
    const job = await api.createLogpushJob(zoneId, body, { signal });
    jobs.markCreated(zoneId, job.id);
    creationRecords.made(token, job.id);
    return { job, token, isCompleted: false };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.outcome !== 'unknown') creationRecords.remove(zoneId, token);
    else if (!signal.aborted) {
      const now = await api.listLogpushJobs(zoneId, { signal }).catch(() => []);
      const job = now.find((one) => !known.includes(one.id) && isEqualJob(one, declared));
      if (job) {
        log('info', 'the answer was lost, and the log push job was made', { job_id: job.id });
        jobs.markCreated(zoneId, job.id);
        creationRecords.made(token, job.id);
        return { job, token, isCompleted: false };
      }
    }
    throw error;
  }
}
