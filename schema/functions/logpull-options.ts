import { describeFunction } from '../function';
import { logFieldName, logFieldNames } from '../logpush/log-field-names';

/** The text of log options out of their parts (docs/service.md 5.3). */
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
