import { parseDestination } from '../destinations/parse-destination';
import { refusedBody } from '../http/envelope';
import { refuse } from '../http/operation';
import { logpushOperation } from './logpush-operation';
import { readDestinationBody } from './read-validation';
import { testDestination } from './test-destination';

/** docs/service.md 5.1: a destination that does not fit is an answer, not an error. */
export const validateDestination = logpushOperation({
  name: 'logpush.validate.destination',
  doing: 'validating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/validate/destination',
  body: 'json',
  run: async ({ service, body, dryRun }) => {
    const sent = readDestinationBody(body);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (dryRun) return { kind: 'result', result: null };
    const parsed = parseDestination(sent.value);
    if (!parsed.ok) return { kind: 'result', result: { valid: false, message: parsed.reason } };
    const outcome = await testDestination(service, sent.value);
    return {
      kind: 'result',
      result: { valid: outcome.ok, message: outcome.ok ? '' : outcome.message },
    };
  },
});
