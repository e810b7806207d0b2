import {
  destinationSecrets,
  logpushJobSchema,
  shownDestination,
  type ConfigOf,
  type PlannedOf,
} from '../../../schema';
import type { LogpushJob } from '../../api';
import { defineResource, type Diagnostics } from '../../framework';
import type { Configured } from '../configured';
import { createJob } from './create-job';
import { deliversElsewhere, mustBeSent, rememberDestination, writtenDestination } from './destination';
import { importIdMalformed, importTooEarly, nothingToImport, parseImportId } from './import-id';
import { lookAtPlan } from './look-at-plan';
import { newOwnerToken, ownerToken, setOwnerToken } from './owner-token';
import { refusalProblem } from './refusal';
import { changedSettings, settingsIn, settingsOf, type Schema, type Settings, type State } from './settings';
import { updateJob } from './write-job';

type Planned = PlannedOf<Schema>;
type Written = ConfigOf<Schema>;

/** A log push job of a zone (spec 2.8, 4.4; facts 1). */
export const logpushJob = defineResource<Schema, Configured>({
  schema: logpushJobSchema,

  async create(call) {
    const { client, plan, config, diagnostics, private: facts } = call;
    const destination = destinationIn(config);
    const settings = settingsIn(plan) as Settings;
    return explained(config, diagnostics, async () => {
      const declared = { zoneId: plan.zone_id, destination, settings };
      const { job, token } = await createJob(client, declared, challengeIn(config), call);
      setOwnerToken(facts, token);
      rememberDestination(facts, destination, job.destination_conf);
      client.creationRecords.told(token);
      return stateFor(plan, job.id, shownDestination(destination));
    });
  },

  async read({ client, state, signal, diagnostics, private: facts }) {
    const { zone_id: zoneId, job_id: jobId } = state;
    if (jobId === null) return null;
    const token = ownerToken(facts);
    client.creationRecords.stored(zoneId, jobId, token);
    // One of an older provider cannot be told from itself before its plan.
    const shared = token && client.jobRegistry.note(zoneId, jobId, token, 'read');
    if (shared) diagnostics.error(shared);
    const job = await client.api.getLogpushJob(zoneId, jobId, { signal });
    if (!job) return null;
    return {
      ...state,
      ...settingsOf(job, isImported(state) ? undefined : (settingsIn(state) as Settings)),
      ...destinationOf(job, state, deliversElsewhere(facts, job.destination_conf)),
      // In place of a value the engine lets a plan keep it, so that a token alone is no change after an import either.
      ownership_challenge: isImported(state) ? '' : state.ownership_challenge,
    };
  },

  async update(call) {
    const { plan, state, config, diagnostics, private: facts } = call;
    const jobId = state.job_id ?? 0;
    const destination = destinationIn(config);
    const sent = mustBeSent(facts, destination, state, plan) === true;
    const body = {
      ...changedSettings(settingsIn(state) as Settings, settingsIn(plan) as Settings),
      ...(sent && { destination_conf: destination, ...challengeIn(config) }),
    };
    const shown = sent ? shownDestination(destination) : (state.destination ?? shownDestination(destination));
    if (Object.keys(body).length === 0) return stateFor(plan, jobId, shown);
    return explained(config, diagnostics, async () => {
      const planned = { settings: settingsIn(plan) as Settings, destination: sent ? destination : undefined };
      const job = await updateJob(call, planned, body, destinationSecrets(destination));
      if (!job) return undefined;
      if (sent) rememberDestination(facts, destination, job.destination_conf);
      return stateFor(plan, jobId, shown);
    });
  },

  async delete({ client, state, signal }) {
    const { zone_id: zoneId, job_id: jobId } = state;
    if (jobId !== null) await client.api.deleteLogpushJob(zoneId, jobId, { signal });
  },

  noteStored({ jobRegistry }, { zone_id: zoneId, job_id: jobId }) {
    if (typeof zoneId === 'string' && typeof jobId === 'number') jobRegistry.markInState(zoneId, jobId);
  },

  modifyPlan: lookAtPlan,

  async importState({ id, client, diagnostics, signal, private: facts }) {
    const read = parseImportId(id);
    if (!read) return void diagnostics.error(importIdMalformed(id));
    if (!client) return void diagnostics.error(importTooEarly());
    const { zoneId, jobId, version } = read;
    const job = await client.api.getLogpushJob(zoneId, jobId, { signal });
    if (!job) {
      const others = await client.api.listLogpushJobs(zoneId, { signal });
      return void diagnostics.error(
        nothingToImport(
          zoneId,
          jobId,
          others.map((other) => other.id),
        ),
      );
    }
    setOwnerToken(facts, newOwnerToken());
    rememberDestination(facts, job.destination_conf, job.destination_conf);
    const destination = shownDestination(job.destination_conf);
    const known = { zone_id: zoneId, job_id: jobId, destination, taken_over: true };
    if (version !== undefined) return { ...known, destination_conf_wo_version: version };
    client.jobRegistry.importOpenly(zoneId, jobId);
    return { ...known, destination_conf: job.destination_conf };
  },
});

/** Reports what the service refuses on the attribute that it names. */
async function explained(
  config: Written,
  diagnostics: Diagnostics,
  write: () => Promise<State | undefined>,
): Promise<State | undefined> {
  try {
    return await write();
  } catch (error) {
    const problem = refusalProblem(error, config);
    if (!problem) throw error;
    diagnostics.error(problem);
    return undefined;
  }
}

function stateFor(plan: Planned, jobId: number, destination: string): State {
  // What is left to the provider is planned, too, and known by now.
  return { ...(plan as State), job_id: jobId, destination };
}

/** The destination as it stands now. A write-only one that is another loses its version, so that the plan shows it. */
function destinationOf(
  job: LogpushJob,
  state: State,
  isElsewhere: boolean,
): Pick<State, 'destination' | 'destination_conf' | 'destination_conf_wo_version'> {
  const { destination, destination_conf, destination_conf_wo_version } = state;
  if (!isElsewhere) return { destination, destination_conf, destination_conf_wo_version };
  return {
    destination: shownDestination(job.destination_conf),
    destination_conf: destination_conf === null ? null : job.destination_conf,
    destination_conf_wo_version: null,
  };
}

/** An import has told which job it is, and no setting of it. */
function isImported(state: State): boolean {
  return (state as Partial<Record<keyof State, unknown>>).dataset === null;
}

/** @throws Error when there is none, which the schema's rules exclude */
function destinationIn(config: Written): string {
  const written = writtenDestination(config);
  if (typeof written === 'string') return written;
  throw new Error('the job has no destination');
}

function challengeIn(config: Written): { readonly ownership_challenge?: string } {
  const token = config.ownership_challenge ?? config.ownership_challenge_wo ?? '';
  return token === '' ? {} : { ownership_challenge: token };
}
