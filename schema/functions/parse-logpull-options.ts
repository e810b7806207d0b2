import { describeFunction } from '../function';
import { logOptionsText } from '../logpush/parse-log-options';

/** The parts of log options out of their text (docs/service.md 5.3). */
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
