import { createHash } from 'node:crypto';
import { fillDate } from '../destinations/destinations';
import { needsChallenge, parseDestination } from '../destinations/parse-destination';
import { accepted } from '../service/refusal';
import { type Answer, type ZoneCall, type ZoneOperation, BASE_PATH } from '../service/operation';
import { ownershipRefused } from './errors';
import { logpushOperation } from './logpush-operation';
import { type TokenFault, ownershipToken, tokenFault } from './ownership-token';
import { readChallengeBody, readDestinationBody } from './read-bodies';

/** Writes the token into a file at the destination; the answer only names the file (docs/internals/service.md 5.6). */
const request = logpushOperation({
  name: 'logpush.ownership',
  doing: 'creating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/ownership',
  body: 'json',
  run: async ({ service, zone, body, dryRun }) => {
    const destination = accepted(readDestinationBody(body));
    if (dryRun) return { kind: 'result', result: null };
    const parsed = parseDestination(destination);
    if (!parsed.ok) return notWritten(parsed.reason);
    const now = service.clock.now();
    const token = ownershipToken(zone.id, destination, now);
    const name = `ownership-challenge-${createHash('sha256').update(token).digest('hex').slice(0, 8)}.txt`;
    const outcome = await service.destinations.upload({
      destination,
      name,
      content: Buffer.from(token),
    });
    if (!outcome.ok) return notWritten(outcome.message);
    const folder = fillDate(parsed.destination.path, now);
    const filename = folder === '' ? name : `${folder}/${name}`;
    return { kind: 'result', result: { filename, message: '', valid: true } };
  },
});

/** docs/internals/service.md 5.1. */
const validate = logpushOperation({
  name: 'logpush.ownership.validate',
  doing: 'validating',
  method: 'POST',
  path: '/zones/:zone_id/logpush/ownership/validate',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const { destination, challenge } = accepted(readChallengeBody(body));
    if (dryRun) return { kind: 'result', result: null };
    const valid = tokenFault(challenge, zone.id, destination, service.clock.now()) === undefined;
    return { kind: 'result', result: { valid } };
  },
});

export const OWNERSHIP_OPERATIONS: readonly ZoneOperation[] = [request, validate];

function notWritten(message: string): Answer {
  return { kind: 'result', result: { filename: '', message, valid: false } };
}

const FAULTS: Readonly<Record<TokenFault, string>> = {
  malformed: 'it is not a token of this service',
  signature: 'its signature is not valid',
  zone: 'it was made for another zone',
  destination: 'it was made for another destination',
  expired: 'it has expired; request a new one',
};

/**
 * Refuses to send logs to a destination that needs a token (docs/internals/service.md 5.6) if the token is missing or not for
 * this zone and this destination. If none is needed, a sent token does not matter.
 *
 * @throws Refusal
 */
export function checkOwnership(
  { zone, service }: ZoneCall,
  destination: string,
  challenge: string | undefined,
): void {
  const parsed = parseDestination(destination);
  if (!parsed.ok || !needsChallenge(parsed.destination)) return;
  if (challenge === undefined)
    throw ownershipRefused(
      `ownership_challenge is required for this destination; POST ${BASE_PATH}/zones/${zone.id}/logpush/ownership ` +
        'with this destination_conf; the token arrives there as a file',
    );
  const fault = tokenFault(challenge, zone.id, destination, service.clock.now());
  if (fault === undefined) return;
  throw ownershipRefused(`ownership_challenge is refused because ${FAULTS[fault]}`);
}
