import {
  destinationGiven,
  destinationScheme,
  isKnown,
  isUnknown,
  isWhollyKnown,
  needsOwnershipChallenge,
  optionsFit,
  OUTPUT_SETTINGS,
  parseDestination,
  sameValue,
  saysOptions,
  SETTING_ROWS,
  shownDestination,
  under,
  unknown,
  type ConfigAtPlan,
  type OutputSetting,
  type OutputType,
  type PlannedState,
  type Problem,
  type Unknown,
} from '../../../schema';
import type { InterruptedCreation } from '../../records/creation-records';
import type { Diagnostics } from '../../sdk/framework';
import { namesOrNull, sayKept } from '../messages';
import { findReplacement, findUnfinished, isEqualJob, isInOutput, type ListedJobs } from './apply';
import {
  destinationAttribute,
  isForgotten,
  isReadElsewhere,
  mustBeSent,
  writtenDestination,
  type Sent,
} from './destination';
import { fieldProblems, namedFields, type FoundFields } from './log-fields';
import { PROBLEM } from './problems';
import { sameMeaning, settingsIn, type Declared, type Schema, type Settings, type State } from './settings';

type Config = ConfigAtPlan<Schema>;
export type Plan = PlannedState<Schema>;

/** The object that a plan starts from. */
export interface Before {
  readonly state: State;
  /** What was last sent as the destination; undefined if that is not known. */
  readonly sent: Sent | undefined;
}

/** What a plan may need to know besides, and where it says what it finds. */
export interface Known {
  readonly diagnostics: Pick<Diagnostics, 'warning' | 'error' | 'errors'>;
  /** An `import` block for a job, by its import id. */
  readonly importBlock: (id: string) => string;
  /** Whether this run has imported the job with its destination in the state. */
  readonly isImportedOpenly: boolean;
  /** The interrupted creations of the zone. */
  readonly creations: readonly InterruptedCreation[];
  /** The zone, as `zoneInMessages` returns it. */
  readonly zone: () => Promise<string>;
  /** The log fields of the planned dataset; undefined if they cannot be found out. @throws ServiceError */
  readonly fields: () => Promise<FoundFields | undefined>;
  /** The jobs of the zone; undefined if they cannot be found out. @throws ServiceError */
  readonly jobs: () => Promise<ListedJobs | undefined>;
}

export interface JobPlan {
  /** The attributes that are planned in another way than the framework does; undefined for a destroy. */
  readonly planned: Partial<Plan> | undefined;
  /** Whether the job is replaced for another reason than its attributes. */
  readonly isReplaced: boolean;
  /** Whether the destination is sent; unknown until it is known whether it changes. */
  readonly sent: boolean | Unknown;
  /** Whether anything but the token differs from the state. */
  readonly changes: boolean;
}

/**
 * Plans the computed attributes, and checks what can be checked before apply.
 *
 * @param written null to destroy the job
 * @param planned by the framework
 * @param before undefined for a new job
 */
export async function planJob(
  written: Config | null,
  planned: Plan | null,
  before: Before | undefined,
  known: Known,
): Promise<JobPlan> {
  const { diagnostics } = known;
  const state = before?.state ?? null;
  if (written === null || planned === null) {
    // It existed before: its destination cannot be recovered.
    if (state?.taken_over)
      diagnostics.warning(PROBLEM.imported_job_deleted(await known.zone(), state.job_id));
    return { planned: undefined, isReplaced: false, sent: false, changes: true };
  }
  const { sent, ...destination } = planDestination(written, planned, before);
  const settings = planSettings(written, planned, state);
  const changed: Partial<Plan> = { ...destination, ...settings, kept_settings: planKept(settings, state) };
  const plan: Plan = { ...planned, ...changed };
  const differs = (name: keyof State): boolean => !sameValue(state?.[name], plan[name]);
  const names = Object.keys(state ?? {}) as (keyof State)[];
  // A changed token alone is no change.
  const changes = state === null || names.some((name) => name !== 'ownership_challenge' && differs(name));

  if (state === null) diagnostics.errors(destinationGiven(written));
  await checkDestination(known, written, plan, before, sent);
  if (changes) await checkSettings(known, written, plan, state);
  const oddScheme = sent === false ? undefined : schemeUnknown(written);
  if (oddScheme) diagnostics.warning(oddScheme);
  if (state && known.isImportedOpenly && isKnown(written.destination_conf_wo))
    diagnostics.error(PROBLEM.imported_openly(state, written.destination_conf_wo_version));
  const declared = declaredIn(written, plan);
  // A new job needs the fields and the jobs: neither waits for the other.
  const asked = state === null && declared ? known.jobs() : undefined;
  asked?.catch(() => undefined);
  if (changes) await checkFields(known, written, plan, state);
  const others = { ...known, jobs: () => asked ?? known.jobs() };
  const isReplaced = declared !== undefined && (await lookForOthers(others, plan, state, declared));

  // That an import found no token is none to remove. The engine does not let one in the place of null stay unstored.
  const keepsToken =
    state &&
    (written.ownership_challenge === null
      ? !changes || state.ownership_challenge === ''
      : !changes && state.ownership_challenge !== null);
  const { ownership_challenge } = keepsToken ? state : written;
  const taken_over = state === null ? false : state.taken_over;
  return {
    ...{ isReplaced, sent, changes },
    planned: { ...changed, ownership_challenge, taken_over, ...(isReplaced && { job_id: unknown }) },
  };
}

