import { describe } from '../description/attribute';
import { destinationForm } from './destination';
import { destinationGiven, logpushJobSchema, oneDestination, versionOfDestination } from './logpush-job';
import { computed, optional, zoneOfObject } from '../zone/values';

/** An ownership challenge that was requested once, and is kept in the state (docs/internals/service.md 5.6). */
export const logpushOwnershipChallengeSchema = describe({
  type: 'zone_logpush_ownership_challenge',
  version: 0,
  description:
    'Has the service write a token into a file at a destination of log push jobs, once. The state has the name of the ' +
    "file and never the token, which the object store's own provider reads.",
  attributes: {
    ...zoneOfObject('The zone, 32 hexadecimal digits. A token is valid only for jobs of this zone.'),
    destination_conf: {
      type: 'string',
      optional: true,
      sensitive: true,
      replaceOnChange: true,
      description: 'The destination, exactly as in the job. If it holds secrets, use `destination_conf_wo`.',
      checks: [destinationForm],
    },
    destination_conf_wo: logpushJobSchema.attributes.destination_conf_wo,
    destination_conf_wo_version: {
      ...optional('int', 'Increase it when `destination_conf_wo` changes.'),
      replaceOnChange: true,
    },
    filename: computed(
      'string',
      'The file that holds the token: its path in the bucket. Null when the destination needs no token.',
    ),
  },
  checks: [destinationGiven, oneDestination, versionOfDestination],
});
