import { describeFunction } from '../function';
import { logFieldName, logFieldNames } from '../logpush/setting-checks';
import { logOptionsText } from '../logpush/log-options';

/** The text of log options out of their parts (docs/service.md 5.3). */
export const logpullOptionsFunction = describeFunction({
  name: 'logpull_options',
  summary: 'The text of logpull_options.',
  description:
    'Makes the text of `logpull_options` out of the names of log fields and, in an object, what else is wanted: ' +
    '`timestamps` (`"unixnano"`, `"unix"` or `"rfc3339"`), `sample` (above 0, at most 1) and `defuse_lookups` (`true` ' +
    'defuses `${` in log entries; the key `CVE-2021-44228` of the service). What is null is left out.',
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

/** The parts of log options out of their text (docs/service.md 5.3). */
export const parseLogpullOptionsFunction = describeFunction({
  name: 'parse_logpull_options',
  summary: 'The parts of logpull_options.',
  description:
    'Reads the text of `logpull_options`, or a whole URL of which the query counts. What the text does not say is null.',
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
