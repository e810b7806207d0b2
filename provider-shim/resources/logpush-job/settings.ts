import {
  JOB_SETTINGS,
  sameValue,
  SETTING_ROWS,
  type JobSetting,
  type logpushJobSchema,
  type StateOf,
  OUTPUT_SETTINGS,
  type OutputSetting,
  outputDefault,
  canonicalJson,
  destinationMeaning,
} from '../../../schema';
import type { LogpushJob, LogpushJobInput } from '../../api';

export type Schema = typeof logpushJobSchema;
export type State = StateOf<Schema>;

type SettingName = keyof typeof JOB_SETTINGS;

const NAMES = Object.keys(JOB_SETTINGS) as readonly SettingName[];

/** The settings of a job, other than its destination. */
export type Settings = Pick<State, SettingName>;

/** The settings among an object's attributes, which may be unknown. */
export function settingsIn(
  attributes: Readonly<Record<SettingName, unknown>>,
): Readonly<Record<SettingName, unknown>> {
  return Object.fromEntries(NAMES.map((name) => [name, attributes[name]])) as Record<SettingName, unknown>;
}

/**
 * Reads the settings of a job. A value that means the same as in `like` is kept as written there.
 *
 * @param like the configured or stored form of the same job, if known
 */
export function settingsOf(job: LogpushJob, like?: Settings): Settings {
  const { output_options: wire } = job;
  const output_options = wire === null ? null : outputOf(wire, like?.output_options);
  const read = SETTING_ROWS.map(
    ([name, row]) => [name, valueOf(row, job[name], like?.[name] ?? null)] as const,
  );
  // The service ignores what it keeps behind output_options. It is read where ignore_changes keeps it in the state.
  const written = like?.logpull_options ?? null;
  return {
    ...Object.fromEntries(read),
    output_options,
    ...(output_options !== null && saysNothing(written) && { logpull_options: written }),
  } as Settings;
}

function saysNothing(options: Settings['logpull_options']): boolean {
  return sameMeaning(JOB_SETTINGS.logpull_options, options, null);
}

/** Whether a job has these settings. */
export function hasSettings(job: LogpushJob, written: Settings): boolean {
  return sameSettings(settingsOf(job, written), written);
}

/** Whether two settings mean the same. */
export function sameSettings(one: Settings, other: Settings): boolean {
  return sameValue(meaningsOf(one), meaningsOf(other));
}

/** The canonical values of settings, by the service's names. */
function meaningsOf(settings: Partial<Settings>): Readonly<Record<string, unknown>> {
  const known = SETTING_ROWS.filter(([name]) => name in settings);
  return Object.fromEntries(known.map(([name, row]) => [name, meaningOf(row, settings[name])]));
}

/** The body of a new job, without defaults of the service. */
export function newJob(settings: Settings): LogpushJobInput {
  const said = SETTING_ROWS.filter(([name, row]) => {
    const value = sentValue(row, settings[name]);
    return row.alwaysSent ?? (value !== null && value !== row.default);
  });
  return bodyOf(said, settings);
}

/**
 * The body of an update: the members that differ. `output_options` is replaced as a whole. Once it is removed, the
 * `logpull_options` that the service kept behind it take effect again; if the state does not have them, the planned
 * ones are sent too.
 */
export function changedSettings(before: Settings, after: Settings): LogpushJobInput {
  const [old, now] = [bodyOf(UPDATABLE, before), bodyOf(UPDATABLE, after)];
  const uncovers =
    before.output_options !== null && saysNothing(before.logpull_options) && after.output_options === null;
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => !sameValue(old[name], value) || (uncovers && name === 'logpull_options'),
    ),
  );
}

/** The members of planned settings that a job does not have yet. */
export function openSettings(job: LogpushJob, planned: Settings, state: Settings): LogpushJobInput {
  // What a plan removes may be hidden behind output_options.
  const like = { ...planned, logpull_options: planned.logpull_options ?? state.logpull_options };
  return changedSettings(settingsOf(job, like), planned);
}

/** The settings that an update can change. */
const UPDATABLE = SETTING_ROWS.filter(([, { replaceOnChange }]) => !replaceOnChange);

