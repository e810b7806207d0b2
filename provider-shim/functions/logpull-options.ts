import { formatLogOptions, logpullOptionsFunction } from '../../schema';
import { defineFunction } from '../sdk/framework';
import { readFurtherOptions } from './further-options';

/** `logpull_options(["RayID"], { timestamps = "rfc3339" })`. The checks of its parameters cover the fields. */
export const logpullOptions = defineFunction({
  ...logpullOptionsFunction,

  run({ fields, options: [options, second] }, diagnostics) {
    if (second !== undefined) {
      diagnostics.error({
        path: ['options', 1],
        message: 'There is more than one object of options.',
        hint: 'Give one, such as { timestamps = "rfc3339", sample = 0.5 }.',
      });
      return undefined;
    }
    const read = readFurtherOptions(options);
    if (read.ok) return formatLogOptions({ fields, ...read.options });
    diagnostics.errors(read.problems.map((problem) => ({ ...problem, path: ['options', 0] })));
    return undefined;
  },
});