/** Plans the destination: stored as configured, else not beside a write-only one, else as it was; shown once known. */
function planDestination(
  written: Config,
  planned: Plan,
  before: Before | undefined,
): Pick<Plan, 'destination' | 'destination_conf'> & Pick<JobPlan, 'sent'> {
  const { destination_conf: given, destination_conf_wo: writeOnly } = written;
  const was = before?.state.destination ?? unknown;
  const destination_conf = given ?? (writeOnly === null ? (before?.state.destination_conf ?? null) : null);
  const text = writtenDestination(written);
  const sent = before ? mustBeSent(before.sent, text, before.state, { ...planned, destination_conf }) : true;
  if (sent === false) return { destination: was, destination_conf, sent };
  const shown = isKnown(text) ? shownDestination(text) : unknown;
  return { destination: sent === true || shown === was ? shown : unknown, destination_conf, sent };
}

async function checkDestination(
  { diagnostics, zone }: Known,
  written: Config,
  { destination_conf_wo_version: version }: Plan,
  before: Before | undefined,
  sent: boolean | Unknown,
): Promise<void> {
  const { destination_conf: stored, destination_conf_wo: writeOnly } = written;
  const text = writtenDestination(written);
  const tokens = [written.ownership_challenge, written.ownership_challenge_wo];
  if (isKnown(writeOnly) && stored !== null && stored === before?.state.destination_conf)
    diagnostics.error(PROBLEM.destination_conf_ignored());
  // docs/internals/service.md 5.6
  const isProven = tokens.some((token) => token !== null && token !== '');
  if (sent === true && !isProven && isKnown(text) && needsOwnershipChallenge(text) === true) {
    const { scheme } = parseDestination(text) ?? { scheme: '' };
    diagnostics.error(PROBLEM.ownership_challenge_missing(scheme, before !== undefined));
  }
  if (!before && written.enabled === null) diagnostics.warning(PROBLEM.disabled_by_default());
  if (!before?.sent) return;
  if (isForgotten(before.sent, written, before.state, version))
    diagnostics.warning(PROBLEM.destination_not_sent(before.state.destination_conf_wo_version));
  // Not needed for a plan that does not send the destination.
  if (sent !== false && isReadElsewhere(before.sent, before.state))
    diagnostics.warning(PROBLEM.destination_replaced(await zone(), before.state));
}

async function checkSettings(
  { diagnostics, zone }: Known,
  written: Config,
  plan: Plan,
  state: State | null,
): Promise<void> {
  const { logpull_options: options, output_options: output } = written;
  // The checks saw what is written; with ignore_changes of a member something else is planned.
  if (isKnown(plan.logpull_options))
    diagnostics.errors(optionsFit(plan.logpull_options).map((one) => under(['logpull_options'], one)));
  const namesFields =
    isUnknown(options) ||
    (options?.fields ?? null) !== null ||
    (isKnown(options?.other) && /(^|&)fields=/.test(options.other));
  if (output === null && !namesFields)
    diagnostics.warning(PROBLEM.no_fields_named(isKnown(plan.dataset) ? plan.dataset : undefined));
  if (saysOptions(options) && isKnown(output)) diagnostics.warning(PROBLEM.options_passed_over());
  const text = writtenDestination(written) ?? state?.destination;
  if (saysOptions(options) && output === null && isKnown(text) && text.startsWith('https://'))
    diagnostics.warning(PROBLEM.options_refused_for_https());
  // A new job in its place keeps nothing.
  const isSame = (['zone_id', 'dataset', 'kind'] as const).every((name) => plan[name] === state?.[name]);
  if (state && isSame && isKnown(plan.kept_settings) && plan.kept_settings !== null)
    sayKept(diagnostics, `Log push job ${state.job_id} of zone ${await zone()}`, plan.kept_settings);
}

/** Shows only the scheme. */
function schemeUnknown(written: Config): Problem | undefined {
  const text = writtenDestination(written);
  const scheme = isKnown(text) ? parseDestination(text)?.scheme : undefined;
  // The check of the form allows plain http only on loopback.
  if (scheme === undefined || scheme === 'http' || destinationScheme(scheme)) return undefined;
  return PROBLEM.destination_scheme_unknown(destinationAttribute(written), scheme);
}

