import {
  destinationSecrets,
  isKnown,
  logpushJobSchema,
  shownDestination,
  storedCredentials,
  type ConfigAtApply,
  type PlanAtApply,
} from '../../../schema';
import type { LogpushJob } from '../../api';
import { defineResource, type Diagnostics, type PrivateState } from '../../sdk/framework';
import type { Configured } from '../configured';
import { namesOrNull, namingZone, zoneInMessages } from '../messages';
import { createJob } from './create-job';
import { isOutdated, mustBeSent } from './destination';
import { jobIdMalformed, importTooEarly, nothingToImport, parseImportId, jobMoveSources } from './import-id';
import { planJob } from './plan-job';
import {
  beginAnew,
  identityOf,
  keepSent,
  markObject,
  noteSent,
  sentBefore,
  shorten,
  writeOnlyIn,
} from './private-state';
import { jobOfAnother, jobShared } from './ownership-problems';
import { refusalProblem, updateJob } from './write-job';
import { changedSettings, settingsIn, settingsOf, type Schema, type Settings, type State } from './settings';
import { JobRegistry } from './job-registry';

type Planned = PlanAtApply<Schema>;
type Written = ConfigAtApply<Schema>;

/** A log push job of a zone (docs/internals/service.md 5.2, 5.1, 5). */
export const logpushJob = defineResource<Schema, Configured>({
  schema: logpushJobSchema,

  identity: ['zone_id', 'job_id'],

  validate({ destination_conf: stored }, diagnostics) {
    const found = isKnown(stored) ? storedCredentials(stored) : undefined;
    // Without a path: with one, the engine would print the line that holds the secret.
    if (found) diagnostics.warning(found);
  },

  async create(call) {
    const { client, plan, config, privateState } = call;
    const destination = destinationIn(plan, config);
    const settings = settingsIn(plan) as Settings;
    return explained(call, async () => {
      const declared = { zoneId: plan.zone_id, destination, settings };
      const { job, token, isCompleted } = await createJob(client, declared, challengeIn(plan, config), call);
      beginAnew(privateState, isCompleted);
      noteSent(privateState, storedDestinationIn(plan), destination, job.destination_conf);
      client.creationRecords.reported(token);
      return stateFor(plan, job.id, shownDestination(destination));
    });
  },

  async read({ client, state, signal, diagnostics, privateState }) {
    const { zone_id: zoneId, job_id: jobId } = state;
    if (jobId === null) return null;
    const object = identityOf(state, privateState);
    client.creationRecords.stored(zoneId, jobId);
    if (object && client.runState.of(JobRegistry).markOutcome(zoneId, jobId, object, 'read'))
      diagnostics.error(jobShared(await zoneInMessages({ api: client.api, zoneId, signal }), jobId));
    const job = await client.reads.getLogpushJob(zoneId, jobId, { signal });
    if (!job) {
      if (object) client.runState.of(JobRegistry).release(object);
      return null;
    }
    return {
      ...state,
      ...settingsOf(job, isImported(state) ? undefined : (settingsIn(state) as Settings)),
      ...destinationOf(job, state, privateState),
      kept_settings: namesOrNull(job.kept),
      // Not null: the engine then lets a plan keep the value, so a token alone is no change after an import either.
      ownership_challenge: isImported(state) ? '' : state.ownership_challenge,
    };
  },

  async update(call) {
    const { client, plan, state, config, signal, privateState } = call;
    const { zone_id: zoneId } = state;
    const jobId = state.job_id ?? 0;
    const writeOnly = writeOnlyIn(privateState, config);
    const destination = storedDestinationIn(plan) ?? writeOnly.destination_conf_wo ?? undefined;
    const before = sentBefore(privateState, state.destination_conf);
    const sent = destination !== undefined && mustBeSent(before, destination, state, plan) === true;
    const body = {
      ...changedSettings(settingsIn(state) as Settings, settingsIn(plan) as Settings),
      ...(sent && { destination_conf: destination, ...challengeIn(plan, writeOnly) }),
    };
    const stored = stateFor(plan, jobId, sent ? shownDestination(destination) : (state.destination ?? ''));
    const accepts = destination === undefined && versionChanges(state, plan);
    const note = (job: LogpushJob | undefined): void => {
      shorten(privateState, state, stored.destination_conf);
      if (sent && job) noteSent(privateState, stored.destination_conf, destination, job.destination_conf);
      // ignore_changes keeps the configured one from being sent.
      else if (accepts && job && before?.isAnswer(job.destination_conf) === false)
        noteSent(privateState, stored.destination_conf, job.destination_conf, job.destination_conf);
    };
    if (Object.keys(body).length === 0) {
      const job = accepts ? await client.api.getLogpushJob(zoneId, jobId, { signal }) : undefined;
      note(job);
      return stored;
    }
    return explained(call, async () => {
      const job = await updateJob(
        call,
        { settings: settingsIn(plan) as Settings, destination: sent ? destination : undefined },
        body,
        [state.destination_conf, config.destination_conf, config.destination_conf_wo].flatMap((text) =>
          destinationSecrets(text ?? ''),
        ),
      );
      if (!job) return undefined;
      note(job);
      return stored;
    });
  },

  async delete({ client, state, signal, diagnostics }) {
    const { zone_id: zoneId, job_id: jobId } = state;
    if (jobId === null) return;
    if (client.runState.of(JobRegistry).isCompleted(zoneId, jobId))
      return void diagnostics.warning(
        jobOfAnother(await zoneInMessages({ api: client.api, zoneId, signal }), jobId),
      );
    await client.api.deleteLogpushJob(zoneId, jobId, { signal });
  },

  onStoredState({ runState, creationRecords }, { zone_id: zoneId, job_id: jobId }) {
    if (typeof zoneId !== 'string' || typeof jobId !== 'number') return;
    runState.of(JobRegistry).markInState(zoneId, jobId);
    // Without a refresh, nothing else shows this object, and no other object may complete its job.
    creationRecords.stored(zoneId, jobId);
  },

  modifyPlan: planJob,

  moveSources: jobMoveSources,

  async importState({ id, isMoved, client, diagnostics, signal, privateState }) {
    const read = parseImportId(id);
    if (!read) return void diagnostics.error(jobIdMalformed(id));
    if (!client) return void diagnostics.error(importTooEarly());
    const { zoneId, jobId, version } = read;
    const job = await client.reads.getLogpushJob(zoneId, jobId, { signal });
    if (!job) {
      const others = await client.reads.listLogpushJobs(zoneId, { signal });
      return void diagnostics.error(
        nothingToImport(
          await zoneInMessages({ api: client.api, zoneId, signal }),
          jobId,
          others.map((other) => other.id),
          isMoved,
        ),
      );
    }
    markObject(privateState);
    const stored = version === undefined ? job.destination_conf : null;
    noteSent(privateState, stored, job.destination_conf, job.destination_conf);
    const destination = shownDestination(job.destination_conf);
    const known = { zone_id: zoneId, job_id: jobId, destination, taken_over: true };
    if (version !== undefined) return { ...known, destination_conf_wo_version: version };
    // The state of a moved object may have had it before; if the configuration keeps it out, apply removes it.
    if (!isMoved) client.runState.of(JobRegistry).markImportedOpenly(zoneId, jobId);
    return { ...known, destination_conf: job.destination_conf };
  },
});

