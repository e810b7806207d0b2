import { isKnown, isUnknown, logpushJobSchema, type PathStep } from '../../../schema';
import { type ServiceError, type Validation } from '../../api';
import type { ModifyPlanCall, PrivateState } from '../../sdk/framework';
import { importBlock } from '../suggested-blocks';
import type { Configured } from '../configured';
import { namingZone, zoneInMessages } from '../messages';
import { isRefusal, noteEvidence, refusedAtPlan } from '../proofs';
import type { ListedJobs } from './apply';
import { destinationAttribute, identityOf, sentBefore, writtenDestination } from './destination';
import { JobRegistry } from './job-registry';
import { findFields, type FoundFields } from './log-fields';
import { declaredIn, knownSettings, planJob, type JobPlan, type Plan } from './plan';
import { PROBLEM } from './problems';
import { newJob, settingsIn, type Schema, type Settings, type State } from './settings';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/** Private state of a plan: the object of the state, which the plan of its successor then knows. */
const OBJECT = 'plan:object';

/** Private state of a plan: the write-only attributes that it lacks. */
const LEFT_OUT = 'plan:left_out';

const WRITE_ONLY = ['destination_conf_wo', 'ownership_challenge_wo'] as const;

/** The write-only attributes of a configuration, which no plan stores. */
type WriteOnly<V> = Readonly<Record<(typeof WRITE_ONLY)[number], V>>;

/**
 * What an update may read from the configuration: the write-only attributes that its plan also had. Only the plan lacks the
 * attributes that `ignore_changes` lists: the configuration at apply has them again.
 */
export function writeOnlyIn(
  privateState: PrivateState,
  config: WriteOnly<string | null>,
): WriteOnly<string | null> {
  const leftOut = privateState.fromPlan(LEFT_OUT);
  const taken = (name: keyof WriteOnly<unknown>): string | null =>
    Array.isArray(leftOut) && leftOut.includes(name) ? null : config[name];
  return {
    destination_conf_wo: taken('destination_conf_wo'),
    ownership_challenge_wo: taken('ownership_challenge_wo'),
  };
}

/** Plans a job by {@link planJob}, once what that needs to know is found out, and has the service validate what is sent. */
export async function modifyPlan(call: PlanCall): Promise<Partial<Plan> | undefined> {
  const { config, state, plan, client, diagnostics, privateState } = call;
  const object = await noteOwner(call);
  const leftOut = WRITE_ONLY.filter((name) => config?.[name] === null);
  if (state && leftOut.length > 0) privateState.set(LEFT_OUT, leftOut);
  const before = state ? { state, sent: sentBefore(privateState, state.destination_conf) } : undefined;
  const zoneId = plan?.zone_id;
  const jobs = client?.runState.of(JobRegistry);
  const creations =
    client && isKnown(zoneId) ? await client.creationRecords.interrupted(zoneId, call.signal) : [];
  const job = state && isKnown(state.job_id) ? jobs?.job(state.zone_id, state.job_id) : undefined;
  const isImportedOpenly = job?.isImportedOpenly === true;
  const blockOf = (id: string): string => importBlock(logpushJobSchema.type, id, client?.folder ?? '');
  const planned = await planJob(config, plan, before, {
    ...{ diagnostics, creations, isImportedOpenly, importBlock: blockOf },
    zone: () => zoneOf(call),
    fields: () => fieldsOf(call),
    jobs: () => jobsOf(call),
  });
  if (config === null || plan === null) {
    if (client?.proofs.isOn) noteEvidence(privateState, { outcome: 'unsupported' });
    return undefined;
  }
  if (planned.isReplaced) call.requireReplacement('job_id');
  const whole: Plan = { ...plan, ...planned.planned };
  const declared = declaredIn(config, whole);
  const problem = declared && jobs?.reserve(object, declared, state?.job_id ?? undefined);
  if (problem) diagnostics.error(problem);
  if (client && planned.changes) await proveJob(call, client, whole, planned.sent);
  return planned.planned;
}

/** Refuses a second object of the same job. @returns what identifies this object */
async function noteOwner(call: PlanCall): Promise<string> {
  const { client, state, plan, newObject, privateState, diagnostics, signal } = call;
  // The engine passes the private state of the first half of a replacement to the second.
  if (!state) return String(privateState.fromPlan(OBJECT) ?? newObject.token);
  const { zone_id: zoneId, job_id: jobId } = state;
  const object = identityOf(state, privateState);
  privateState.set(OBJECT, object);
  const shown = plan === null ? 'destroyed' : 'kept';
  if (client && isKnown(jobId) && client.runState.of(JobRegistry).markShown(zoneId, jobId, object, shown))
    diagnostics.error(PROBLEM.job_shared(await zoneInMessages({ api: client.api, zoneId, signal }), jobId));
  return object;
}

