import {
  destinationSecrets,
  isKnown,
  logpushJobSchema,
  shownDestination,
  storedCredentials,
  type ConfigAtApply,
  type PlanAtApply,
} from '../../../schema';
import { ServiceError, type LogpushJob } from '../../api';
import { defineResource, type CreateCall, type MoveSource, type PrivateState } from '../../sdk/framework';
import type { Configured } from '../configured';
import { parseZoneScopedId } from '../import-id';
import { namesOrNull, namingZone, zoneInMessages } from '../messages';
import { ofAccount, shims, textOf, VENDOR, VENDOR_VERSIONS, withoutIds, zoneIn } from '../move-sources';
import { compareStored, createJob, updateJob } from './apply';
import { begin, identityOf, isOutdated, keepSent, mustBeSent, noteSent, sentBefore } from './destination';
import { JobRegistry } from './job-registry';
import { modifyPlan, writeOnlyIn } from './modify-plan';
import { jobIdMalformed, PROBLEM, refusalProblem } from './problems';
import { changedSettings, settingsIn, settingsOf, type Schema, type Settings, type State } from './settings';

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
    const destination = storedIn(plan) ?? config.destination_conf_wo;
    if (destination === null)
      throw new Error('the job has no destination, which the checks of the schema rule out');
    return explained(call, async () => {
      const declared = { zoneId: plan.zone_id, destination, settings: settingsIn(plan) as Settings };
      const unread = (error: unknown): never => {
        const id = Number(error instanceof ServiceError ? error.accepted?.id : 0);
        // The service has accepted the job, so it exists.
        if (id > 0) call.save(stateFor(plan, id, shownDestination(destination)));
        throw error;
      };
      const made = await createJob(client, declared, challengeIn(plan, config), call).catch(unread);
      if (!made) return undefined;
      const { job, token, isCompleted, sent } = made;
      begin(privateState, isCompleted);
      noteSent(privateState, storedIn(plan), destination, job.destination_conf);
      client.creationRecords.reported(token);
      await compareStored({ ...call, api: client.api }, declared, job, sent);
      return stateFor(plan, job.id, shownDestination(destination));
    });
  },

  async read({ client, state, signal, diagnostics, privateState }) {
    const { zone_id: zoneId, job_id: jobId } = state;
    if (jobId === null) return null;
    const jobs = client.runState.of(JobRegistry);
    client.creationRecords.stored(zoneId, jobId);
    const object = identityOf(state, privateState);
    if (jobs.markShown(zoneId, jobId, object, 'read'))
      diagnostics.error(PROBLEM.job_shared(await zoneInMessages({ api: client.api, zoneId, signal }), jobId));
    const job = await client.reads.getLogpushJob(zoneId, jobId, { signal });
    if (!job) {
      jobs.release(object);
      return null;
    }
    // An import stores the job's id but no settings.
    const isImported = (state as Partial<Record<keyof State, unknown>>).dataset === null;
    return {
      ...state,
      ...settingsOf(job, isImported ? undefined : (settingsIn(state) as Settings)),
      ...destinationOf(job, state, privateState),
      kept_settings: namesOrNull(job.kept),
      // Not null: the engine then lets a plan keep the value, so a token alone is no change after an import either.
      ownership_challenge: isImported ? '' : state.ownership_challenge,
    };
  },

  async update(call) {
    const { client, plan, state, config, signal, privateState } = call;
    const { zone_id: zoneId } = state;
    const jobId = state.job_id ?? 0;
    const writeOnly = writeOnlyIn(privateState, config);
    const written = storedIn(plan) ?? writeOnly.destination_conf_wo ?? undefined;
    const sent = sentBefore(privateState, state.destination_conf);
    const sends = written !== undefined && mustBeSent(sent, written, state, plan) === true;
    const destination = sends ? written : undefined;
    const settings = settingsIn(plan) as Settings;
    const body = {
      ...changedSettings(settingsIn(state) as Settings, settings),
      ...(sends && { destination_conf: destination, ...challengeIn(plan, writeOnly) }),
    };
    const shown = destination === undefined ? (state.destination ?? '') : shownDestination(destination);
    const stored = stateFor(plan, jobId, shown);
    // The version of a write-only destination changes without one that is sent: ignore_changes keeps it from being sent.
    const { destination_conf_wo_version: version } = plan;
    const accepts =
      written === undefined && version !== null && version !== state.destination_conf_wo_version;
    const note = ({ destination_conf: answered }: LogpushJob): void => {
      if (destination !== undefined) noteSent(privateState, stored.destination_conf, destination, answered);
      else if (accepts && sent?.isAnswer(answered) === false)
        noteSent(privateState, null, answered, answered);
    };
    if (Object.keys(body).length === 0) {
      keepSent(privateState, state.destination_conf, stored.destination_conf);
      const job = accepts ? await client.api.getLogpushJob(zoneId, jobId, { signal }) : undefined;
      if (job) note(job);
      return stored;
    }
    return explained(call, async () => {
      const secrets = [state.destination_conf, config.destination_conf, config.destination_conf_wo].flatMap(
        (text) => destinationSecrets(text ?? ''),
      );
      const job = await updateJob(call, { state, sent, settings, destination, body }, secrets);
      if (!job) return undefined;
      keepSent(privateState, state.destination_conf, stored.destination_conf);
      note(job);
      return stored;
    });
  },

  async delete({ client, state, signal, diagnostics }) {
    const { zone_id: zoneId, job_id: jobId } = state;
    if (jobId === null) return;
    if (client.runState.of(JobRegistry).job(zoneId, jobId).isCompleted) {
      const zone = await zoneInMessages({ api: client.api, zoneId, signal });
      diagnostics.warning(PROBLEM.job_of_another(zone, jobId));
    } else await client.api.deleteLogpushJob(zoneId, jobId, { signal });
  },

  onStoredState({ runState, creationRecords }, { zone_id: zoneId, job_id: jobId }) {
    if (typeof zoneId !== 'string' || typeof jobId !== 'number') return;
    runState.of(JobRegistry).job(zoneId, jobId).isInState = true;
    // Without a refresh, nothing else shows this object, and no other object may complete its job.
    creationRecords.stored(zoneId, jobId);
  },

  modifyPlan,

  moveSources: moveSources(),

  async importState({ id, isMoved, client, diagnostics, signal, privateState }) {
    const read = parseImportId(id);
    if (!read) return void diagnostics.error(jobIdMalformed(id));
    if (!client) return void diagnostics.error(PROBLEM.import_too_early());
    const { zoneId, jobId, version } = read;
    const job = await client.reads.getLogpushJob(zoneId, jobId, { signal });
    if (!job) {
      const others = (await client.reads.listLogpushJobs(zoneId, { signal })).map((other) => other.id);
      const zone = await zoneInMessages({ api: client.api, zoneId, signal });
      return void diagnostics.error(PROBLEM.import_missing(zone, jobId, others, isMoved));
    }
    const { destination_conf: answered } = job;
    begin(privateState, true);
    noteSent(privateState, version === undefined ? answered : null, answered, answered);
    const known = {
      zone_id: zoneId,
      job_id: jobId,
      destination: shownDestination(answered),
      taken_over: true,
    };
    if (version !== undefined) return { ...known, destination_conf_wo_version: version };
    // The state of a moved object may have had it before; if the configuration keeps it out, apply removes it.
    if (!isMoved) client.runState.of(JobRegistry).job(zoneId, jobId).isImportedOpenly = true;
    return { ...known, destination_conf: answered };
  },
});

