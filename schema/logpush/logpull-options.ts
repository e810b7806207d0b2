import { describeFunction } from '../description/function';
import { logFieldName, logFieldNames } from './setting-checks';
import { logOptionsText } from './log-options';

/** Builds the text of log options from its parts (docs/internals/service.md 5.3). */
export const logpullOptionsFunction = describeFunction({
  name: 'logpull_options',
  summary: 'The text for logpull_options.',
  description:
    'Builds the text for `logpull_options` from the names of log fields and, in an object, further options: ' +
    '`timestamps` (`"unixnano"`, `"unix"` or `"rfc3339"`), `sample` (above 0, at most 1) and `defuse_lookups` (`true` ' +
    'defuses `${` in log entries; the key `CVE-2021-44228` of the service). Null options are omitted.',
  parameters: [
    {
      name: 'fields',
      type: { list: 'string' },
      description: 'Names of log fields of the dataset, e.g. `["RayID", "RequestHeaders"]`.',
      checks: [logFieldNames],
      elementChecks: [logFieldName],
    },
  ],
  variadic: {
    name: 'options',
    type: 'dynamic',
    description: 'At most one object, e.g. `{ timestamps = "rfc3339", sample = 0.5 }`.',
  },
  returns: 'string',
});

/** Parses the text of log options into its parts (docs/internals/service.md 5.3). */
export const parseLogpullOptionsFunction = describeFunction({
  name: 'parse_logpull_options',
  summary: 'The parts of logpull_options.',
  description:
    'Parses the text of `logpull_options`, or the query of a URL. Options that the text does not have are null.',
  parameters: [
    {
      name: 'text',
      type: 'string',
      description: 'Such as `fields=RayID,ClientIP&timestamps=rfc3339`.',
      checks: [logOptionsText],
    },
  ],
  returns: {
    object: { fields: { list: 'string' }, timestamps: 'string', sample: 'number', defuse_lookups: 'bool' },
  },
});
