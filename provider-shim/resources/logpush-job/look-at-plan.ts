import { isKnown, sameValue, type PlanDraftOf, type Unknown } from '../../../schema';
import type { ModifyPlanCall, ProblemLike } from '../../framework';
import type { Configured } from '../configured';
import { announceAdoption, claimedByChange } from './claim-problems';
import { equalJobs } from './adopt';
import { fieldProblems, namedFields, notLookedUp, zoneUnknown } from './check-fields';
import { isForgotten, writtenDestination } from './destination';
import { isWhollyKnown } from './known';
import {
  challengeMissing,
  destinationForgotten,
  importedOpenly,
  planDestination,
  storedIsIgnored,
} from './plan-destination';
import { noFieldsNamed, optionsPassedOver, schemeUnknown } from './plan-warnings';
import { planSettings, type PlannedSettings } from './plan-settings';
import { settingsIn, type Schema, type Settings, type State } from './settings';
import { forgetLeftOut, noteLeftOut } from './write-only';

type LookCall = ModifyPlanCall<Schema, Configured>;
type Plan = PlanDraftOf<Schema>;

/** Marks the first plan of a replacement, which the second one then knows itself by: the job that goes. */
const REPLACED_JOB = 'replaced_job';

/** Plans what the provider says itself, and checks what can be checked before apply. */
export async function lookAtPlan(call: LookCall): Promise<Partial<Plan> | undefined> {
  const { config, state, diagnostics, private: facts } = call;
  if (call.plan === null || config === null) return undefined;
  const settings = planSettings(config, call.plan, state);
  const destination = planDestination(config, call.plan, state, facts);
  const changed: PlannedSettings & Pick<Plan, 'destination'> = {
    ...settings,
    destination: destination.shown,
  };
  const plan: Plan = { ...call.plan, ...changed };

  if (state) noteLeftOut(facts, config);
  else forgetLeftOut(facts);
  const contradiction = storedIsIgnored(config, state);
  if (contradiction) diagnostics.error(contradiction);
  const missing = challengeMissing(config, destination.sent, state);
  if (missing) diagnostics.error(missing);
  if (state && isForgotten(facts, config, state, plan.destination_conf_wo_version))
    diagnostics.warning(destinationForgotten(state.destination_conf_wo_version));

  const isAtRest = state !== null && changedNames(state, plan).length === 0;
  if (!isAtRest) {
    warn(call, noFieldsNamed(config, plan));
    warn(call, optionsPassedOver(config));
  }
  if (destination.sent !== false) warn(call, schemeUnknown(config));
  if (!isAtRest && !(await checkFields(call, plan, state))) return undefined;
  checkClaims(call, plan);
  if (state === null) await announceAdoptions(call, plan);
  facts.set(REPLACED_JOB, state?.job_id ?? undefined);
  // A changed token on its own is no change.
  const { ownership_challenge } = isAtRest ? state : config;
  return { ...changed, ownership_challenge };
}

/** What differs from the state, but for the token. */
function changedNames(state: State, plan: Plan): readonly string[] {
  return Object.keys(state).filter(
    (name) =>
      name !== 'ownership_challenge' && !sameValue(state[name as keyof State], plan[name as keyof State]),
  );
}

function warn({ diagnostics }: LookCall, problem: ProblemLike | undefined): void {
  if (problem) diagnostics.warning(problem);
}

/** Checks the dataset and its fields. @returns false when there is no such zone, of which nothing else can be said */
async function checkFields(
  { client, config, diagnostics, signal }: LookCall,
  { zone_id: zoneId, dataset }: Plan,
  state: State | null,
): Promise<boolean> {
  if (!client || !config || !isKnown(zoneId) || !isKnown(dataset)) return true;
  const before = new Set(state && namedFields(state).map(({ name }) => name));
  // What the state has is not to be written: it was looked up, or ignore_changes keeps it.
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

/** Two resources for one job, and what an import would store. */
function checkClaims({ client, config, state, diagnostics, private: facts }: LookCall, plan: Plan): void {
  if (!client || !config) return;
  const { jobClaims } = client;
  if (state && isKnown(state.job_id) && isKnown(config.destination_conf_wo)) {
    if (jobClaims.wasImportedOpenly(state.zone_id, state.job_id))
      diagnostics.error(importedOpenly(state.zone_id, state.job_id, config.destination_conf_wo_version));
  }
  if (state && isKnown(state.job_id) && isUpdate(state, plan)) {
    if (jobClaims.change(state.zone_id, state.job_id)) diagnostics.error(claimedByChange(state.job_id));
  }
  const settings = knownSettings(plan);
  const destination = writtenDestination(config);
  if (!settings || !isKnown(plan.zone_id) || !isKnown(destination)) return;
  const declared = { zoneId: plan.zone_id, destination, settings };
  const replaced = facts.get(REPLACED_JOB);
  const problem = jobClaims.declare(
    declared,
    state?.job_id ?? undefined,
    typeof replaced === 'number' ? replaced : undefined,
  );
  if (problem) diagnostics.error(problem);
}

/** Whether the job stays and is changed. */
function isUpdate(state: State, plan: Plan): boolean {
  const names = changedNames(state, plan);
  return names.length > 0 && !names.some((name) => ['zone_id', 'dataset', 'kind'].includes(name));
}

/** Says which job, already there, is exactly the one to be made. */
async function announceAdoptions(call: LookCall, plan: Plan): Promise<void> {
  const { client, config, diagnostics, signal } = call;
  const settings = knownSettings(plan);
  const destination: string | Unknown | undefined = config ? writtenDestination(config) : undefined;
  if (!client || !settings || !isKnown(plan.zone_id) || !isKnown(destination)) return;
  const zoneId = plan.zone_id;
  const jobs = await client.jobClaims.listed(zoneId, () => client.api.listLogpushJobs(zoneId, { signal }));
  const [job] = equalJobs(jobs, { zoneId, destination, settings });
  if (!job || job.id === call.private.get(REPLACED_JOB)) return;
  if (client.jobClaims.wouldAdopt(zoneId, job.id)) diagnostics.error(claimedByChange(job.id));
  // One that another resource of the state has goes away with it: that one is renamed, or made anew.
  else if (!client.jobClaims.isSeen(zoneId, job.id)) diagnostics.warning(announceAdoption(job.id));
}

/** The planned settings, once all of them are known. */
function knownSettings(plan: Plan): Settings | undefined {
  const settings = settingsIn(plan);
  return isWhollyKnown(settings) ? (settings as Settings) : undefined;
}
