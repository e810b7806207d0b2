import { OWNERSHIP_REFUSED } from '../errors/published-logpush';
import type { Refusal } from '../errors/refusal';
import { needsChallenge, parseDestination } from '../destinations/parse-destination';
import { BASE_PATH } from '../http/base-path';
import type { Call } from '../http/operation';
import type { TokenFault } from './ownership-token';
import { tokenFault } from './ownership-token';

const FAULTS: Readonly<Record<TokenFault, string>> = {
  malformed: 'it is not a token of this service',
  signature: 'its signature does not fit',
  zone: 'it was made for another zone',
  destination: 'it was made for another destination',
  expired: 'it has expired; request a new one',
};

/**
 * Refuses to send logs to a destination that needs a token (docs/service.md 5.6) when the token is missing or not the one
 * for zone and destination. Where none is needed, a token that is sent does not matter.
 */
export function ownershipRefused(
  { zone, service }: Call,
  destination: string,
  challenge: string | undefined,
): Refusal | undefined {
  const parsed = parseDestination(destination);
  if (!parsed.ok || !needsChallenge(parsed.destination)) return undefined;
  if (challenge === undefined)
    return refusal(
      `ownership_challenge is required for this destination; POST ${BASE_PATH}/zones/${zone.id}/logpush/ownership ` +
        'with this destination_conf; the token arrives there as a file',
    );
  const fault = tokenFault(challenge, zone.id, destination, service.clock.now());
  return fault && refusal(`ownership_challenge is refused because ${FAULTS[fault]}`);
}

function refusal(message: string): Refusal {
  const source = { pointer: '/ownership_challenge' };
  return { status: 400, errors: [{ code: OWNERSHIP_REFUSED, message, source }] };
}
