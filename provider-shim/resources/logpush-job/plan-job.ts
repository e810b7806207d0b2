import {
  destinationGiven,
  isKnown,
  isUnknown,
  optionsFit,
  sameValue,
  under,
  unknown,
  type PlannedState,
  type Unknown,
  isWhollyKnown,
  type Problem,
  OUTPUT_SETTINGS,
  SETTING_ROWS,
  type ConfigAtPlan,
  type OutputSetting,
  type OutputType,
} from '../../../schema';
import type { ModifyPlanCall, PrivateState } from '../../sdk/framework';
import type { Configured } from '../configured';
import { namesOrNull, namingZone, sayKept, zoneInMessages } from '../messages';
import {
  fieldProblems,
  namedFields,
  notLookedUp,
  disabledByDefault,
  noFieldsNamed,
  optionsPassedOver,
  schemeUnknown,
} from './plan-problems';
import { isForgotten } from './destination';
import { type Declared, settingsIn, type Schema, type Settings, type State, sameMeaning } from './settings';
import { identityOf, noteLeftOut, sentBefore } from './private-state';
import { importedIsDeleted, jobShared } from './ownership-problems';
import {
  challengeMissing,
  destinationForgotten,
  destinationReplaced,
  replacesDestination,
  importedOpenly,
  planDestination,
  plannedDestinationConf,
  storedIsIgnored,
} from './plan-destination';
import { announceJobsThere, finishReplacement } from './unfinished-job';
import { noteEvidence } from '../proofs';
import { proveJob } from './prove';
import { JobRegistry } from './job-registry';

type PlanCall = ModifyPlanCall<Schema, Configured>;
type Plan = PlannedState<Schema>;

/** Private state of a plan: the object of the state, which the plan of its successor then knows. */
const OBJECT = 'plan:object';

function objectOf(state: State, privateState: PrivateState): string {
  // The engine may plan an object twice.
  return identityOf(state, privateState) ?? `${state.zone_id}/${state.job_id} unmarked`;
}

/** Plans the computed attributes, and checks what can be checked before apply. */
export async function planJob(call: PlanCall): Promise<Partial<Plan> | undefined> {
  const { config, state, diagnostics, privateState, newObject } = call;
  await noteOwner(call);
  // The engine passes the private state of the first half of a replacement to the second.
  const object = state ? objectOf(state, privateState) : (privateState.fromPlan(OBJECT) ?? newObject.token);
  if (state) privateState.set(OBJECT, object);
  const before = state ? sentBefore(privateState, state.destination_conf) : undefined;
  if (call.plan === null && state?.taken_over) await warnOfImported(call, state);
  if (call.plan === null && call.client?.proofs.isOn) noteEvidence(privateState, { outcome: 'unsupported' });
  if (call.plan === null || config === null) return undefined;
  const settings = planSettings(config, call.plan, state);
  const destination_conf = plannedDestinationConf(config, state);
  const destination = planDestination(config, { ...call.plan, destination_conf }, state, before);
  const changed: PlannedSettings & Pick<Plan, 'destination' | 'destination_conf' | 'kept_settings'> = {
    ...settings,
    destination: destination.shown,
    destination_conf,
    kept_settings: planKept(settings, state),
  };
  const plan: Plan = { ...call.plan, ...changed };

  if (state) noteLeftOut(privateState, config);
  if (state === null) diagnostics.errors(destinationGiven(config));
  const contradiction = storedIsIgnored(config, state);
  if (contradiction) diagnostics.error(contradiction);
  const missing = challengeMissing(config, destination.sent, state);
  if (missing) diagnostics.error(missing);
  if (state && isForgotten(before, config, state, plan.destination_conf_wo_version))
    diagnostics.warning(destinationForgotten(state.destination_conf_wo_version));

  if (state === null) warn(call, disabledByDefault(config));
  if (replacesDestination(destination.sent, state, before))
    warn(call, destinationReplaced(await zoneOf(call, state), state));

  const isAtRest = state !== null && changedNames(state, plan).length === 0;
  if (!isAtRest) {
    // The checks saw what is written; with ignore_changes of a member something else is planned.
    if (isKnown(plan.logpull_options))
      diagnostics.errors(optionsFit(plan.logpull_options).map((one) => under(['logpull_options'], one)));
    warn(call, noFieldsNamed(config, plan));
    warn(call, optionsPassedOver(config));
    // A new job in its place keeps nothing.
    const isSame = (['zone_id', 'dataset', 'kind'] as const).every((name) => plan[name] === state?.[name]);
    if (state && isSame && isKnown(plan.kept_settings) && plan.kept_settings !== null)
      sayKept(
        diagnostics,
        `Log push job ${state.job_id} of zone ${await zoneOf(call, state)}`,
        plan.kept_settings,
      );
  }
  if (destination.sent !== false) warn(call, schemeUnknown(config));
  if (!isAtRest) await checkFields(call, plan, state);
  // A changed token alone is no change, and that an import found none is none to remove.
  const keepsToken = isAtRest || (config.ownership_challenge === null && state?.ownership_challenge === '');
  const { ownership_challenge } = keepsToken ? state : config;
  const planned: Partial<Plan> = { ...changed, ownership_challenge };
  const declared = declaredIn(config, plan);
  checkDeclared(call, declared, String(object));
  const prove = async (): Promise<void> => {
    if (call.client && !isAtRest)
      await proveJob(call, call.client, plan, knownSettings(plan), destination.sent);
  };
  if (state === null) {
    if (declared) await announceJobsThere(call, plan, declared);
    await prove();
    return { ...planned, taken_over: false };
  }
  const isReplaced = declared !== undefined && (await finishReplacement(call, state, declared));
  await prove();
  return { ...planned, taken_over: state.taken_over, ...(isReplaced && { job_id: unknown }) };
}

