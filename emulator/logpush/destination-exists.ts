import { refusedBody } from '../http/envelope';
import { refuse } from '../http/operation';
import { logpushOperation } from './logpush-operation';
import { readDestinationBody } from './read-validation';

/** docs/service.md 5.1: whether a job of the zone has this destination, by its whole text. */
export const destinationExists = logpushOperation({
  name: 'logpush.validate.destination.exists',
  doing: 'validating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/validate/destination/exists',
  body: 'json',
  run: ({ zone, body, dryRun }) => {
    const sent = readDestinationBody(body);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (dryRun) return { kind: 'result', result: null };
    const jobs = [...zone.logpush.jobs.values()];
    return { kind: 'result', result: { exists: jobs.some((job) => job.destination_conf === sent.value) } };
  },
});
