import {
  logpushOwnershipChallengeSchema,
  needsOwnershipChallenge,
  parseDestination,
  type Explanation,
} from '../../schema';
import { defineEphemeral } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import { namingZone } from '../resources/messages';
import { readToken, tokenPlace } from './read-token';

/**
 * The proof of ownership of a destination (docs/internals/service.md 5.6). Opening it requests a challenge: that writes a file
 * and changes nothing else, and tokens of earlier requests stay valid, so opening it twice does no harm.
 */
export const logpushOwnershipChallenge = defineEphemeral<typeof logpushOwnershipChallengeSchema, Configured>({
  schema: logpushOwnershipChallengeSchema,

  async open({ client, config, diagnostics, signal }) {
    const { zone_id, destination_conf, read_from, read_timeout } = config;
    if (needsOwnershipChallenge(destination_conf) === false) {
      diagnostics.warning(notNeeded(parseDestination(destination_conf)?.scheme ?? ''));
      return { result: { ...config, filename: null, message: null, token: null } };
    }
    const challenge = await client.api
      .requestOwnershipChallenge(zone_id, destination_conf, { signal })
      .catch(async (error: unknown) => {
        throw await namingZone(error, { api: client.api, signal });
      });
    if (!challenge.valid || challenge.filename === '') {
      diagnostics.error(refused(challenge.message));
      return undefined;
    }
    const { filename, message } = challenge;
    if (read_from === null) return { result: { ...config, filename, message, token: null } };
    const place = tokenPlace(read_from, client.folder, filename);
    if (place === undefined) {
      diagnostics.error(noPlace(filename));
      return undefined;
    }
    const found = await readToken(place, {
      timeoutMs: read_timeout * 1000,
      signal,
      environment: client.environment,
    });
    if (found.ok) return { result: { ...config, filename, message, token: found.token } };
    diagnostics.error(found.problem);
    return undefined;
  },
});

function notNeeded(scheme: string): Explanation {
  return {
    path: ['destination_conf'],
    message: `Destinations of the scheme ${scheme} need no ownership challenge, so none was requested.`,
    hint: 'Its filename and token are null. Remove the ephemeral resource, and ownership_challenge_wo from the job.',
  };
}

function refused(message: string): Explanation {
  return {
    path: ['destination_conf'],
    message: `The service could not write an ownership challenge to the destination: ${message || 'it gives no reason'}.`,
    hint:
      'Check the bucket, its region, and that the service may write to the bucket (its policy, or the keys or signature ' +
      'in destination_conf).',
  };
}

function noPlace(filename: string): Explanation {
  return {
    path: ['read_from'],
    message: `The service names the file ${JSON.stringify(filename)}, which is not a path below read_from.`,
    hint: 'Remove read_from and read the file in another way. If the name is right, report this as a bug.',
  };
}