/** What is beside the declared members of `output_options` goes with it. */
function planKept({ output_options: output }: PlannedSettings, state: State | null): Plan['kept_settings'] {
  const names = state?.kept_settings ?? [];
  const isInside = (name: string): boolean => name.startsWith('output_options.');
  if (isUnknown(output) && names.some(isInside)) return unknown;
  return namesOrNull(names.filter((name) => output !== null || !isInside(name)));
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

/** Checks the dataset and its fields. @throws ServiceError when nothing else can be checked either */
async function checkFields(
  { client, config, diagnostics, signal }: PlanCall,
  { zone_id: zoneId, dataset }: Plan,
  state: State | null,
): Promise<void> {
  if (!client || !config || !isKnown(zoneId) || !isKnown(dataset)) return;
  const before = new Set(state && namedFields(state).map(({ name }) => name));
  // What is already in the state was checked before, or ignore_changes keeps it.
  const named = namedFields(config).filter(({ name }) => !before.has(name));
  if (named.length === 0 && state !== null) return;
  const found = await client.datasetFields.of(zoneId, dataset, signal);
  switch (found.kind) {
    case 'refused': {
      const { message, hint } = await namingZone(found.error, { api: client.api, signal });
      diagnostics.warning(notLookedUp(dataset, message, hint));
      return;
    }
    case 'fields':
    case 'no dataset':
      diagnostics.errors(fieldProblems(dataset, named, found));
      return;
  }
}

/** Warns that a job that somebody else created is deleted permanently. */
async function warnOfImported(call: PlanCall, state: State): Promise<void> {
  call.diagnostics.warning(importedIsDeleted(await zoneOf(call, state), state.job_id));
}

async function zoneOf({ client, signal }: PlanCall, { zone_id: zoneId }: State): Promise<string> {
  return client ? zoneInMessages({ api: client.api, zoneId, signal }) : zoneId;
}

/** Refuses a second object of the same job. */
async function noteOwner({
  client,
  state,
  plan,
  privateState,
  diagnostics,
  signal,
}: PlanCall): Promise<void> {
  if (!client || !state || !isKnown(state.job_id)) return;
  const outcome = plan === null ? 'destroyed' : 'kept';
  const { zone_id: zoneId, job_id: jobId } = state;
  const object = objectOf(state, privateState);
  if (!client.runState.of(JobRegistry).markOutcome(zoneId, jobId, object, outcome)) return;
  diagnostics.error(jobShared(await zoneInMessages({ api: client.api, zoneId, signal }), jobId));
}

/** Two resources that declare one job, and what an import would store. */
function checkDeclared(
  { client, config, state, diagnostics }: PlanCall,
  declared: Declared | undefined,
  object: string,
): void {
  if (!client || !config) return;
  const jobs = client.runState.of(JobRegistry);
  if (state && isKnown(state.job_id) && isKnown(config.destination_conf_wo)) {
    if (jobs.isImportedOpenly(state.zone_id, state.job_id))
      diagnostics.error(importedOpenly(state.zone_id, state.job_id, config.destination_conf_wo_version));
  }
  const problem = declared && jobs.reserve(object, declared, state?.job_id ?? undefined);
  if (problem) diagnostics.error(problem);
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

type Config = ConfigAtPlan<Schema>;

/** The settings whose planned value may differ from the configured one. */
type PlannedSettings = Pick<Plan, 'filter' | 'logpull_options' | 'output_options'>;

/** Plans the settings that are compared by meaning, of which one that means the same as before is kept; and the output. */
function planSettings(config: Config, plan: Plan, state: State | null): PlannedSettings {
  const compared = SETTING_ROWS.filter(([, { meaning }]) => meaning).map(([name, row]) => {
    const [planned, before] = [plan[name], state?.[name] ?? null];
    const isSame =
      planned !== null && before !== null && isWhollyKnown(planned) && sameMeaning(row, planned, before);
    return [name, isSame ? before : planned];
  });
  return {
    ...(Object.fromEntries(compared) as Pick<PlannedSettings, 'filter' | 'logpull_options'>),
    output_options: planOutput(config, plan),
  };
}

/** Plans the text around records where it is not configured. */
function planOutput(config: Config, plan: Plan): Plan['output_options'] {
  const { output_options: planned } = plan;
  const { output_options: written } = config;
  if (!isKnown(planned) || !isKnown(written)) return planned;
  const { output_type: type } = planned;
  const left = Object.entries<OutputSetting>(OUTPUT_SETTINGS).flatMap(([name, { defaultByType }]) => {
    if (!defaultByType) return [];
    const otherwise = isKnown(type) ? defaultByType[type as OutputType] : undefined;
    return [[name, written[name as keyof typeof written] ?? otherwise ?? unknown]];
  });
  return { ...planned, ...Object.fromEntries(left) };
}
