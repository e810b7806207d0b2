import { formatLogOptions, parseLogOptions, type LogTimestamps } from '../../../schema';
import type { Settings } from './settings';

/** The typed form of `logpull_options`. */
export type Options = NonNullable<Settings['options']>;

/** What a job without options has, in both forms. */
export const NO_OPTIONS: Pick<Settings, 'logpull_options' | 'options'> = {
  logpull_options: '',
  options: { fields: [], timestamps: 'unixnano', sample: 1 },
};

/** The typed form of a text; null for one that it cannot say. */
export function optionsIn(text: string): Options | null {
  const parsed = parseLogOptions(text);
  if (!parsed.ok) return null;
  const { fields, timestamps = 'unixnano', sample = 1 } = parsed.options;
  return { fields: [...new Set(fields)], timestamps, sample };
}

/** The text of options; what is the service's default is left out. */
export function textOf({ fields, timestamps, sample }: Options): string {
  return formatLogOptions({
    fields: [...fields].sort(),
    ...(timestamps !== 'unixnano' && { timestamps: timestamps as LogTimestamps }),
    ...(typeof sample === 'number' && sample !== 1 && { sample }),
  });
}
