import {
  DEFUSE_KEY,
  formatLogOptions,
  parseLogOptions,
  type LogTimestamps,
  type logpushJobSchema,
  type StateOf,
} from '../../../schema';

type Settings = StateOf<typeof logpushJobSchema>;

/** The typed form of `logpull_options`. */
export type Options = NonNullable<Settings['options']>;

/** The options of a job that sets none, in both forms. */
export const NO_OPTIONS: Pick<Settings, 'logpull_options' | 'options'> = {
  logpull_options: '',
  options: { fields: [], timestamps: 'unixnano', sample: 1 },
};

/** Represents, among the fields, the option that the typed form has no attribute for. */
const DEFUSED = `${DEFUSE_KEY}=true`;

/**
 * The typed form of a text. It has to be complete, because nothing else is left where `ignore_changes` keeps `options`.
 * What has no attribute goes among the fields, in a form that no configuration may have there: `CVE-2021-44228=true`,
 * or, for a text that cannot be parsed, a question mark and the whole text.
 */
export function optionsIn(text: string): Options {
  const parsed = parseLogOptions(text);
  if (!parsed.ok) return { fields: [`?${text}`], timestamps: 'unixnano', sample: 1 };
  const { fields, timestamps = 'unixnano', sample = 1, defuse = false } = parsed.options;
  return { fields: [...new Set(fields), ...(defuse ? [DEFUSED] : [])], timestamps, sample };
}

/** The text of options, without defaults of the service. */
export function textOf({ fields, timestamps, sample }: Options): string {
  const unread = fields.find((field) => field.startsWith('?'));
  if (unread !== undefined) return unread.slice(1);
  return formatLogOptions({
    fields: fields.filter((field) => field !== DEFUSED).sort(),
    ...(timestamps !== 'unixnano' && { timestamps: timestamps as LogTimestamps }),
    ...(typeof sample === 'number' && sample !== 1 && { sample }),
    ...(fields.includes(DEFUSED) && { defuse: true }),
  });
}

/** Of the two forms of what is logged, the one that a configuration has: the typed one where it can express the text. */
export function oneForm<S extends Partial<Pick<Settings, 'logpull_options' | 'options'>>>(settings: S): S {
  const { options } = settings;
  if (!options) return settings;
  if (options.fields.length === 0) return { ...settings, logpull_options: null, options: null };
  const isExpressed = !options.fields.some((field) => field === DEFUSED || field.startsWith('?'));
  return isExpressed ? { ...settings, logpull_options: null } : { ...settings, options: null };
}
