import { ephemeralOwnershipChallengeSchema } from '../../schema';
import { defineEphemeral } from '../sdk/framework';
import type { Configured } from '../resources/configured';
import { challengeNotNeeded, requestChallenge } from '../resources/logpush-ownership-challenge';
import { namingZone } from '../resources/messages';
import { readToken, tokenPlace } from './read-token';

/**
 * The proof of ownership of a destination within one run (docs/internals/service.md 5.6). Opening it requests a challenge: that
 * writes a file and changes nothing else, so opening it twice does no harm.
 */
export const ephemeralOwnershipChallenge = defineEphemeral<
  typeof ephemeralOwnershipChallengeSchema,
  Configured
>({
  schema: ephemeralOwnershipChallengeSchema,

  async open(call) {
    const { client, config, diagnostics, signal } = call;
    const { zone_id, destination_conf, read_from, read_timeout } = config;
    const warning = challengeNotNeeded(destination_conf);
    if (warning) diagnostics.warning(warning);
    const challenge = await requestChallenge(call, zone_id, destination_conf).catch(
      async (error: unknown) => {
        throw await namingZone(error, { api: client.api, signal });
      },
    );
    if (!challenge) return undefined;
    const { filename } = challenge;
    if (read_from === null || filename === null) return { result: { ...config, ...challenge, token: null } };
    const place = tokenPlace(read_from, client.folder, filename);
    if (place === undefined)
      throw new Error('read_from is no place, which the checks of the schema rule out');
    const found = await readToken(place, {
      timeoutMs: read_timeout * 1000,
      signal,
      environment: client.environment,
    });
    if (found.ok) return { result: { ...config, ...challenge, token: found.token } };
    diagnostics.error(found.problem);
    return undefined;
  },
});
