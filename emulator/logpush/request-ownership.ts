import { createHash } from 'node:crypto';
import { fillDate } from '../destinations/date-placeholder';
import { parseDestination } from '../destinations/parse-destination';
import { refusedBody } from '../http/envelope';
import { refuse } from '../http/operation';
import { logpushOperation } from './logpush-operation';
import { ownershipToken } from './ownership-token';
import { readDestinationBody } from './read-validation';

/** docs/service.md 5.6: the token goes into a file at the destination; the answer only names the file. */
export const requestOwnership = logpushOperation({
  name: 'logpush.ownership',
  doing: 'creating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/ownership',
  body: 'json',
  run: async ({ service, zone, body, dryRun }) => {
    const sent = readDestinationBody(body);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    if (dryRun) return { kind: 'result', result: null };
    const parsed = parseDestination(sent.value);
    if (!parsed.ok) return refusedAs(parsed.reason);
    const now = service.clock.now();
    const token = ownershipToken(zone.id, sent.value, now);
    const name = `ownership-challenge-${createHash('sha256').update(token).digest('hex').slice(0, 8)}.txt`;
    const outcome = await service.destinations.upload({
      destination: sent.value,
      name,
      content: Buffer.from(token),
      contentType: 'text/plain',
    });
    if (!outcome.ok) return refusedAs(outcome.message);
    const folder = fillDate(parsed.destination.path, now);
    const filename = folder === '' ? name : `${folder}/${name}`;
    return { kind: 'result', result: { filename, message: '', valid: true } };
  },
});

function refusedAs(message: string): { readonly kind: 'result'; readonly result: unknown } {
  return { kind: 'result', result: { filename: '', message, valid: false } };
}
