import { createHash } from 'node:crypto';
import { fillDate } from '../destinations/destinations';
import { needsChallenge, parseDestination } from '../destinations/parse-destination';
import { accepted } from '../service/refusal';
import type { Answer, ScopedCall, ServiceOperation } from '../service/operation';
import { BASE_PATH, onEachScope, pathOf } from '../service/operation';
import { ownershipRefused } from './errors';
import { logpushOperation } from './logpush-operation';
import { type TokenFault, ownershipToken, tokenFault } from './ownership-token';
import { readChallengeBody, readDestinationBody } from './read-bodies';

/** Writes the token into a file at the destination; the answer only names the file (docs/internals/service.md 5.6). */
const request = logpushOperation({
  name: 'logpush.ownership',
  doing: 'creating',
  method: 'POST',
  path: '/logpush/ownership',
  body: 'json',
  run: async ({ service, scope, body, dryRun }) => {
    const destination = accepted(readDestinationBody(body));
    if (dryRun) return { kind: 'result', result: null };
    const parsed = parseDestination(destination);
    if (!parsed.ok) return notWritten(parsed.reason);
    const now = service.clock.now();
    const token = ownershipToken(scope, destination, now);
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
  path: '/logpush/ownership/validate',
  body: 'json',
  run: ({ service, scope, body, dryRun }) => {
    const { destination, challenge } = accepted(readChallengeBody(body));
    if (dryRun) return { kind: 'result', result: null };
    const valid = tokenFault(challenge, scope, destination, service.clock.now()) === undefined;
    return { kind: 'result', result: { valid } };
  },
});

export const OWNERSHIP_OPERATIONS: readonly ServiceOperation[] = onEachScope([request, validate]);

function notWritten(message: string): Answer {
  return { kind: 'result', result: { filename: '', message, valid: false } };
}

const FAULTS: Readonly<Record<Exclude<TokenFault, 'scope'>, string>> = {
  malformed: 'it is not a token of this service',
  signature: 'its signature is not valid',
  destination: 'it was made for another destination',
  expired: 'it has expired; request a new one',
};

/**
 * Refuses to send logs to a destination that needs a token (docs/internals/service.md 5.6) if the token is missing or not for
 * this zone or account and this destination. If none is needed, a sent token does not matter.
 *
 * @throws Refusal
 */
export function checkOwnership(
  { scope, service }: ScopedCall,
  destination: string,
  challenge: string | undefined,
): void {
  const parsed = parseDestination(destination);
  if (!parsed.ok || !needsChallenge(parsed.destination)) return;
  if (challenge === undefined)
    throw ownershipRefused(
      `ownership_challenge is required for this destination; POST ${BASE_PATH}${pathOf(scope)}/logpush/ownership ` +
        'with this destination_conf; the token arrives there as a file',
    );
  const fault = tokenFault(challenge, scope, destination, service.clock.now());
  if (fault === undefined) return;
  const reason = fault === 'scope' ? `it was made for another ${scope.kind}` : FAULTS[fault];
  throw ownershipRefused(`ownership_challenge is refused because ${reason}`);
}
