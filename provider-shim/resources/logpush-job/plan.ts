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
  type Explanation,
  type OutputSetting,
  type OutputType,
  type PlannedState,
  type Problem,
  type Unknown,
} from '../../../schema';
import type { InterruptedCreation } from '../../records/creation-records';
import { namesOrNull, sayKept } from '../messages';
import { findReplacement, findUnfinished, isEqualJob, type ListedJobs } from './create-job';
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

/** What a plan may need to know besides. */
export interface Known {
  /** An `import` block for a job, by its import id. */
  readonly importBlock: (id: string) => string;
  /** Whether this run has imported the job with its destination in the state. */
  readonly isImportedOpenly: boolean;
  /** The interrupted creations of the zone. */
  readonly creations: readonly InterruptedCreation[];
  /** What is found out only for a plan that asks for it; what cannot be found out is undefined then. */
  readonly found: {
    /** The zone, as `zoneInMessages` returns it. */
    readonly zone?: string | undefined;
    /** The log fields of the planned dataset. */
    readonly fields?: FoundFields | undefined;
    readonly jobs?: ListedJobs | undefined;
  };
}

type Asked = keyof Known['found'];

export type Notice = Explanation & { readonly severity: 'error' | 'warning' };

interface JobPlan {
  /** The attributes that are planned in another way than the framework does; undefined for a destroy. */
  readonly planned: Partial<Plan> | undefined;
  readonly notices: readonly Notice[];
  /** The attributes because of which the job is replaced. */
  readonly replace: readonly 'job_id'[];
  /** What it needs to know and does not yet: until it does, there may be more notices. */
  readonly asks: readonly Asked[];
  /** Whether the destination is sent; unknown until it is known whether it changes. */
  readonly sent: boolean | Unknown;
  /** Whether anything but the token differs from the state. */
  readonly changes: boolean;
}

/** How a plan collects what it says and asks. */
class Notes {
  readonly notices: Notice[] = [];
  readonly asks = new Set<Asked>();

  constructor(private readonly found: Known['found']) {}

  readonly warning = (one: Explanation | undefined): void => {
    if (one) this.notices.push({ severity: 'warning', ...one });
  };

  errors(all: readonly Explanation[]): void {
    this.notices.push(...all.map((one): Notice => ({ severity: 'error', ...one })));
  }

  ask<N extends Asked>(name: N): Known['found'][N] {
    if (!(name in this.found)) this.asks.add(name);
    return this.found[name];
  }

  get zone(): string {
    return this.ask('zone') ?? '';
  }

  get all(): Pick<JobPlan, 'notices' | 'asks'> {
    return { notices: this.notices, asks: [...this.asks] };
  }
}

/**
 * Plans the computed attributes, and checks what can be checked before apply.
 *
 * @param written null to destroy the job
 * @param planned by the framework
 * @param before undefined for a new job
 */
