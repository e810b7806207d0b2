import {
  isKnown,
  logpushOwnershipChallengeSchema,
  needsOwnershipChallenge,
  parseDestination,
  storedCredentials,
  type Explanation,
  type StateOf,
} from '../../schema';
import { defineResource } from '../sdk/framework';
import type { Configured } from './configured';

/**
 * Whether the name of a file is a path below the root of a bucket: it has nothing that a terminal obeys, or that a file
 * system or a server takes for more than a name.
 */
function isPathInBucket(filename: string): boolean {
  const [first = '', ...more] = filename.split('/').filter((part) => part !== '');
  const leads = [first, ...more].some((part) => part === '.' || part === '..');
  return (
    !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\\]/u.test(filename) &&
    !leads &&
    first !== '' &&
    !/^[a-z][a-z0-9+.-]*:$/i.test(first)
  );
}

function noPath(filename: string): Explanation {
  return {
    message: `The service names the file ${JSON.stringify(filename)} for the ownership challenge, which is not a path in the bucket.`,
    hint:
      'It leads out of the bucket, or has characters that no name needs. Check that base_url is the address of the zone ' +
      'service, and ask its operator.',
  };
}

/** A destination that needs no challenge; undefined for one that needs it, or may. */
function challengeNotNeeded(destination: string): Explanation | undefined {
  if (needsOwnershipChallenge(destination) !== false) return undefined;
  const scheme = parseDestination(destination)?.scheme ?? '';
  return {
    message: `This ${scheme} destination needs no ownership challenge, so none is requested.`,
    hint: 'There is no file and no token. Remove this block, and ownership_challenge_wo from the job.',
  };
}

// Without a path, as all that is said of a destination here: the engine would print the line, which may hold secrets.
function refused(message: string): Explanation {
  return {
    message: `The service could not write an ownership challenge to the destination: ${message || 'it gives no reason'}.`,
    hint:
      'Check the bucket, its region, and that the service may write to the bucket (its policy, or the keys or signature ' +
      'in the destination).',
  };
}

/**
 * A challenge that is requested once (docs/internals/service.md 5.6). The service keeps nothing of it that could be read,
 * changed or deleted: all of the state is what it was told and has answered.
 */
export const logpushOwnershipChallenge = defineResource<typeof logpushOwnershipChallengeSchema, Configured>({
  schema: logpushOwnershipChallengeSchema,

  validate({ destination_conf: stored, destination_conf_wo: writeOnly }, diagnostics) {
    const destination = stored ?? writeOnly;
    const found = [
      isKnown(stored) ? storedCredentials(stored) : undefined,
      isKnown(destination) ? challengeNotNeeded(destination) : undefined,
    ];
    for (const warning of found) if (warning) diagnostics.warning(warning);
  },

  async create({ client, plan: planned, config, diagnostics, signal }) {
    const plan = planned as StateOf<typeof logpushOwnershipChallengeSchema>;
    const destination = plan.destination_conf ?? config.destination_conf_wo;
    if (destination === null)
      throw new Error('there is no destination, which the checks of the schema rule out');
    if (needsOwnershipChallenge(destination) === false) return { ...plan, filename: null };
    // The client repeats a request whose answer was lost: it writes another file and changes nothing else, and tokens of
    // earlier requests stay valid.
    const { valid, filename, message } = await client.api.requestOwnershipChallenge(
      plan.zone_id,
      destination,
      { signal },
    );
    if (!valid || filename === '') return void diagnostics.error(refused(message));
    if (!isPathInBucket(filename)) return void diagnostics.error(noPath(filename));
    return { ...plan, filename };
  },

  read: ({ state }) => Promise.resolve(state),

  delete: () => Promise.resolve(),

  importState({ diagnostics }) {
    diagnostics.error({
      message:
        `${logpushOwnershipChallengeSchema.type} cannot be imported: the service keeps nothing of a challenge that ` +
        'could be read.',
      hint:
        'Declare it without an import block, and apply requests a new challenge. A job that exists needs none until its ' +
        'destination changes.',
    });
    return Promise.resolve();
  },
});
