import {
  sameFilter,
  sameLogOptionsText,
  sameValue,
  type logpushJobSchema,
  type StateOf,
} from '../../../schema';
import type { LogpushJob, LogpushJobInput } from '../../api';
import { optionsIn } from './log-options';
import { outputOf, outputWire } from './output';

export type Schema = typeof logpushJobSchema;
export type State = StateOf<Schema>;

const SETTINGS = [
  'dataset',
  'kind',
  'name',
  'enabled',
  'filter',
  'frequency',
  'logpull_options',
  'options',
  'output_options',
  'max_upload_bytes',
  'max_upload_interval_seconds',
  'max_upload_records',
] as const;

/** What a job does, besides where it delivers to. */
export type Settings = Pick<State, (typeof SETTINGS)[number]>;

/** The settings among an object's attributes, which may be unknown. */
export function settingsIn(
  attributes: Readonly<Record<(typeof SETTINGS)[number], unknown>>,
): Readonly<Record<(typeof SETTINGS)[number], unknown>> {
  return Object.fromEntries(SETTINGS.map((name) => [name, attributes[name]])) as Readonly<
    Record<(typeof SETTINGS)[number], unknown>
  >;
}

/**
 * Reads the settings of a job. What means the same as in `like` stays as it is written there.
 *
 * @param like how the same job is written, where that is known
 */
export function settingsOf(job: LogpushJob, like?: Settings): Settings {
  return {
    dataset: job.dataset,
    // Old jobs may have further kinds (docs/service.md 5.2), which are none of the two.
    kind: job.kind === 'edge' ? 'edge' : '',
    name: job.name,
    enabled: job.enabled,
    filter: filterOf(job.filter, like?.filter),
    frequency: job.frequency === '' ? 'high' : job.frequency,
    ...logOptionsOf(job, like),
    max_upload_bytes: job.max_upload_bytes,
    max_upload_interval_seconds: job.max_upload_interval_seconds,
    max_upload_records: job.max_upload_records,
  };
}

/** Whether a job does what is written. */
export function hasSettings(job: LogpushJob, written: Settings): boolean {
  return sameSettings(settingsOf(job, written), written);
}

/** Whether two settings mean the same. */
export function sameSettings(one: Settings, other: Settings): boolean {
  return SETTINGS.every((name) => {
    switch (name) {
      case 'filter':
        return sameText(one.filter, other.filter, sameFilter);
      case 'logpull_options':
        return sameText(one.logpull_options, other.logpull_options, sameLogOptionsText);
      case 'options':
        // It mirrors the text, and says less.
        return true;
      default:
        return sameValue(one[name], other[name]);
    }
  });
}

/** A new job's body: what is the service's default is left out. */
export function newJob(settings: Settings): LogpushJobInput {
  const { dataset, kind, enabled, ...more } = settings;
  return {
    dataset,
    ...(kind === '' ? {} : { kind }),
    enabled,
    ...Object.fromEntries(
      Object.entries(settable(more)).filter(
        ([name, value]) => value !== null && value !== '' && value !== 0 && !isDefault(name, value),
      ),
    ),
  };
}

/**
 * The body of an update: the members that differ. `output_options` is replaced as a whole; when it goes, a text that the
 * service kept behind it counts again, and where the state does not know that text, the one that is meant is sent too.
 */
export function changedSettings(before: Settings, after: Settings): LogpushJobInput {
  const [old, now] = [settable(before), settable(after)];
  const uncovers =
    before.output_options !== null && before.logpull_options === null && after.output_options === null;
  return Object.fromEntries(
    (Object.keys(now) as (keyof typeof now)[])
      .filter((name) => !sameValue(old[name], now[name]) || (uncovers && name === 'logpull_options'))
      .map((name) => [name, now[name]]),
  );
}

function settable(
  settings: Omit<Settings, 'dataset' | 'kind' | 'enabled'> & { readonly enabled?: boolean },
): LogpushJobInput {
  const { enabled, name, filter, frequency, logpull_options, output_options } = settings;
  return {
    ...(enabled === undefined ? {} : { enabled }),
    name,
    filter,
    frequency,
    // Empty text is no options.
    logpull_options: logpull_options === '' ? null : logpull_options,
    output_options: output_options === null ? null : outputWire(output_options),
    max_upload_bytes: settings.max_upload_bytes,
    max_upload_interval_seconds: settings.max_upload_interval_seconds,
    max_upload_records: settings.max_upload_records,
  };
}

function sameText(
  one: string | null,
  other: string | null,
  same: (one: string, other: string) => boolean,
): boolean {
  return one === null || other === null ? one === other : same(one, other);
}

function isDefault(name: string, value: unknown): boolean {
  return name === 'frequency' && value === 'high';
}

function filterOf(text: string, like: string | null | undefined): string | null {
  if (text === '') return null;
  return typeof like === 'string' && sameFilter(like, text) ? like : text;
}

/**
 * What is logged. Behind `output_options` the service keeps a text that it passes over: it counts where the state has it,
 * because `ignore_changes` keeps it, and where an import finds one.
 */
function logOptionsOf(
  { logpull_options: text, output_options: wire }: LogpushJob,
  like: Settings | undefined,
): Pick<Settings, 'logpull_options' | 'options' | 'output_options'> {
  const output_options = wire === null ? null : outputOf(wire, like?.output_options);
  const isTold = like === undefined ? text !== '' : like.logpull_options !== null;
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
