import { refusedBody } from '../http/envelope';
import { refuse } from '../http/operation';
import { logpushOperation } from './logpush-operation';
import { tokenFault } from './ownership-token';
import { readChallengeBody } from './read-validation';

/** docs/service.md 5.1. */
export const validateOwnership = logpushOperation({
  name: 'logpush.ownership.validate',
  doing: 'validating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/ownership/validate',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const sent = readChallengeBody(body);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (dryRun) return { kind: 'result', result: null };
    const { destination, challenge } = sent.value;
    const valid = tokenFault(challenge, zone.id, destination, service.clock.now()) === undefined;
    return { kind: 'result', result: { valid } };
  },
});
