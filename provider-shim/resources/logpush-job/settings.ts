import {
  JOB_SETTINGS,
  sameLogOptionsText,
  sameValue,
  SENT_SETTINGS,
  type JobSetting,
  type logpushJobSchema,
  type StateOf,
} from '../../../schema';
import type { LogpushJob, LogpushJobInput } from '../../api';
import { optionsIn } from './log-options';
import { outputOf, outputWire, type Output } from './output';

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
  return {
    ...Object.fromEntries(SENT_SETTINGS.map(([name, row]) => [name, valueOf(row, job[name], like?.[name])])),
    ...logOptionsOf(job, like),
  } as Settings;
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
export function meaningsOf(settings: Partial<Settings>): Readonly<Record<string, unknown>> {
  const known = SENT_SETTINGS.filter(([name]) => name in settings);
  return Object.fromEntries(known.map(([name, row]) => [name, meaningOf(row, settings[name])]));
}

/** The body of a new job, without defaults of the service. */
export function newJob(settings: Settings): LogpushJobInput {
  const said = SENT_SETTINGS.filter(([name, row]) => {
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
    before.output_options !== null && before.logpull_options === null && after.output_options === null;
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => !sameValue(old[name], value) || (uncovers && name === 'logpull_options'),
    ),
  );
}

/** The settings that an update can change. */
const UPDATABLE = SENT_SETTINGS.filter(([, { replaceOnChange }]) => !replaceOnChange);

function bodyOf(rows: typeof SENT_SETTINGS, settings: Settings): Readonly<Record<string, unknown>> {
  return Object.fromEntries(rows.map(([name, row]) => [name, sentValue(row, settings[name])]));
}

/** The value as the service accepts it: empty text that means unset is null. */
function sentValue({ nested, default: otherwise }: JobSetting, value: unknown): unknown {
  if (nested) return value === null ? null : outputWire(value as Output);
  return value === '' && otherwise === undefined ? null : value;
}

/** The reverse; `like` is the same setting as written. */
function valueOf(
  { default: otherwise = null, read, meaning }: JobSetting,
  answered: unknown,
  like: unknown,
): unknown {
  if (typeof answered !== 'string') return answered;
  if (answered === '') return otherwise;
  const value = read?.(answered) ?? answered;
  return meaning && typeof like === 'string' && meaning(like) === meaning(value) ? like : value;
}

/** The canonical value: the same for all values of a setting that mean the same. */
export function meaningOf({ meaning }: JobSetting, value: unknown): unknown {
  return meaning && typeof value === 'string' ? meaning(value) : value;
}

/**
 * The three forms of what is logged. Behind `output_options`, the service keeps a `logpull_options` that it ignores. It
 * is read where the state has it, because `ignore_changes` keeps it.
 */
function logOptionsOf(
  { logpull_options: text, output_options: wire }: LogpushJob,
  like: Settings | undefined,
): Pick<Settings, 'logpull_options' | 'options' | 'output_options'> {
  const output_options = wire === null ? null : outputOf(wire, like?.output_options);
  const isTold = typeof like?.logpull_options === 'string';
  return output_options !== null && !isTold
    ? { logpull_options: null, options: null, output_options }
    : { ...logpullOf(text, like), output_options };
}

function logpullOf(text: string, like: Settings | undefined): Pick<Settings, 'logpull_options' | 'options'> {
  const written = like?.logpull_options;
  return typeof written === 'string' && sameLogOptionsText(written, text)
    ? { logpull_options: written, options: like?.options ?? optionsIn(written) }
    : { logpull_options: text, options: optionsIn(text) };
}
