import { parseLogOptions, parseLogpullOptionsFunction } from '../../schema';
import { defineFunction } from '../sdk/framework';

/** `parse_logpull_options("fields=RayID&timestamps=rfc3339")`. The check of its parameter says what is wrong. */
export const parseLogpullOptions = defineFunction({
  ...parseLogpullOptionsFunction,

  run({ text }, diagnostics) {
    const parsed = parseLogOptions(text);
    if (!parsed.ok) {
      diagnostics.errors(parsed.problems.map((problem) => ({ ...problem, path: ['text'] })));
      return undefined;
    }
    const { fields, timestamps = null, sample = null, defuse = null } = parsed.options;
    return { fields, timestamps, sample, defuse_lookups: defuse };
  },
});