/** Checks the dataset and its fields. */
async function checkFields(
  { diagnostics, fields }: Known,
  written: Config,
  plan: Plan,
  state: State | null,
): Promise<void> {
  const { zone_id: zoneId, dataset } = plan;
  if (!isKnown(zoneId) || !isKnown(dataset)) return;
  // What is already in the state was checked before, or ignore_changes keeps it.
  const before = new Set(state && namedFields(state).map(({ name }) => name));
  const named = namedFields(written).filter(({ name }) => !before.has(name));
  if (named.length === 0 && state !== null) return;
  const found = await fields();
  if (found?.kind === 'refused')
    diagnostics.warning(PROBLEM.log_fields_not_checked(dataset, found.error.toProblem()));
  else if (found) diagnostics.errors(fieldProblems(dataset, named, found));
}

/**
 * Says that the zone has a job that is identical to a new one, or that an interrupted run created for it.
 *
 * @returns whether the job is replaced, because an interrupted run began to and nothing in the configuration asks for it
 *   (`-replace`): the state still has only the old job, so no plan would show the new one
 */
async function lookForOthers(
  { diagnostics, creations, importBlock, zone, jobs: find }: Known,
  { destination_conf_wo_version: version }: Plan,
  state: State | null,
  declared: Declared,
): Promise<boolean> {
  const { zoneId } = declared;
  if (state && (creations.length === 0 || state.job_id === null)) return false;
  const jobs = await find();
  if (!jobs) return false;
  if (state && state.job_id !== null) {
    const replacement = findReplacement(creations, jobs, declared, state.job_id);
    if (replacement)
      diagnostics.warning(PROBLEM.replacement_finished(zoneId, state.job_id, replacement.job.id));
    return replacement !== undefined;
  }
  const unfinished = findUnfinished(creations, jobs.free, declared);
  const equal = unfinished ? undefined : jobs.free.find((job) => isEqualJob(job, declared));
  if (unfinished)
    diagnostics.warning(PROBLEM.creation_completed(zoneId, unfinished.job.id, unfinished.action));
  if (!equal) return false;
  const id = `${zoneId}/${equal.id}${isKnown(version) ? `/${String(version)}` : ''}`;
  diagnostics.warning(PROBLEM.equal_job_there(await zone(), equal.id, importBlock(id)));
  return false;
}

/** The declared job, once all of it is known. A stored destination comes from the plan: ignore_changes may keep it. */
export function declaredIn(written: Config, plan: Plan): Declared | undefined {
  const settings = knownSettings(plan);
  const destination: string | Unknown | null = plan.destination_conf ?? written.destination_conf_wo;
  if (!settings || !isKnown(plan.zone_id) || !isKnown(destination)) return undefined;
  return { zoneId: plan.zone_id, destination, settings };
}

/** The planned settings, once all of them are known. */
export function knownSettings(plan: Plan): Settings | undefined {
  const settings = settingsIn(plan);
  return isWhollyKnown(settings) ? (settings as Settings) : undefined;
}

/** The settings whose planned value may differ from the configured one. */
type PlannedSettings = Pick<Plan, 'filter' | 'logpull_options' | 'output_options'>;

/** Plans the settings that are compared by meaning, of which one that means the same as before is kept; and the output. */
function planSettings(written: Config, planned: Plan, state: State | null): PlannedSettings {
  const compared = SETTING_ROWS.filter(([, { meaning }]) => meaning).map(([name, row]) => {
    const [after, before] = [planned[name], state?.[name] ?? null];
    const isSame =
      after !== null && before !== null && isWhollyKnown(after) && sameMeaning(row, after, before);
    return [name, isSame ? before : after];
  });
  return {
    ...(Object.fromEntries(compared) as Pick<PlannedSettings, 'filter' | 'logpull_options'>),
    output_options: planOutput(written, planned),
  };
}

/** Plans the text around records where it is not configured. */
function planOutput(written: Config, { output_options: planned }: Plan): Plan['output_options'] {
  const { output_options: given } = written;
  if (!isKnown(planned) || !isKnown(given)) return planned;
  const { output_type: type } = planned;
  const left = Object.entries<OutputSetting>(OUTPUT_SETTINGS).flatMap(([name, { defaultByType }]) => {
    if (!defaultByType) return [];
    const otherwise = isKnown(type) ? defaultByType[type as OutputType] : undefined;
    return [[name, given[name as keyof typeof given] ?? otherwise ?? unknown]];
  });
  return { ...planned, ...Object.fromEntries(left) };
}

/** What is beside the declared members of `output_options` goes with it. */
function planKept({ output_options: output }: PlannedSettings, state: State | null): Plan['kept_settings'] {
  const names = state?.kept_settings ?? [];
  if (isUnknown(output) && names.some(isInOutput)) return unknown;
  return namesOrNull(names.filter((name) => output !== null || !isInOutput(name)));
}
