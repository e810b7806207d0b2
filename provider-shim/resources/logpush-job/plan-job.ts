import {
  isKnown,
  logpushJobSchema,
  sameValue,
  type PlannedState,
  type Unknown,
  isWhollyKnown,
  type Problem,
} from '../../../schema';
import { importBlock, type ModifyPlanCall } from '../../framework';
import type { Configured } from '../configured';
import { zoneInMessages } from '../messages';
import { fieldProblems, namedFields, notLookedUp, zoneUnknown } from './check-fields';
import { isForgotten } from './destination';
import { declaredMeaning } from './job-meaning';
import type { Declared } from './job-registry';
import { plannedOwnerToken } from './owner-token';
import {
  creationCompleted,
  equalJobThere,
  importedIsDeleted,
  jobShared,
  replacementUnfinished,
} from './ownership-problems';
import {
  challengeMissing,
  destinationForgotten,
  destinationReplaced,
  importedOpenly,
  planDestination,
  storedIsIgnored,
} from './plan-destination';
import { noFieldsNamed, optionsPassedOver, schemeUnknown } from './plan-warnings';
import { planSettings, type PlannedSettings } from './plan-settings';
import { settingsIn, type Schema, type Settings, type State } from './settings';
import { findUnfinished, isEqualJob, jobOf } from './unfinished-job';
import { forgetLeftOut, noteLeftOut } from './write-only';

type PlanCall = ModifyPlanCall<Schema, Configured>;
type Plan = PlannedState<Schema>;

/** Plans the computed attributes, and checks what can be checked before apply. */
export async function planJob(call: PlanCall): Promise<Partial<Plan> | undefined> {
  const { config, state, diagnostics, privateState } = call;
  const token = plannedOwnerToken(privateState);
  await noteOwner(call, token);
  if (call.plan === null && state?.taken_over) await warnOfImported(call, state);
  if (call.plan === null || config === null) return undefined;
  const settings = planSettings(config, call.plan, state);
  const destination = planDestination(config, call.plan, state, privateState);
  const changed: PlannedSettings & Pick<Plan, 'destination'> = {
    ...settings,
    destination: destination.shown,
  };
  const plan: Plan = { ...call.plan, ...changed };

  if (state) noteLeftOut(privateState, config);
  else forgetLeftOut(privateState);
  const contradiction = storedIsIgnored(config, state);
  if (contradiction) diagnostics.error(contradiction);
  const missing = challengeMissing(config, destination.sent, state);
  if (missing) diagnostics.error(missing);
  if (state && isForgotten(privateState, config, state, plan.destination_conf_wo_version))
    diagnostics.warning(destinationForgotten(state.destination_conf_wo_version));

  warn(call, destinationReplaced(destination.sent, state, privateState));

  const isAtRest = state !== null && changedNames(state, plan).length === 0;
  if (!isAtRest) {
    warn(call, noFieldsNamed(config, plan));
    warn(call, optionsPassedOver(config));
  }
  if (destination.sent !== false) warn(call, schemeUnknown(config));
  if (!isAtRest && !(await checkFields(call, plan, state))) return undefined;
  checkDeclared(call, plan, token);
  await (state === null ? announceJobsThere(call, plan) : announceReplacement(call, plan, state));
  // A changed token alone is no change.
  const { ownership_challenge } = isAtRest ? state : config;
  return { ...changed, ownership_challenge, taken_over: state === null ? false : state.taken_over };
}

/** The attributes that differ from the state, except the token. */
function changedNames(state: State, plan: Plan): readonly string[] {
  return Object.keys(state).filter(
    (name) =>
      name !== 'ownership_challenge' && !sameValue(state[name as keyof State], plan[name as keyof State]),
  );
}

function warn({ diagnostics }: PlanCall, problem: Problem | undefined): void {
  if (problem) diagnostics.warning(problem);
}

/**
 * Checks the dataset and its fields. @returns false when the zone does not exist, so that nothing else can be checked
 */
async function checkFields(
  { client, config, diagnostics, signal }: PlanCall,
  { zone_id: zoneId, dataset }: Plan,
  state: State | null,
): Promise<boolean> {
  if (!client || !config || !isKnown(zoneId) || !isKnown(dataset)) return true;
  const before = new Set(state && namedFields(state).map(({ name }) => name));
  // What is already in the state was checked before, or ignore_changes keeps it.
  const named = namedFields(config).filter(({ name }) => !before.has(name));
  if (named.length === 0 && state !== null) return true;
  const found = await client.datasetFields.of(zoneId, dataset, signal);
  switch (found.kind) {
    case 'no zone':
      diagnostics.error(zoneUnknown(found.error));
      return false;
    case 'refused':
      diagnostics.warning(notLookedUp(dataset, found.error.message, found.error.hint));
      return true;
    case 'fields':
    case 'no dataset':
      diagnostics.errors(fieldProblems(dataset, named, found));
      return true;
  }
}

