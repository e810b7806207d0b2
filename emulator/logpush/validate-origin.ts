import { refusedBody } from '../http/envelope';
import { refuse } from '../http/operation';
import { checkBody } from './check-body';
import { datasetFields } from './datasets';
import { logpushOperation } from './logpush-operation';
import { readLogpullOptions } from './read-logpull-options';
import { readOriginBody } from './read-validation';

/** docs/service.md 5.1: options that do not fit are an answer, not an error. */
export const validateOrigin = logpushOperation({
  name: 'logpush.validate.origin',
  doing: 'validating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/validate/origin',
  body: 'json',
  run: ({ body, dryRun }) => {
    const sent = readOriginBody(body);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (dryRun) return { kind: 'result', result: null };
    const { options, dataset } = sent.value;
    const checked = checkBody({}, (reader) =>
      readLogpullOptions(reader.with('logpull_options', options ?? ''), datasetFields(dataset)),
    );
    const message = checked.ok ? '' : checked.problems.map((problem) => problem.message).join('; ');
    return { kind: 'result', result: { valid: checked.ok, message } };
  },
});