/** Reports a refusal of the service on the attribute that it names. */
async function explained(
  call: Pick<CreateCall<Schema, Configured>, 'client' | 'config' | 'diagnostics' | 'signal'>,
  write: () => Promise<State | undefined>,
): Promise<State | undefined> {
  try {
    return await write();
  } catch (error) {
    const { client, config, diagnostics, signal } = call;
    const problem = refusalProblem(await namingZone(error, { api: client.api, signal }), config);
    if (!problem) throw error;
    return void diagnostics.error(problem);
  }
}

/** What is left to the provider is planned too, and known at apply. */
const stateFor = (plan: Planned, job_id: number, destination: string): State => ({
  ...(plan as State),
  ...{ job_id, destination },
});

/**
 * The current destination. The version of a write-only one that has changed becomes null, so that the plan shows it.
 */
function destinationOf(
  job: LogpushJob,
  { destination, destination_conf: stored, destination_conf_wo_version }: State,
  privateState: PrivateState,
): Pick<State, 'destination' | 'destination_conf' | 'destination_conf_wo_version'> {
  const { destination_conf: answered } = job;
  if (!isOutdated(sentBefore(privateState, stored), stored, answered))
    return { destination, destination_conf: stored, destination_conf_wo_version };
  const shown = shownDestination(answered);
  if (stored === null)
    return { destination: shown, destination_conf: null, destination_conf_wo_version: null };
  keepSent(privateState, stored, answered);
  return { destination: shown, destination_conf: answered, destination_conf_wo_version };
}

/** The plan always knows it at apply. */
const storedIn = ({ destination_conf: stored }: Planned): string | null => (isKnown(stored) ? stored : null);

function challengeIn(
  { ownership_challenge: planned }: Planned,
  { ownership_challenge_wo: writeOnly }: Pick<Written, 'ownership_challenge_wo'>,
): { readonly ownership_challenge?: string } {
  // An import leaves empty text.
  const token = (isKnown(planned) && planned !== '' ? planned : writeOnly) ?? '';
  return token === '' ? {} : { ownership_challenge: token };
}

/**
 * Parses an import id: `<zone id>/<job id>`, followed by `/<version>` when the destination is write-only and stays out of the
 * state. Undefined when malformed.
 */
export function parseImportId(
  id: string,
): { readonly zoneId: string; readonly jobId: number; readonly version: number | undefined } | undefined {
  const { zoneId = '', parts = [] } = parseZoneScopedId(id, ['logpush', 'jobs']) ?? {};
  const isCount = (text: string): boolean =>
    /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
  const [jobId, version] = parts.map(Number);
  if (jobId === undefined || parts.length > 2 || !parts.every(isCount)) return undefined;
  return { zoneId, jobId, version };
}

/** What can be moved to `zone_logpush_job`. */
function moveSources(): readonly MoveSource<State>[] {
  const identified = (ids: readonly unknown[]) => {
    const importId = ids.map(textOf).join('/');
    const { zoneId, jobId } = (zoneIn(ids[0]) !== undefined && parseImportId(importId)) || {};
    return zoneId === undefined || jobId === undefined
      ? undefined
      : { importId, known: { zone_id: zoneId, job_id: jobId } };
  };
  return [
    {
      type: 'cloudflare_logpush_job',
      providers: VENDOR,
      versions: VENDOR_VERSIONS,
      identify: ({ zone_id: zone, account_id: account, id }) => {
        if (textOf(zone) === '' && textOf(account) !== '')
          return ofAccount('cloudflare_logpush_job', account);
        return identified([zone, id]) ?? withoutIds('cloudflare_logpush_job');
      },
    },
    ...shims<State>('zone_id and job_id', (held) =>
      identified([
        held['zone_id'],
        ...[held['job_id'], held['destination_conf_wo_version']].filter(
          (id) => id !== undefined && id !== null,
        ),
      ]),
    ),
  ];
}