/** Warns that a job that somebody else created is deleted permanently. */
async function warnOfImported({ client, diagnostics, signal }: PlanCall, state: State): Promise<void> {
  const { zone_id: zoneId, job_id: jobId } = state;
  const zone = client ? await zoneInMessages({ api: client.api, zoneId, signal }) : zoneId;
  diagnostics.warning(importedIsDeleted(zone, jobId));
}

/** Refuses a second object of the same job. */
async function noteOwner(
  { client, state, plan, diagnostics, signal }: PlanCall,
  token: string,
): Promise<void> {
  if (!client || !state || !isKnown(state.job_id)) return;
  const fate = plan === null ? 'destroyed' : 'kept';
  const { zone_id: zoneId, job_id: jobId } = state;
  if (!client.runState.jobs.markFate(zoneId, jobId, token, fate)) return;
  diagnostics.error(jobShared(await zoneInMessages({ api: client.api, zoneId, signal }), jobId));
}

/** Two resources that declare one job, and what an import would store. */
function checkDeclared({ client, config, state, diagnostics }: PlanCall, plan: Plan, token: string): void {
  if (!client || !config) return;
  const { jobs } = client.runState;
  if (state && isKnown(state.job_id) && isKnown(config.destination_conf_wo)) {
    if (jobs.isImportedOpenly(state.zone_id, state.job_id))
      diagnostics.error(importedOpenly(state.zone_id, state.job_id, config.destination_conf_wo_version));
  }
  const declared = declaredIn(config, plan);
  const problem = declared && jobs.reserve(token, declared, state?.job_id ?? undefined);
  if (problem) diagnostics.error(problem);
}

/** Warns about an existing job that is identical to the new one or was created for it. */
async function announceJobsThere(call: PlanCall, plan: Plan): Promise<void> {
  const { client, config, diagnostics, signal } = call;
  const declared = config ? declaredIn(config, plan) : undefined;
  if (!client || !config || !declared) return;
  const { reads, runState, creationRecords, folder } = client;
  const { zoneId } = declared;
  const jobs = await runState.jobs.listed(zoneId, signal, () => reads.listLogpushJobs(zoneId, { signal }));
  const free = jobs.filter(({ id }) => !runState.jobs.isInState(zoneId, id));
  const unfinished = findUnfinished(await creationRecords.leftOver(zoneId, signal), free, declared);
  if (unfinished) return diagnostics.warning(creationCompleted(unfinished.job.id, unfinished.action));
  const equal = free.find((job) => isEqualJob(job, declared));
  if (!equal) return;
  const version = plan.destination_conf_wo_version;
  const id = `${zoneId}/${equal.id}${isKnown(version) ? `/${String(version)}` : ''}`;
  const zone = await zoneInMessages({ api: reads, zoneId, signal });
  diagnostics.warning(equalJobThere(zone, equal.id, importBlock(logpushJobSchema.type, id, folder)));
}

/** Warns that an interrupted run has created this job's replacement, which no plan shows. */
async function announceReplacement(call: PlanCall, plan: Plan, { job_id: jobId }: State): Promise<void> {
  const { client, config, diagnostics, signal } = call;
  const declared = config ? declaredIn(config, plan) : undefined;
  if (!client || !declared || jobId === null) return;
  const { reads, runState, creationRecords } = client;
  const { zoneId } = declared;
  const creations = await creationRecords.leftOver(zoneId, signal);
  if (creations.length === 0) return;
  const meaning = declaredMeaning(declared);
  const [creation] = creations.filter((one) => one.matches(meaning));
  if (!creation) return;
  const jobs = await runState.jobs.listed(zoneId, signal, () => reads.listLogpushJobs(zoneId, { signal }));
  const made = jobOf(
    creation,
    jobs.filter(({ id }) => !runState.jobs.isInState(zoneId, id)),
  );
  if (made) diagnostics.warning(replacementUnfinished(jobId, made.id));
}

/** The declared job, once all of it is known. */
function declaredIn(config: NonNullable<PlanCall['config']>, plan: Plan): Declared | undefined {
  const settings = knownSettings(plan);
  // A stored destination comes from the plan: ignore_changes may keep one that the configuration does not have.
  const destination: string | Unknown | null = plan.destination_conf ?? config.destination_conf_wo;
  if (!settings || !isKnown(plan.zone_id) || !isKnown(destination)) return undefined;
  return { zoneId: plan.zone_id, destination, settings };
}

/** The planned settings, once all of them are known. */
function knownSettings(plan: Plan): Settings | undefined {
  const settings = settingsIn(plan);
  return isWhollyKnown(settings) ? (settings as Settings) : undefined;
}