export function planJob(
  written: Config | null,
  planned: Plan | null,
  before: Before | undefined,
  known: Known,
): JobPlan {
  const notes = new Notes(known.found);
  const state = before?.state ?? null;
  if (written === null || planned === null) {
    // It existed before: its destination cannot be recovered.
    if (state?.taken_over) notes.warning(PROBLEM.imported_job_deleted(notes.zone, state.job_id));
    return { ...notes.all, planned: undefined, replace: [], sent: false, changes: true };
  }
  const { sent, ...destination } = planDestination(written, planned, before);
  const settings = planSettings(written, planned, state);
  const changed: Partial<Plan> = { ...destination, ...settings, kept_settings: planKept(settings, state) };
  const plan: Plan = { ...planned, ...changed };
  const differs = (name: keyof State): boolean => !sameValue(state?.[name], plan[name]);
  const names = Object.keys(state ?? {}) as (keyof State)[];
  // A changed token alone is no change.
  const changes = state === null || names.some((name) => name !== 'ownership_challenge' && differs(name));

  if (state === null) notes.errors(destinationGiven(written));
  checkDestination(notes, written, plan, before, sent);
  if (changes) checkSettings(notes, written, plan, state);
  if (sent !== false) notes.warning(schemeUnknown(written));
  if (changes) checkFields(notes, written, plan, state);
  if (state && known.isImportedOpenly && isKnown(written.destination_conf_wo))
    notes.errors([PROBLEM.imported_openly(state, written.destination_conf_wo_version)]);
  const declared = declaredIn(written, plan);
  const isReplaced = declared !== undefined && lookForOthers(notes, plan, state, declared, known);

  // That an import found no token is none to remove. The engine does not let one in the place of null stay unstored.
  const keepsToken =
    state &&
    (written.ownership_challenge === null
      ? !changes || state.ownership_challenge === ''
      : !changes && state.ownership_challenge !== null);
  const { ownership_challenge } = keepsToken ? state : written;
  const taken_over = state === null ? false : state.taken_over;
  return {
    ...{ ...notes.all, sent, changes },
    planned: { ...changed, ownership_challenge, taken_over, ...(isReplaced && { job_id: unknown }) },
    replace: isReplaced ? ['job_id'] : [],
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

function checkDestination(
  notes: Notes,
  written: Config,
  { destination_conf_wo_version: version }: Plan,
  before: Before | undefined,
  sent: boolean | Unknown,
): void {
  const { destination_conf: stored, destination_conf_wo: writeOnly } = written;
  const text = writtenDestination(written);
  const tokens = [written.ownership_challenge, written.ownership_challenge_wo];
  if (isKnown(writeOnly) && stored !== null && stored === before?.state.destination_conf)
    notes.errors([PROBLEM.destination_conf_ignored()]);
  // docs/internals/service.md 5.6
  const isProven = tokens.some((token) => token !== null && token !== '');
  if (sent === true && !isProven && isKnown(text) && needsOwnershipChallenge(text) === true) {
    const { scheme } = parseDestination(text) ?? { scheme: '' };
    notes.errors([PROBLEM.ownership_challenge_missing(scheme, before !== undefined)]);
  }
  if (!before && written.enabled === null) notes.warning(PROBLEM.disabled_by_default());
  if (!before?.sent) return;
  if (isForgotten(before.sent, written, before.state, version))
    notes.warning(PROBLEM.destination_not_sent(before.state.destination_conf_wo_version));
  // Not needed for a plan that does not send the destination.
  if (sent !== false && isReadElsewhere(before.sent, before.state))
    notes.warning(PROBLEM.destination_replaced(notes.zone, before.state));
}

function checkSettings(notes: Notes, written: Config, plan: Plan, state: State | null): void {
  const { logpull_options: options, output_options: output } = written;
  // The checks saw what is written; with ignore_changes of a member something else is planned.
  if (isKnown(plan.logpull_options))
    notes.errors(optionsFit(plan.logpull_options).map((one) => under(['logpull_options'], one)));
  const namesFields =
    isUnknown(options) ||
    (options?.fields ?? null) !== null ||
    (isKnown(options?.other) && /(^|&)fields=/.test(options.other));
  if (output === null && !namesFields)
    notes.warning(PROBLEM.no_fields_named(isKnown(plan.dataset) ? plan.dataset : undefined));
  if (saysOptions(options) && isKnown(output)) notes.warning(PROBLEM.options_passed_over());
  const text = writtenDestination(written) ?? state?.destination;
  if (saysOptions(options) && output === null && isKnown(text) && text.startsWith('https://'))
    notes.warning(PROBLEM.options_refused_for_https());
  // A new job in its place keeps nothing.
  const isSame = (['zone_id', 'dataset', 'kind'] as const).every((name) => plan[name] === state?.[name]);
  if (state && isSame && isKnown(plan.kept_settings) && plan.kept_settings !== null)
    sayKept(notes, `Log push job ${String(state.job_id)} of zone ${notes.zone}`, plan.kept_settings);
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
function checkFields(notes: Notes, written: Config, plan: Plan, state: State | null): void {
  const { zone_id: zoneId, dataset } = plan;
  if (!isKnown(zoneId) || !isKnown(dataset)) return;
  // What is already in the state was checked before, or ignore_changes keeps it.
  const before = new Set(state && namedFields(state).map(({ name }) => name));
  const named = namedFields(written).filter(({ name }) => !before.has(name));
  if (named.length === 0 && state !== null) return;
  const found = notes.ask('fields');
  if (found?.kind === 'refused')
    notes.warning(PROBLEM.log_fields_not_checked(dataset, found.error.toProblem()));
  else if (found) notes.errors(fieldProblems(dataset, named, found));
}

/**
 * Says that the zone has a job that is identical to a new one, or that an interrupted run created for it.
 *
 * @returns whether the job is replaced, because an interrupted run began to and nothing in the configuration asks for it
 *   (`-replace`): the state still has only the old job, so no plan would show the new one
 */
function lookForOthers(
  notes: Notes,
  { destination_conf_wo_version: version }: Plan,
  state: State | null,
  declared: Declared,
  { creations, importBlock }: Known,
): boolean {
  const { zoneId } = declared;
  if (state && (creations.length === 0 || state.job_id === null)) return false;
  const jobs = notes.ask('jobs');
  if (!jobs) return false;
  if (state && state.job_id !== null) {
    const replacement = findReplacement(creations, jobs, declared, state.job_id);
    if (replacement) notes.warning(PROBLEM.replacement_finished(zoneId, state.job_id, replacement.job.id));
    return replacement !== undefined;
  }
  const unfinished = findUnfinished(creations, jobs.free, declared);
  const equal = unfinished ? undefined : jobs.free.find((job) => isEqualJob(job, declared));
  if (unfinished) notes.warning(PROBLEM.creation_completed(zoneId, unfinished.job.id, unfinished.action));
  if (!equal) return false;
  const id = `${zoneId}/${equal.id}${isKnown(version) ? `/${String(version)}` : ''}`;
  notes.warning(PROBLEM.equal_job_there(notes.zone, equal.id, importBlock(id)));
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
  const isInside = (name: string): boolean => name.startsWith('output_options.');
  if (isUnknown(output) && names.some(isInside)) return unknown;
  return namesOrNull(names.filter((name) => output !== null || !isInside(name)));
}
