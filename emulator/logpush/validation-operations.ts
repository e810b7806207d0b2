import { parseDestination } from '../destinations/parse-destination';
import { accepted } from '../errors/refusal';
import type { ServiceOperation } from '../service/operation';
import { onEachScope } from '../service/operation';
import { knownFields } from './datasets';
import { testDestination } from './job-operations';
import { readLogpullOptions } from './logpull-options';
import { logpushOperation } from './logpush-operation';
import { checkBody, readDestinationBody, readOriginBody } from './read-bodies';

const VALIDATE_PATH = '/logpush/validate';

/** A destination that is not valid is an answer, not an error (docs/internals/service.md 5.1). */
const validateDestination = logpushOperation({
  name: 'logpush.validate.destination',
  doing: 'validating',
  method: 'POST',
  path: `${VALIDATE_PATH}/destination`,
  body: 'json',
  run: async ({ service, body, dryRun }) => {
    const destination = accepted(readDestinationBody(body));
    if (dryRun) return { kind: 'result', result: null };
    const parsed = parseDestination(destination);
    if (!parsed.ok) return { kind: 'result', result: { valid: false, message: parsed.reason } };
    const outcome = await testDestination(service, destination);
    return {
      kind: 'result',
      result: { valid: outcome.ok, message: outcome.ok ? '' : outcome.message },
    };
  },
});

/** Whether a job of the zone or account has this destination, by its whole text (docs/internals/service.md 5.1). */
const destinationExists = logpushOperation({
  name: 'logpush.validate.destination.exists',
  doing: 'validating',
  method: 'POST',
  path: `${VALIDATE_PATH}/destination/exists`,
  body: 'json',
  run: ({ scope, body, dryRun }) => {
    const destination = accepted(readDestinationBody(body));
    if (dryRun) return { kind: 'result', result: null };
    const jobs = [...scope.logpush.jobs.values()];
    const exists = jobs.some((job) => job.destination_conf === destination);
    return { kind: 'result', result: { exists } };
  },
});

/** Options that are not valid are an answer, not an error (docs/internals/service.md 5.1). */
const validateOrigin = logpushOperation({
  name: 'logpush.validate.origin',
  doing: 'validating',
  method: 'POST',
  path: `${VALIDATE_PATH}/origin`,
  body: 'json',
  run: ({ scope, body, dryRun }) => {
    const { options, dataset } = accepted(readOriginBody(body, scope.kind));
    if (dryRun) return { kind: 'result', result: null };
    const checked = checkBody({}, (reader) =>
      readLogpullOptions(reader.with('logpull_options', options ?? ''), knownFields(dataset, scope.kind)),
    );
    const message = checked.ok ? '' : checked.problems.map((problem) => problem.message).join('; ');
    return { kind: 'result', result: { valid: checked.ok, message } };
  },
});

export const VALIDATION_OPERATIONS: readonly ServiceOperation[] = onEachScope([
  validateDestination,
  destinationExists,
  validateOrigin,
]);