function bodyOf(rows: typeof SETTING_ROWS, settings: Settings): Readonly<Record<string, unknown>> {
  return Object.fromEntries(rows.map(([name, row]) => [name, sentValue(row, settings[name])]));
}

/** The value as the service accepts it: empty text that means unset is null. */
function sentValue({ nested, write, default: otherwise }: JobSetting, value: unknown): unknown {
  if (nested && !write) return value === null ? null : outputWire(value as Output);
  const sent = write && value !== null ? write(value as never) : value;
  return sent === '' && otherwise === undefined ? null : sent;
}

/** The reverse; `like` is the same setting as written. */
function valueOf(row: JobSetting, answered: unknown, like: unknown): unknown {
  const { default: otherwise = null, read, meaning } = row;
  if (typeof answered !== 'string') return answered;
  const value = answered === '' ? otherwise : (read?.(answered) ?? answered);
  return meaning ? [like, otherwise, value].find((one) => sameMeaning(row, one, value)) : value;
}

/** Whether two values of a setting mean the same, as those that are equal do. */
export function sameMeaning(row: JobSetting, one: unknown, other: unknown): boolean {
  return sameValue(one, other) || sameValue(meaningOf(row, one), meaningOf(row, other));
}

/** The canonical value: the same for all values of a setting that mean the same. */
function meaningOf({ meaning, nested }: JobSetting, value: unknown): unknown {
  return meaning && (nested || value !== null) ? meaning(value as never) : value;
}

/** `output_options` of a job, with every default written out. */
export type Output = NonNullable<StateOf<typeof logpushJobSchema>['output_options']>;

type Wire = NonNullable<LogpushJob['output_options']>;

const ROWS = Object.entries<OutputSetting>(OUTPUT_SETTINGS) as readonly (readonly [
  keyof Output,
  OutputSetting,
])[];

/**
 * Reads the service's `output_options`. A member that is null has the service's default, or remains the empty string
 * that it was before if the output type is the same.
 *
 * @param like the configured or stored form of the same job, if known
 */
export function outputOf(wire: Wire, like: Output | null | undefined): Output {
  const type = outputValueOf(OUTPUT_SETTINGS.output_type, wire['output_type'], null, '') as string;
  const before = like?.output_type === type ? like : undefined;
  return Object.fromEntries(
    ROWS.map(([name, row]) => [name, outputValueOf(row, wire[row.wireName ?? name], before?.[name], type)]),
  ) as Output;
}

/**
 * The service's form, always sent as a whole: what a PUT omits falls back to its default (docs/internals/service.md 5.4). So
 * defaults are omitted, and a dataset is not sent members that it does not support.
 */
export function outputWire(output: Output): NonNullable<LogpushJobInput['output_options']> {
  const said = ROWS.filter(([name, row]) => {
    const value = output[name] ?? null;
    return row.alwaysSent ?? (value !== null && value !== outputDefault(row, output.output_type));
  });
  return Object.fromEntries(said.map(([name, { wireName = name }]) => [wireName, output[name]]));
}

function outputValueOf(row: OutputSetting, answered: unknown, before: unknown, type: string): unknown {
  const isUnset = answered === '' ? row.emptyIsUnset : Array.isArray(answered) && answered.length === 0;
  if (!isUnset && (answered ?? null) !== null) return answered;
  return before === '' ? '' : outputDefault(row, type);
}

/** A job as a resource declares it. */
export interface Declared {
  readonly zoneId: string;
  readonly destination: string;
  readonly settings: Settings;
}

/** A canonical text: the same for all spellings of a job. It holds the destination, and thus secrets. */
export function declaredMeaning({ destination, settings }: Omit<Declared, 'zoneId'>): string {
  const { output_options: output, ...more } = settings;
  return canonicalJson({
    ...meaningsOf(more),
    destination: destinationMeaning(destination),
    // The service may replace an empty text with its default.
    output:
      output === null
        ? null
        : Object.fromEntries(Object.entries(outputWire(output)).filter(([, value]) => value !== '')),
  });
}

/** The same for a job of the service. */
export function jobMeaning(job: LogpushJob): string {
  return declaredMeaning({ destination: job.destination_conf, settings: settingsOf(job) });
}
