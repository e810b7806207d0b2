import { DEFUSE_KEY, formatLogOptions, parseLogOptions, type LogTimestamps } from '../../../schema';
import type { Settings } from './settings';

/** The typed form of `logpull_options`. */
export type Options = NonNullable<Settings['options']>;

/** What a job without options has, in both forms. */
export const NO_OPTIONS: Pick<Settings, 'logpull_options' | 'options'> = {
  logpull_options: '',
  options: { fields: [], timestamps: 'unixnano', sample: 1 },
};

/** Stands among the fields for the option that the typed form has no attribute for. */
const DEFUSED = `${DEFUSE_KEY}=true`;

/**
 * The typed form of a text. It says all of it, because it is all that is left where `ignore_changes` keeps `options`.
 * What it has no attribute for stands among the fields, in a form that no configuration may have there:
 * `CVE-2021-44228=true`, or, of a text that cannot be read, the whole text behind a question mark.
 */
export function optionsIn(text: string): Options {
  const parsed = parseLogOptions(text);
  if (!parsed.ok) return { fields: [`?${text}`], timestamps: 'unixnano', sample: 1 };
  const { fields, timestamps = 'unixnano', sample = 1, defuse = false } = parsed.options;
  return { fields: [...new Set(fields), ...(defuse ? [DEFUSED] : [])], timestamps, sample };
}

/** The text of options; what is the service's default is left out. */
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