// Without a client, nothing can be found out.

async function zoneOf({ client, state, plan, signal }: PlanCall): Promise<string> {
  const zoneId = state?.zone_id ?? (isKnown(plan?.zone_id) ? plan.zone_id : '');
  return client ? zoneInMessages({ api: client.reads, zoneId, signal }) : zoneId;
}

async function fieldsOf({ client, plan, signal }: PlanCall): Promise<FoundFields | undefined> {
  if (!client || !isKnown(plan?.zone_id) || !isKnown(plan.dataset)) return undefined;
  const { zone_id: zoneId, dataset } = plan;
  const { api, runState } = client;
  const ask = (): Promise<FoundFields> => findFields(api, zoneId, dataset, signal);
  const found = await runState.of(JobRegistry).fields.of(`${zoneId}/${dataset}`, signal, ask);
  if (found.kind !== 'refused') return found;
  return { ...found, error: await namingZone(found.error, { api, signal }) };
}

async function jobsOf({ client, plan, signal }: PlanCall): Promise<ListedJobs | undefined> {
  if (!client || !isKnown(plan?.zone_id)) return undefined;
  const { zone_id: zoneId } = plan;
  const { reads, runState } = client;
  const jobs = runState.of(JobRegistry);
  const listed = await jobs.listed.of(zoneId, signal, () => reads.listLogpushJobs(zoneId, { signal }));
  return { listed, free: listed.filter(({ id }) => !jobs.job(zoneId, id).isInState) };
}

/** A validation of a planned job, and the attribute that it is about. */
interface Asked {
  readonly path: readonly PathStep[];
  readonly validation: Validation;
}

/**
 * Asks the service to validate what a plan sends of a job: the destination and the options. It has no dry run for a job
 * as a whole.
 */
async function proveJob(
  call: PlanCall,
  client: Configured,
  plan: Plan,
  sent: JobPlan['sent'],
): Promise<void> {
  const { config, state, diagnostics, privateState } = call;
  if (!client.proofs.isOn || diagnostics.hasError || !config) return;
  const { zone_id: zoneId } = plan;
  const settings = knownSettings(plan);
  const asked = settings && !isUnknown(sent) && questions(config, plan, settings, state, sent);
  if (!isKnown(zoneId) || !asked) return noteEvidence(privateState, { outcome: 'unknown' });
  if (asked.length === 0) noteEvidence(privateState, { outcome: 'unsupported' });
  for (const each of asked) if (!diagnostics.hasError) await validate(call, client, zoneId, each);
}

/** What to ask about a plan. @returns undefined while a value is not known */
function questions(
  config: NonNullable<PlanCall['config']>,
  plan: Plan,
  settings: Settings,
  state: State | null,
  sent: boolean,
): readonly Asked[] | undefined {
  const destination = plan.destination_conf ?? writtenDestination(config);
  const { ownership_challenge_wo: writeOnly, ownership_challenge: stored } = config;
  const token = writeOnly || stored;
  if ((sent && !isKnown(destination)) || isUnknown(token)) return undefined;
  const asked: Asked[] = [];
  if (sent && isKnown(destination)) {
    const body = { destination_conf: destination };
    if (token) {
      const path = [writeOnly ? 'ownership_challenge_wo' : 'ownership_challenge'];
      asked.push({ path, validation: { of: 'ownership', body: { ...body, ownership_challenge: token } } });
    }
    asked.push({ path: [destinationAttribute(config)], validation: { of: 'destination', body } });
  }
  const { logpull_options: options } = newJob(settings);
  const before = state && newJob(settingsIn(state) as Settings).logpull_options;
  if (typeof options === 'string' && options !== '' && options !== before) {
    const body = { logpull_options: options, dataset: settings.dataset };
    asked.push({ path: ['logpull_options'], validation: { of: 'origin', body } });
  }
  return asked;
}

async function validate(
  { signal, diagnostics, privateState }: PlanCall,
  { proofs, reads }: Configured,
  zoneId: string,
  { path, validation }: Asked,
): Promise<void> {
  try {
    const { valid, message } = await reads.validateLogpush(zoneId, validation, { signal });
    if (!valid) return diagnostics.error(PROBLEM.job_refused(path, validation.of, message));
    proofs.noteAccepted(privateState, 'validated');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isNotOffered(error)) return noteEvidence(privateState, { outcome: 'unsupported' });
    diagnostics.error(refusedAtPlan(error, 'job_refused', path));
  }
}

/** Codes of a path that the service does not have (docs/internals/service.md 2.3). */
const NO_PATH: readonly number[] = [7000, 7003, 10405];

function isNotOffered({ kind, codes }: ServiceError): boolean {
  return kind === 'not-found' || codes.some((code) => NO_PATH.includes(code));
}