interface WriteCall {
  readonly client: Configured;
  readonly config: Written;
  readonly diagnostics: Diagnostics;
  readonly signal: AbortSignal;
}

/** Reports a refusal of the service on the attribute that it names. */
async function explained(
  { client, config, diagnostics, signal }: WriteCall,
  write: () => Promise<State | undefined>,
): Promise<State | undefined> {
  try {
    return await write();
  } catch (error) {
    const problem = refusalProblem(await namingZone(error, { api: client.api, signal }), config);
    if (!problem) throw error;
    diagnostics.error(problem);
    return undefined;
  }
}

function stateFor(plan: Planned, jobId: number, destination: string): State {
  // What is left to the provider is planned too, and known at apply.
  return { ...(plan as State), job_id: jobId, destination };
}

/** Whether the version of a write-only destination changes without a destination being sent. */
function versionChanges(before: State, { destination_conf_wo_version: version }: Planned): boolean {
  return version !== null && version !== before.destination_conf_wo_version;
}

/**
 * The current destination. The version of a write-only one that has changed becomes null, so that the plan shows it.
 */
function destinationOf(
  job: LogpushJob,
  state: State,
  privateState: PrivateState,
): Pick<State, 'destination' | 'destination_conf' | 'destination_conf_wo_version'> {
  const { destination, destination_conf: stored, destination_conf_wo_version } = state;
  if (!isOutdated(sentBefore(privateState, stored), stored, job.destination_conf))
    return { destination, destination_conf: stored, destination_conf_wo_version };
  if (stored !== null) keepSent(privateState, stored, job.destination_conf);
  return {
    destination: shownDestination(job.destination_conf),
    destination_conf: stored === null ? null : job.destination_conf,
    destination_conf_wo_version: stored === null ? null : destination_conf_wo_version,
  };
}

/** Whether the state comes from an import, which stores the job's id but no settings. */
function isImported(state: State): boolean {
  return (state as Partial<Record<keyof State, unknown>>).dataset === null;
}

/** @throws Error when there is none, which the schema's checks rule out */
function destinationIn(
  plan: Planned,
  { destination_conf_wo: writeOnly }: Pick<Written, 'destination_conf_wo'>,
): string {
  const written = storedDestinationIn(plan) ?? writeOnly;
  if (written !== null) return written;
  throw new Error('the job has no destination');
}

/** The plan always knows it at apply. */
function storedDestinationIn({ destination_conf: stored }: Planned): string | null {
  return isKnown(stored) ? stored : null;
}

function challengeIn(
  { ownership_challenge: planned }: Planned,
  { ownership_challenge_wo: writeOnly }: Pick<Written, 'ownership_challenge_wo'>,
): { readonly ownership_challenge?: string } {
  // An import leaves empty text.
  const token = (isKnown(planned) && planned !== '' ? planned : writeOnly) ?? '';
  return token === '' ? {} : { ownership_challenge: token };
}
